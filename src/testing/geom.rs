//! What tests of `geom` use beyond its public face.

pub use crate::geom::{Aabb, Cell, Obb, Vec2, heading_of, wrap_angle};
