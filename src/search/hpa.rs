//! Hierarchical path-finding A*: a map of the map, prepared, repaired where cells change, and searched instead of it.

pub(crate) mod all_pairs;
pub(crate) mod clusters;
pub(crate) mod flood;
mod hierarchy;
mod layout;
mod level;
mod levels;
mod links;
mod query;
pub(crate) mod queue;
mod weighted;
mod windows;

pub use hierarchy::Hierarchy;
pub use levels::{CostLookup, LevelContext, LevelSearch, Levels, LevelsFileError, Progress, Route, Shape};
pub use query::HierarchySearch;

// What the files below have in common.
use all_pairs::AllPairs;
use clusters::{Area, Clusters, Point, SIDES, pairs};
use flood::{FAR, Flood, Towards, kept_cost};
use hierarchy::Cluster;
use level::{Level, Slot, View};
