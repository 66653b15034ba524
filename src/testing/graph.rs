//! What tests of `graph` use.

pub use crate::graph::{
    BodySize, Corner, DIRECTIONS, Edges, Graph, GraphError, GraphKind, HexGrid, MeshError, Mover, NavGraph, NavMesh,
    Outlines, Plane, Portal, QuadTree, Repair, Site, SquareGrid, opposite,
};
