//! What tests of `body` use beyond its public face.

pub use crate::body::{Bodies, Body, Sighting, SlotSet};

pub use crate::body::{AgentId, MAX_AGENTS};

/// Work on all threads.
pub mod spread {
    pub use crate::body::spread::{every, find, gather, in_chunks, scatter};
}
