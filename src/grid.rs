//! The abstraction: volumes → blocked cells, clearance, connected components; whole-world, or a window for one agent.

mod anchors;
mod bits;
mod costs;
mod field;
mod labels;
mod lattice;
mod line;
mod lines;
mod narrow;
pub(crate) mod open;
pub(crate) mod pieces;
pub(crate) mod plot;
mod rect;
mod region_set;
mod regions;
mod repair;
mod runs;
pub(crate) mod shape;
mod window;

pub use anchors::Anchors;
pub use bits::BitGrid;
pub use costs::CostLayer;
pub use field::{Axis, Field};
pub(crate) use field::{MAX_FIELD_SIDE, Spot};
pub(crate) use lattice::Lattice;
pub use line::{Point, Polygon, cells_on};
pub use rect::CellRect;
pub use region_set::RegionSet;
pub(crate) use region_set::{SizeClass, size_class};
pub use regions::Regions;
pub use repair::Repaired;
pub(crate) use runs::{join, next_bit};
pub use window::{Clearance, PlotCounts, Sides, Window};
pub(crate) use window::{DrawObserver, DrawPhase};
