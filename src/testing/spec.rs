//! What tests of `spec` use beyond its public face.

pub mod moment {
    pub use crate::spec::moment::export;
}
