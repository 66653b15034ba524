//! Hierarchical path-finding A*: a map of the map, prepared, repaired where cells change, and searched instead of it.

mod clusters;
mod ends;
mod flood;
mod hierarchy;
mod layout;
mod levels;
mod links;
mod query;
mod queue;
#[cfg(test)]
mod tests;

pub use hierarchy::Hierarchy;
pub use levels::{LevelSearch, Levels, LevelsFileError, Progress, Route, Shape};
pub use query::HierarchySearch;
