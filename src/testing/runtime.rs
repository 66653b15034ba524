//! What tests of `runtime` and `watch` use beyond its public face.

pub use crate::runtime::{DEFAULT_MAP, Saves, WallClock, run_headless};

pub use crate::runtime::saves::is_of_a_mod;
pub use crate::watch::{Touched, Watch};
