//! What searches and regions need before the first creature of a size lives.

use super::Sim;
use crate::agent::Species;
use crate::nav::Preparation;
use crate::world::MoveClass;
use std::sync::Arc;

impl Sim {
    /// Prepares regions and searches for every size of body that walks, and for those of other movement classes that the
    /// world orders or has: most worlds never have any, and prepare nothing for them.
    pub(super) fn prepare_searches(&mut self) {
        let catalogue = Arc::clone(&self.now.catalogue);
        for species in &catalogue.species {
            let ordered = || self.spawner.orders.iter().any(|o| o.behaviour == species.name);
            let lives = || self.now.agents.living_of(species.symbol).next().is_some();
            if species.moves == MoveClass::WALK || ordered() || lives() {
                self.prepare_for(species);
            }
            if self.now.gates.is_on() && self.now.agents.living_of(species.symbol).next().is_some() {
                for storey in self.now.world.storeys() {
                    self.prepare_gates(species, storey);
                }
            }
        }
    }

    /// Prepares regions and searches for bodies of a species.
    pub(super) fn prepare_for(&mut self, species: &Species) {
        let (radius_m, height_m, moves) = (species.body.radius, species.body.height, species.moves);
        for storey in self.now.world.storeys() {
            let (regions, world) = (Arc::make_mut(&mut self.now.regions).on_mut(storey), self.now.world.on(storey));
            regions.prepare(world, radius_m, height_m, moves);
            let preparation = Preparation {
                world,
                storey,
                params: &self.now.nav,
                radius_m,
                height_m,
                moves,
                threads: self.params.threads,
                levels: &self.levels,
                estimates: self.program.asks_costs,
            };
            self.searches.prepare(regions, Arc::make_mut(&mut self.now.levels), &preparation);
        }
        if !self.now.world.portals().is_empty() {
            let (regions, levels) = (Arc::make_mut(&mut self.now.regions), Arc::make_mut(&mut self.now.levels));
            let size = (radius_m, height_m, moves);
            Arc::make_mut(&mut self.now.portals).prepare(&self.now.world, regions, levels, size);
        }
    }
}
