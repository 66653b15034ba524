//! The abstractions of a world that are graphs: nodes and edges for what is open, and nothing for the rest.

mod buckets;
pub(crate) mod mesh;
mod navigation;
mod outlines;

pub use mesh::{MeshError, NavMesh, Plane, Portal};
pub(crate) use navigation::{BLOCK, neighbours};
pub use navigation::{DIRECTIONS, NavGraph, opposite};
pub use outlines::{Corner, Outlines};
