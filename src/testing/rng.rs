//! What tests of `rng` use beyond its public face.

pub use crate::rng::{Purpose, Rand};
