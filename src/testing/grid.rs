//! What tests of `grid` use beyond its public face.

pub use crate::grid::{Field, RegionSet, Regions};
