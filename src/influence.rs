//! Named layers over the world that fade and spread: threat, scent, congestion (*influence maps*; Tozour 2001).
//!
//! A layer is a grid of coarse cells in tiles, which exist where something was added and has not faded. It never depends on what
//! was prepared for searches, and nothing that was prepared depends on it: paths weigh it near the creature that walks them.
//!
//! Everything is whole numbers. A layer fades by its half-life: an amount is kept as it would be at the beginning of the
//! half-life at hand, and read through a table of powers; when a half-life is over all of a tile is halved by a shift. Shifts that
//! are done late, many at once, give the same as shifts that are done in time.

mod fade;
mod layer;
mod map;
mod spread;
mod stamp;
mod tile;

pub use layer::Layer;
pub use map::{Avoided, Influence, LayerId};
