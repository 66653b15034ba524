//! The abstraction: volumes → blocked cells, clearance, connected components; whole-world, or a window for one agent.

mod bits;
mod line;
mod plot;
mod rect;
mod regions;
mod window;
#[cfg(test)]
mod window_tests;

pub use bits::BitGrid;
pub use line::{Point, Polygon, cells_on};
pub use rect::CellRect;
pub use regions::{RegionSet, Regions};
pub use window::{Clearance, PlotCounts, Sides, Window};
