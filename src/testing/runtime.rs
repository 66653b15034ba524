//! What tests of `runtime` use beyond its public face.

pub use crate::runtime::{WallClock, run_headless};
