//! The abstractions of a world that are graphs: nodes and edges for what is open, and nothing for the rest.

mod navigation;

pub(crate) use navigation::{BLOCK, neighbours};
pub use navigation::{DIRECTIONS, Edges, NavGraph, opposite};
