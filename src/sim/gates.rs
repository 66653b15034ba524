//! Gates in a world: what planned paths leave there, for others to plan by.

use super::Sim;
use crate::agent::Species;
use crate::crowd::Sheet;
use crate::geom::Storey;
use crate::grid::{RegionSet, size_class};
use std::sync::Arc;

impl Sim {
    /// Makes sure that creatures of a species have gates on a storey, where the world has any.
    pub(super) fn prepare_gates(&mut self, species: &Species, storey: Storey) {
        // Newcomers in a world that is too large would each have all of its cells looked at.
        let ground = &self.now.world.on(storey).ground;
        if !self.now.gates.covers((ground.width() as u32, ground.height() as u32)) {
            return;
        }
        let (radius_m, height_m, moves) = (species.body.radius, species.body.height, species.moves);
        let size = size_class(radius_m, height_m, moves);
        let has = |regions: &RegionSet| self.now.gates.of(storey, regions, size).is_some();
        if self.now.regions.on(storey).is_some_and(has) {
            return;
        }
        let regions = Arc::make_mut(&mut self.now.regions).on_mut(storey);
        regions.prepare_field(self.now.world.on(storey), radius_m, height_m, moves);
        Arc::make_mut(&mut self.now.gates).prepare(storey, regions, size);
    }

    /// Bytes that the gates on the ground take, with what is searched for paths over them.
    pub fn gate_bytes(&self) -> usize {
        self.now.gates.on(Storey::GROUND).map(Sheet::bytes).sum()
    }

    /// What was marked fades.
    pub(super) fn advance_gates(&mut self) {
        if self.now.gates.is_on() {
            Arc::make_mut(&mut self.now.gates).advance(self.now.step);
        }
    }

    /// Marks the paths of agents whose turn it was, in order of slot: on any number of machines and threads the result is the same.
    pub(super) fn mark_paths(&mut self) {
        if self.now.gates.is_on() {
            let gates = Arc::make_mut(&mut self.now.gates);
            self.searches.marked(self.shards.workers_mut(), |storey, path, marking| gates.mark(storey, path, marking));
        }
    }
}
