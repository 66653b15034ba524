//! What tests of `runtime` and `watch` use beyond its public face.

pub use crate::runtime::{DEFAULT_MAP, WallClock, run_headless};

pub use crate::runtime::changes::{Changes, Live, Sent};
pub use crate::runtime::panics::{Panicked, survive};
pub use crate::runtime::saves::{is_of_a_mod, next_save};
pub use crate::watch::Watch;
