//! What tests of `grid` use beyond its public face.

pub use crate::grid::open::widen;
pub use crate::grid::plot::SKIN_M;
pub use crate::grid::{
    Anchors, Axis, BitGrid, CellRect, Clearance, CostLayer, Field, PlotCounts, Point, Polygon, RegionSet, Regions,
    Repaired, Sides, Window, cells_on,
};
