//! What tests and benchmarks of `influence` use.

pub use crate::influence::{Avoided, Influence, Layer, LayerId};
