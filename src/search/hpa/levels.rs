//! Clusters of clusters: a hierarchy of several levels for worlds too large for one, and paths over it that are refined
//! piece by piece while they are followed.
//!
//! The lowest level is that of HPA* (Botea, Müller & Schaeffer 2004). A cluster of the next one is a square of clusters; of
//! the transit points on its border some are kept ([`gates`]), and the paths between these inside it are measured on the
//! level below. A search begins where few clusters are left, and each piece of its path is refined, level by level, only
//! when it is needed.
//!
//! Over ground that does not cost the same everywhere the paths are measured as they cost, and refined by cheapest paths.

mod build;
mod cost;
mod file;
mod gates;
mod lookup;
mod refine;
mod route;
mod search;

pub use build::{Levels, Shape};
pub use file::LevelsFileError;
pub use lookup::CostLookup;
pub use route::{Progress, Route};
pub use search::LevelSearch;

use crate::search::Landscape;

/// What a path over levels is searched with: the landscape, its levels, and the memory of searches.
pub struct LevelContext<'a> {
    /// The cells, and what they cost.
    pub on: Landscape<'a>,
    /// Prepared for exactly this landscape.
    pub levels: &'a Levels,
    /// Reused from search to search.
    pub search: &'a mut LevelSearch,
}
