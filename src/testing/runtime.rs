//! What tests of `runtime` use beyond its public face.

pub use crate::runtime::{DEFAULT_MAP, Saves, WallClock, run_headless};

pub use crate::runtime::saves::is_of_a_mod;
