//! What can be set of the crowd.

use super::Decision;
use crate::body::{GateCost, GateGround};
use crate::diag::table::table;

/// The shortest horizon, seconds: the reciprocal of it is a factor.
const MIN_HORIZON_S: f32 = 0.05;

table! {
    /// Table `[crowd]` of a configuration file.
    CrowdParams(keys) {
        /// Bodies whose rims are nearer than this are avoided, metres …
        neighbour_m: f32 = 5.0, 0.0..=50.0;
        /// … but not more of them than this; the nearest ones.
        neighbours: usize = 10, 0..=64;
        /// A velocity is safe if it leads to no other body for so long, seconds, or for as long as the two take for `neighbour_m`
        /// at full speed …
        horizon_s: f32 = 2.0, 0.05..=20.0;
        /// … and to no wall for so long.
        wall_horizon_s: f32 = 0.25, 0.05..=20.0;
        /// The tangent of the angle by which a body turns to its right just before one that comes towards it; below 0 it turns
        /// to its left.
        keep_right: f32 = 0.5, -2.0..=2.0;
        /// Where there are many creatures (`many` of `[sim]`), a body keeps the velocity that it took for so many steps; 1: each decides
        /// in each step, as where there are few.
        kept_steps: u8 = 2, 1..=Decision::MOST + 1;
        /// Over what planned paths leave gate potentials, which paths to fixed goals are planned by; a map may override it.
        gates: GateGround = GateGround::None;
        /// What gates add to the cost of a step; a map may override it.
        gate_cost: GateCost = GateCost::Potential;
        /// The factor of what gates add.
        gate_weight: f32 = 0.04, 0.0..=100.0;
        /// Cells with gates are about so wide, metres: whole numbers of the world's cells, one at least. Paths are planned over those
        /// that are open as a whole, and where many lead through some, over the world's cells in them, 8 along a side at most.
        gate_cell_m: f32 = 1.0, 0.1..=100.0;
        /// What a path adds to the gates of the first cell after its start, cells; the one after gets half of that, the next a third.
        gate_growth: f32 = 15.625, 0.0..=1e5;
    }
}

impl CrowdParams {
    /// For how long two bodies are to be safe from each other, seconds, by the sum of their top speeds, metres a second: at most
    /// for what they take until they meet when they first see each other, so that none holds back from one that it has only
    /// just seen. The same for both.
    pub fn pair_horizon_s(&self, speeds_m_s: f32) -> f32 {
        self.horizon_s.min(self.neighbour_m / speeds_m_s.max(f32::MIN_POSITIVE)).max(MIN_HORIZON_S)
    }
}
