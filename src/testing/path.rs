//! What tests of `path` use beyond its public face.

pub use crate::path::{Sees, Sight, pull};
