//! What tests of `graph` use.

pub use crate::graph::{DIRECTIONS, NavGraph, opposite};
