//! Many bodies: how each goes where it wants to without touching the others.
//!
//! The room sees bodies and who is near whom, and gets walls as values ([`Walls`]). What it returns are velocities; `agent`
//! moves the bodies.

mod avoid;
mod gates;
mod orca;
mod params;
mod solve;

pub use avoid::{Avoidance, Scene, Wanted};
pub use gates::{GateMap, GateProblem, GateWeights, Gates, On, Searched, Sheet, Side, Sum, Term};
pub use params::CrowdParams;

use crate::geom::Vec2;

/// What does not move: closed ground and volumes.
pub trait Walls {
    /// Adds the nearest point of every wall that is within `reach_m` of the rim of the body in a slot, as far as no other
    /// wall hides it.
    fn near(&self, slot: usize, reach_m: f32, points: &mut Vec<Vec2>);
}
