//! What tests of `agent` use beyond its public face.

pub use crate::agent::{Agents, Drive, Event, NewAgent, Outgoing, PerceptionIndex, Recorder, StepView};
pub mod collide {
    pub use crate::agent::collide::SKIN_M;
}
