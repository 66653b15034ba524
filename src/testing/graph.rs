//! What tests of `graph` use.

pub use crate::graph::{
    BodySize, Corner, DIRECTIONS, Edges, Graph, GraphError, GraphKind, MeshError, MeshGraph, Mover, NavGraph, NavMesh,
    Outlines, Plane, Portal, Repair, Site, opposite,
};
