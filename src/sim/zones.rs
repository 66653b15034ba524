//! Zones of the world: a creature that comes into another one gets a new pathfinder, as where servers share a world (Dahlberg &
//! Viktorsson 2002, ch. 2.3 and 4.5.1).

use super::Sim;
use crate::nav::Pathfinder;

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
                let zone = world.areas.zone(bodies.position[slot]);
                let before = instance.zone.replace(zone);
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
