//! The graphs that paths can be planned over, by name.

use clap::ValueEnum;
use serde::Deserialize;
use strum::{EnumString, IntoStaticStr, VariantNames};

/// A kind of graph.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Deserialize,
    EnumString,
    IntoStaticStr,
    VariantNames,
    ValueEnum,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum GraphKind {
    /// Square cells with 8 neighbours
    Grid,
    /// Square cells with the 4 neighbours along the axes
    Grid4,
    /// Hexagons, one cell wide from corner to corner
    Hex,
    /// Squares that are divided until they are free, joined from middle to middle
    Quadtree,
    /// The same, crossed between frames of the smallest squares
    FramedQuadtree,
    /// The markers of the map
    Markers,
    /// The corners of what is closed, grown by the radius; joined when a search comes to them
    Visibility,
    /// The same, all joined before the first search
    VisibilityFull,
    /// The navigation mesh: exact any-angle paths (Polyanya) where all ground costs the same and no --algorithm is given, else over the
    /// middles of the sides between its polygons
    Mesh,
    /// A window turned from the start to the goal, with a margin that doubles until there is a path
    Turned,
}

impl GraphKind {
    /// Its name in maps, behaviours and on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }
}
