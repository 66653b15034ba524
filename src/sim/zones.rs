//! Zones of the world: a creature that comes into another one gets a new pathfinder, as where servers share a world (Dahlberg &
//! Viktorsson 2002, ch. 2.3 and 4.5.1).

use super::Sim;
use crate::geom::{Storey, Vec2};
use crate::nav::Pathfinder;
use crate::world::Areas;

/// A creature belongs to the zone that it comes from until it is so far beyond the border, metres: one that goes to and fro on a
/// border keeps its pathfinder.
const SLACK_M: f32 = 1.0;

impl Sim {
    /// Replaces the pathfinders of creatures that crossed a border; their scripts are called in the next step.
    pub(super) fn cross_borders(&mut self) {
        let (world, bodies) = (&self.now.world, &self.now.agents.bodies);
        if !world.areas.has_zones() {
            return;
        }
        self.wake.resize(bodies.len(), false);
        let (wake, crossings) = (&mut self.wake, &mut self.stats.crossings);
        for vm in self.shards.vms() {
            vm.each_instance(|slot, instance| {
                if bodies.storey[slot] != Storey::GROUND {
                    return; // zones are of the ground
                }
                let before = instance.zone;
                let zone = zone_of(&world.areas, bodies.position[slot], before);
                instance.zone = Some(zone);
                if before.is_some_and(|before| before != zone)
                    && let Some(finder) = instance.pathfinder.as_deref_mut()
                {
                    *finder = Pathfinder::in_new_zone();
                    wake[slot] = true;
                    *crossings += 1;
                }
            });
        }
    }
}

/// The zone that a creature belongs to; `before`: in the step before.
fn zone_of(areas: &Areas, at: Vec2, before: Option<Option<u16>>) -> Option<u16> {
    let zone = areas.zone(at);
    let is_near = |before: Option<u16>| {
        let around = [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y];
        around.into_iter().any(|side| areas.zone(at + side * SLACK_M) == before)
    };
    match before {
        Some(before) if before != zone && is_near(before) => before,
        _ => zone,
    }
}
