//! Agents as data: struct of arrays, perception, feelers, motion, combat; what a script may read (`StepView`) and what
//! it may write (`Intent`).

pub mod collide;
pub mod combat;
mod event;
pub mod feelers;
mod intent;
mod motion;
mod motion_params;
pub mod recorder;
mod species;
mod store;
mod value;
mod view;

pub use event::{Event, Outgoing};
pub use intent::{Drive, Intent};
pub use motion::Motion;
pub use motion_params::MotionParams;
pub use recorder::Recorder;
pub use species::{BodySpec, Catalogue, Handler, HandlerSet, PLAYER, Species, StateSpec, Symbol, Symbols};
pub use store::{Agents, NewAgent};
pub use value::{Key, Value};
pub use view::{Filter, PerceptionIndex, StepView};
