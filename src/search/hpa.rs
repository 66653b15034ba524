//! Hierarchical path-finding A*: a map of the map, prepared, repaired where cells change, and searched instead of it.

mod clusters;
mod flood;
mod hierarchy;
mod levels;
mod query;
#[cfg(test)]
mod tests;

pub use hierarchy::Hierarchy;
pub use levels::{LevelSearch, Levels, LevelsFileError, Progress, Route, Shape};
pub use query::HierarchySearch;
