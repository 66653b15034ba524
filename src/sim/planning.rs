//! How the creatures of a world plan together, by its map and the configuration.

use crate::crowd::{CrowdParams, GateMap};
use crate::world::World;
use std::sync::Arc;

/// The gates of a world as it begins: what its map says counts before the configuration.
pub(super) fn of_world(world: &World, params: &mut CrowdParams) -> Arc<GateMap> {
    params.gates = world.gates.unwrap_or(params.gates);
    params.gate_cost = world.gate_cost.unwrap_or(params.gate_cost);
    Arc::new(GateMap::new(params, world.ground.resolution_m()))
}
