//! Clusters of clusters: a hierarchy of several levels for worlds too large for one, and paths over it that are refined
//! piece by piece while they are followed.
//!
//! The lowest level is that of HPA* (Botea, Müller & Schaeffer 2004). A cluster of the next one is a square of clusters; of
//! the transit points on its border some are kept ([`gates`]), and the paths between these inside it are measured on the
//! level below. A search begins where few clusters are left, and each piece of its path is refined, level by level, only
//! when it is needed.

mod build;
mod cost;
mod file;
mod gates;
mod refine;
mod route;
mod search;

pub use build::{Levels, Shape};
pub use file::LevelsFileError;
pub use route::{Progress, Route};
pub use search::LevelSearch;

use crate::grid::Field;

/// What a path over levels is searched with: the field, its levels, and the memory of searches.
pub struct LevelContext<'a> {
    /// The cells.
    pub field: &'a Field,
    /// Prepared for exactly this field.
    pub levels: &'a Levels,
    /// Reused from search to search.
    pub search: &'a mut LevelSearch,
}
