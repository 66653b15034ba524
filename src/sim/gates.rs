//! Gates in a world: what planned paths leave there, for others to plan by.

use super::Sim;
use crate::crowd::{CrowdParams, GateMap};
use crate::world::World;
use std::sync::Arc;

/// The gates of a world as it begins: what its map says counts before the configuration.
pub(super) fn of_world(world: &World, params: &mut CrowdParams) -> Arc<GateMap> {
    params.gates = world.gates.unwrap_or(params.gates);
    params.gate_cost = world.gate_cost.unwrap_or(params.gate_cost);
    Arc::new(GateMap::new(params, world.ground.resolution_m()))
}

impl Sim {
    /// What was laid fades.
    pub(super) fn advance_gates(&mut self) {
        if self.now.gates.is_on() {
            Arc::make_mut(&mut self.now.gates).advance(self.now.step);
        }
    }

    /// Lays the paths of agents whose turn it was, in order of slot: on any number of machines and threads the result is the same.
    pub(super) fn lay_paths(&mut self) {
        if self.now.gates.is_on() {
            let gates = Arc::make_mut(&mut self.now.gates);
            self.searches.laid(self.shards.workers_mut(), |storey, path| gates.lay(storey, path));
        }
    }
}
