//! What tests of `geom` use beyond its public face.

pub use crate::geom::{Aabb, Cell, MOST_ASSIGNED, Obb, Vec2, assign, heading_of, wrap_angle};
