//! What tests of `graph` use.

pub use crate::graph::{Corner, DIRECTIONS, NavGraph, Outlines, opposite};
