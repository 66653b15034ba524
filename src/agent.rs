//! Agents as data: struct of arrays, what a script may read (`StepView`) and what it may write (`Intent`).

mod event;
mod intent;
mod species;
mod store;
mod value;
mod view;

pub use event::{Event, Outgoing};
pub use intent::{Drive, Intent};
pub use species::{BodySpec, Catalogue, Handler, HandlerSet, Species, StateSpec, Symbol, Symbols};
pub use store::{Agents, NewAgent};
pub use value::{Key, Value};
pub use view::{Filter, PerceptionIndex, StepView};
