//! What tests of `diag` use beyond its public face.

pub use crate::diag::NoClock;
