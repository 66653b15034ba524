//! Many bodies: how each goes where it wants to without touching the others.
//!
//! The room sees bodies and who is near whom, and gets walls as values ([`Walls`]). What it returns are velocities; `agent`
//! moves the bodies.

mod avoid;
mod orca;
mod params;
mod right_of_way;
mod solve;

pub use avoid::{Avoidance, Scene, Wanted};
pub use params::CrowdParams;
pub use right_of_way::RightOfWay;

use crate::geom::Vec2;

/// What does not move: closed ground and volumes.
pub trait Walls {
    /// Adds the nearest point of every wall that is within `reach_m` of the rim of the body in a slot, as far as no other
    /// wall hides it.
    fn near(&self, slot: usize, reach_m: f32, points: &mut Vec<Vec2>);

    /// Whether the body in a slot can go straight to a place.
    fn clear(&self, slot: usize, to: Vec2) -> bool;
}
