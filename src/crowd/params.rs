//! What can be set of the crowd.

use crate::body::{GateCost, GateGround};
use crate::diag::table::table;

table! {
    /// Table `[crowd]` of a configuration file.
    CrowdParams(keys) {
        /// Bodies whose rims are nearer than this are avoided, metres …
        neighbour_m: f32 = 5.0, 0.0..=50.0;
        /// … but not more of them than this; the nearest ones.
        neighbours: usize = 10, 0..=64;
        /// A velocity is safe if it leads to no other body for so long, seconds …
        horizon_s: f32 = 2.0, 0.05..=20.0;
        /// … and to no wall for so long.
        wall_horizon_s: f32 = 0.25, 0.05..=20.0;
        /// The tangent of the angle by which a body turns to its right just before one that comes towards it; below 0 it turns
        /// to its left.
        keep_right: f32 = 0.5, -2.0..=2.0;
        /// Over what planned paths leave gate potentials, which paths to fixed goals are planned by; a map may override it.
        gates: GateGround = GateGround::None;
        /// What gates add to the cost of a step; a map may override it.
        gate_cost: GateCost = GateCost::Potential;
        /// The factor of what gates add.
        gate_weight: f32 = 0.01, 0.0..=100.0;
        /// Cells with gates are about so wide, metres: whole numbers of the world's cells, one at least. Paths are planned over those
        /// that are open as a whole.
        gate_cell_m: f32 = 2.0, 0.1..=100.0;
        /// What a path adds to the gates of the first cell after its start, cells; the one after gets half of that, the next a third.
        gate_growth: f32 = 15.625, 0.0..=1e5;
    }
}
