//! Hierarchical path-finding A*: a map of the map, prepared, repaired where cells change, and searched instead of it.

mod clusters;
mod flood;
mod hierarchy;
mod query;
#[cfg(test)]
mod tests;

pub use hierarchy::Hierarchy;
pub use query::HierarchySearch;
