//! What tests of `search` use beyond its public face.

pub use crate::search::hpa::clusters::Area;
pub use crate::search::hpa::flood::{FAR, Flood};
pub use crate::search::hpa::queue::{Queue, WIDTH_BITS};
pub use crate::search::*;
