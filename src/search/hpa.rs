//! Hierarchical path-finding A*: a map of the map, prepared, repaired where cells change, and searched instead of it.

mod clusters;
mod ends;
mod flood;
mod hierarchy;
mod layout;
mod links;
mod query;
mod queue;
#[cfg(test)]
mod tests;

pub use hierarchy::Hierarchy;
pub use query::HierarchySearch;
