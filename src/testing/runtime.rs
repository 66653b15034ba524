//! What tests of `runtime` use beyond its public face.

pub use crate::runtime::saves::is_of_a_mod;
