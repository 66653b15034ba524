//! What tests of `sim` use beyond its public face.

pub use crate::sim::{Answer, Completion, StepTimes};

pub use crate::sim::log::{FaultGroups, MAX_GROUPS};
pub use crate::sim::spawner::Crowding;
pub use crate::sim::{Level, Log, Population};
