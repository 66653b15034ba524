//! What tests of `graph` use.

pub use crate::graph::{
    BodySize, DIRECTIONS, Graph, GraphError, GraphKind, HexGrid, Mover, NavGraph, Repair, Site, SquareGrid, opposite,
};
