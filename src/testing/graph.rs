//! What tests of `graph` use.

pub use crate::graph::{
    BodySize, DIRECTIONS, Edges, Graph, GraphError, GraphKind, HexGrid, Mover, NavGraph, Repair, Site, SquareGrid,
    opposite,
};
