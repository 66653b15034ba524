//! The planners that a map, a configuration file or the command line may select.

use serde::Deserialize;
use strum::{EnumString, IntoStaticStr, VariantArray, VariantNames};

/// How agents plan their paths.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize, EnumString, IntoStaticStr, VariantArray, VariantNames,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Planner {
    /// Each agent abstracts a window of its own from the volumes around it, as the source does.
    #[default]
    Window,
    /// All agents of a size share one grid of the whole world and search it exactly, by jump points. On a very large
    /// world they share levels of clusters, and each refines its path as it walks.
    Static,
}

impl Planner {
    /// What it does, for the command line's help.
    pub fn doc(self) -> &'static str {
        match self {
            Self::Window => "Each agent searches a window around itself",
            Self::Static => {
                "All agents of a size share one grid of the whole world, searched exactly; a world of more than 2^24 cells \
                 (`most_shared_cells` in [nav]) uses hierarchical search, and agents refine their paths as they walk"
            }
        }
    }
}
