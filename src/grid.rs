//! The abstraction: volumes → blocked cells, clearance, connected components; whole-world, or a window for one agent.

mod open;
mod region_set;
mod regions;
mod runs;
#[cfg(test)]
mod tests;

pub use region_set::RegionSet;
pub use regions::Regions;
