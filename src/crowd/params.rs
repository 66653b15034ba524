//! What can be set of the crowd.

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
    }
}
