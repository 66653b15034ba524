//! Agents as data: struct of arrays, perception, feelers, motion, combat; what a script may read (`StepView`) and what
//! it may write (`Intent`).

mod board;
pub(crate) mod collide;
pub(crate) mod combat;
mod event;
pub(crate) mod feelers;
mod flock;
mod groups;
mod knowledge;
mod mood;
mod motion;
pub(crate) mod recorder;
mod setting;
mod sight_meter;
mod species;
mod store;
mod transits;
mod value;
mod view;
mod walls;

pub use crate::body::NeighbourIndex;
pub use board::{BoardFull, BoardLimits, BoardOwner, BoardPlace, Boards};
pub(crate) use event::{Avoids, Intent};
pub use event::{Drive, Event, Outgoing};
pub use feelers::MotionParams;
pub(crate) use flock::Flock;
pub(crate) use groups::{Group, GroupId};
pub use groups::{GroupLimits, Groups, GroupsFull, Membership};
pub(crate) use knowledge::direction;
pub use knowledge::{Knowledge, Known, MOST_KNOWN, SIGHT_STEPS, Targets};
pub(crate) use mood::MOODS;
pub use mood::Mood;
pub(crate) use motion::{Motion, MotionScene};
pub use recorder::Recorder;
pub(crate) use recorder::Seeing;
pub(crate) use setting::{Setting, WIDEST};
pub(crate) use sight_meter::SightMeter;
pub(crate) use species::{BODY_NUMBERS, BodyNumber, MOST_SPAWNED, NEUTRAL, PLAYER, StateSpec, abilities};
pub use species::{BodySpec, Catalogue, Handler, Species, Symbol, Symbols};
pub(crate) use store::BY_SCRIPTS;
pub use store::{Agents, NewAgent};
pub(crate) use transits::{Admission, Entrant};
pub use transits::{Transit, Transits};
pub use value::{Key, Value};
pub use view::{Eyes, Filter, StepView, Unpaid};
