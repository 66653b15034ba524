//! What tests of `body` use beyond its public face.

pub use crate::body::{Bodies, Sighting};

pub use crate::body::{AgentId, MAX_AGENTS};
