//! What searches and regions need before the first creature of a size lives.

use super::{Level, Sim};
use crate::agent::{PLAYER, Species};
use crate::geom::Storey;
use crate::grid::{SizeClass, size_class};
use crate::nav::{Planner, Preparation};
use crate::world::{GraphKind, MoveClass};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Sim {
    /// Prepares regions and searches for every size of body that walks, and for those of other movement classes that the
    /// world orders or has: most worlds never have any, and prepare nothing for them.
    pub(super) fn prepare_searches(&mut self) {
        let catalogue = Arc::clone(&self.now.catalogue);
        let agents = &self.now.agents;
        let living: BTreeSet<_> = agents.bodies.living().map(|slot| agents.behaviour[slot]).collect();
        let lives = |species: &Species| living.contains(&species.symbol);
        let is_needed = |sim: &Self, species: &Species| {
            sim.spawner.orders.iter().any(|o| o.behaviour == species.name) || lives(species)
        };
        let needed = catalogue.species.iter().filter(|species| is_needed(self, species));
        let graphs = needed.filter_map(|species| Some((size_of(species), self.graph_of(species)?))).collect();
        self.searches.keep_graphs(&graphs);
        for species in &catalogue.species {
            let is_needed = is_needed(self, species);
            if species.moves == MoveClass::WALK || is_needed {
                self.prepare_for(species, is_needed);
            }
            if self.now.gates.is_on() && lives(species) {
                for storey in self.now.world.storeys() {
                    self.prepare_gates(species, storey);
                }
            }
        }
    }

    /// The graph that creatures of a species plan over; `None`: they plan over cells, or, as the player's character, not at all.
    fn graph_of(&self, species: &Species) -> Option<GraphKind> {
        species.body.graph.or(self.now.nav.graph).filter(|_| species.name != PLAYER)
    }

    /// Makes sure that a creature of a species has what its searches need on a storey, and on those that it may come to.
    pub(super) fn prepare_newcomer(&mut self, species: &Species, storey: Storey) {
        let (body, graph) = (&species.body, self.graph_of(species));
        let regions = self.now.regions.on(storey);
        let has_regions = regions.and_then(|r| r.get(body.radius, body.height, species.moves)).is_some();
        let has_levels =
            !self.asks(species) || regions.is_none_or(|on| self.now.levels.has(storey, on, size_of(species)));
        let has_graph = graph.is_none_or(|kind| self.searches.has_graph(storey, size_of(species), kind));
        if !has_regions || !has_graph || !has_levels {
            self.prepare_for(species, true);
        }
    }

    /// Whether creatures of a species ask what paths cost, where there are levels to look at for that.
    fn asks(&self, species: &Species) -> bool {
        self.now.nav.planner == Planner::Static && self.program.asks_costs(&species.name)
    }

    /// Prepares regions and searches for bodies of a species; where one `is_needed`, also what some species alone have.
    fn prepare_for(&mut self, species: &Species, is_needed: bool) {
        let graph = self.graph_of(species).filter(|_| is_needed);
        let estimates = is_needed && self.asks(species);
        let (radius_m, height_m, moves) = (species.body.radius, species.body.height, species.moves);
        for storey in self.now.world.storeys() {
            let (regions, world) = (Arc::make_mut(&mut self.now.regions).on_mut(storey), self.now.world.on(storey));
            world.ground.prepare_class(moves, self.shards.pool());
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
                graph,
                estimates,
            };
            let work = self.searches.prepare(regions, Arc::make_mut(&mut self.now.levels), &preparation);
            if self.now.step > 0 {
                self.searches.owe(work);
            }
        }
        self.note_graph_faults();
        if !self.now.world.portals().is_empty() {
            let (regions, levels) = (Arc::make_mut(&mut self.now.regions), Arc::make_mut(&mut self.now.levels));
            let size = (radius_m, height_m, moves);
            Arc::make_mut(&mut self.now.portals).prepare(&self.now.world, regions, levels, size);
        }
    }

    /// Says which graphs could not be made.
    pub(super) fn note_graph_faults(&mut self) {
        for fault in self.searches.take_graph_faults() {
            self.note(Level::Warn, fault);
        }
    }
}

/// The size of the bodies of a species.
fn size_of(species: &Species) -> SizeClass {
    size_class(species.body.radius, species.body.height, species.moves)
}
