//! What tests of `graph` use.

pub use crate::graph::{Corner, DIRECTIONS, MeshError, NavGraph, NavMesh, Outlines, Plane, Portal, opposite};
