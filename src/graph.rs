//! The abstractions of a world that are graphs: nodes and edges for what is open, and nothing for the rest.
//!
//! [`Graph`] is what they have in common; each kind is a file or a folder. They know the world, the grid and the size of a body, but not
//! how they are searched.

mod buckets;
mod crossings;
mod hex;
mod kind;
mod lattice;
mod layout;
mod markers;
pub(crate) mod mesh;
mod mover;
mod navigation;
mod outlines;
mod quadtree;
mod rings;
mod square;
mod turned;
mod visibility;

pub use crate::world::GraphKind;
pub use crossings::MeshGraph;
use hex::HexGrid;
use layout::MOST_NODES;
pub use layout::{Graph, GraphError, Repair, Site};
use markers::MarkerGraph;
use mesh::RegionMesh;
pub use mesh::{MeshError, NavMesh, Plane, Portal};
pub use mover::{BodySize, Mover};
pub(crate) use navigation::{BLOCK, neighbours};
pub use navigation::{DIRECTIONS, Edges, NavGraph, opposite};
pub use outlines::{Corner, Outlines};
use quadtree::QuadTree;
use square::SquareGrid;
use turned::TurnedWindow;
use visibility::VisibilityGraph;
