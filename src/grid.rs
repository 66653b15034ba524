//! The abstraction: volumes → blocked cells, clearance, connected components; whole-world, or a window for one agent.

mod regions;

pub use regions::{RegionSet, Regions};
