//! Layers of influence in a world: what creatures leave by being where they are, and what scripts add.

use super::Sim;
use super::sources::{LEAVES_STEPS, MOST_CELLS, Source, leaves_steps};
use crate::agent::Outgoing;
use crate::influence::Layer;
use std::sync::Arc;

impl Sim {
    /// Layers fade and spread, and get what creatures leave.
    pub(super) fn advance_influence(&mut self) {
        if self.now.influence.is_empty() {
            return;
        }
        let (agents, catalogue, step) = (&self.now.agents, &self.now.catalogue, self.now.step);
        let influence = Arc::make_mut(&mut self.now.influence);
        influence.advance(step);
        let sources = &mut self.influence_scratch.sources;
        sources.clear();
        sources.extend(
            influence.layers().filter_map(|(id, layer)| Some((id, Source::of(&layer.spec.source, catalogue)?))),
        );
        let most = MOST_CELLS / sources.len().max(1);
        for (id, source) in sources.iter().copied() {
            let Some(cells) = influence.get(id).map(Layer::stamp_cells) else { continue };
            let all = || agents.bodies.living().filter(|slot| source.has(agents, *slot));
            let steps = leaves_steps(all().count() * cells, most);
            // Slots of those that are called in turn may have gaps: where there are too many, their numbers count.
            let turn = |(number, slot): &(usize, usize)| {
                let number = if steps == LEAVES_STEPS { slot } else { number };
                (step + *number as u64).is_multiple_of(steps)
            };
            for (_, slot) in all().enumerate().filter(turn) {
                if let Some(layer) = influence.on_mut(agents.bodies.storey[slot]).get_mut(id) {
                    layer.leave(agents.bodies.position[slot], steps);
                }
            }
        }
    }

    /// Adds what scripts asked for, in the order of slots: on any number of machines and threads the result is the same.
    pub(super) fn add_influence<'a>(&mut self, sent: impl Iterator<Item = &'a (usize, Outgoing)>) {
        let adds = &mut self.influence_scratch.adds;
        adds.clear();
        adds.extend(sent.enumerate().filter_map(|(number, (slot, sent))| match sent {
            Outgoing::Influence { layer, at, amount } => Some((*slot, number, *layer, *at, *amount)),
            _ => None,
        }));
        if adds.is_empty() {
            return;
        }
        adds.sort_unstable_by_key(|(slot, number, ..)| (*slot, *number));
        let influence = Arc::make_mut(&mut self.now.influence);
        for (slot, _, layer, at, amount) in adds.drain(..) {
            let storey = self.now.agents.bodies.storey[slot];
            if let Some(layer) = influence.on_mut(storey).get_mut(layer) {
                layer.add(at, amount);
            }
        }
    }
}
