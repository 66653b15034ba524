//! What tests of `sim` use beyond its public face.

pub use crate::sim::{Answer, Completion, StepTimes};
