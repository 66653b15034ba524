//! Many bodies: how each goes where it wants to without touching the others, and how many go to one goal.
//!
//! It sees bodies, which are near each other, and grids; it gets walls as values ([`Walls`]). Avoidance returns velocities; `agent`
//! moves the bodies. `density` counts how many bodies there are on each square metre, and how fast they move; `flow` has one field of
//! costs and directions for all bodies with the same goal, off which `nav` reads paths.

mod avoid;
mod density;
mod flow;
mod gates;
mod headway;
mod nearest;
pub(crate) mod orca;
mod packed;
mod params;
mod right_of_way;
mod scene;
mod sides;
pub(crate) mod solve;
mod stuck;
pub(crate) mod walls;

pub use avoid::Avoidance;
pub use density::{Crowd, Density};
pub(crate) use flow::TURN_STEPS;
pub use flow::field::FlowField;
pub use flow::{FlowGround, FlowKey, FlowParams, Flows};
pub(crate) use gates::MARKED_CELLS;
pub use gates::{
    FinerProblem, GateMap, GateProblem, GateWeights, Gates, Marking, On, Searched, Sheet, Side, Sum, Term,
};
pub use headway::Headway;
pub use params::CrowdParams;
pub use right_of_way::RightOfWay;
pub use scene::{Cone, Decision, Scene, Wanted};
pub use stuck::{HeldBy, Stuck, StuckDetector};

use crate::body::Body;
use crate::geom::{Obb, Vec2};

/// What does not move: closed ground and volumes.
pub trait Walls {
    /// Adds every box that is within `reach_m` metres of the rim of a body, and of which it could touch a side.
    fn near(&self, body: &Body, reach_m: f32, walls: &mut Vec<Obb>);

    /// Whether the body in a slot can go straight to a place.
    fn clear(&self, slot: usize, to: Vec2) -> bool;
}
