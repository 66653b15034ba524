//! What tests of `graph` use.

pub use crate::graph::{
    BodySize, Corner, DIRECTIONS, Edges, Graph, GraphError, GraphKind, HexGrid, Mover, NavGraph, Outlines, QuadTree,
    Repair, Site, SquareGrid, opposite,
};
