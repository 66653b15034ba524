//! What tests of `graph` use.

pub use crate::graph::{DIRECTIONS, Edges, NavGraph, opposite};
