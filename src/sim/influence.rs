//! Layers of influence in a world: what creatures leave by being where they are, and what scripts add.

use super::Sim;
use super::sources::{LEAVES_STEPS, MOST_CELLS, Source, leaves_steps};
use crate::agent::Outgoing;
use crate::geom::Storey;
use crate::influence::{Layer, LayerId};
use std::sync::Arc;

impl Sim {
    /// Layers fade and spread, and get what creatures leave.
    pub(super) fn advance_influence(&mut self) {
        if self.now.influence.is_empty() {
            return;
        }
        let (agents, catalogue, step) = (&*self.now.agents, &self.now.catalogue, self.now.step);
        let influence = Arc::make_mut(&mut self.now.influence);
        let sources = &mut self.influence_scratch.sources;
        sources.clear();
        sources.extend(
            influence.layers().filter_map(|(id, layer)| Some((id, Source::of(&layer.spec.source, catalogue)?))),
        );
        let (most, sources) = (MOST_CELLS / sources.len().max(1), &*sources);
        // Slots of the creatures that leave something in this step, and in how many steps each does.
        let leaving = |id: LayerId, layer: &Layer| {
            let (_, source) = sources.iter().find(|(of, _)| *of == id)?;
            let all = || agents.bodies.living().filter(|slot| source.has(agents, *slot));
            let steps = leaves_steps(all().count() * layer.stamp_cells(), most);
            // Slots of those that are called in turn may have gaps: where there are too many, their numbers count.
            let turn = move |(number, slot): &(usize, usize)| {
                let number = if steps == LEAVES_STEPS { slot } else { number };
                (step + *number as u64).is_multiple_of(steps)
            };
            Some((steps, all().enumerate().filter(turn).map(|(_, slot)| slot)))
        };
        let (places, storeys) = (&agents.bodies.position, &agents.bodies.storey);
        // Tiles take little each, too.
        let tiles = influence.layers().map(|(_, layer)| layer.tile_count()).sum::<usize>();
        influence.each_of_ground(self.shards.pool_for(agents.bodies.len().max(tiles)), |id, layer| {
            layer.advance(step);
            let Some((steps, slots)) = leaving(id, layer) else { return };
            slots.filter(|slot| storeys[*slot] == Storey::GROUND).for_each(|slot| layer.leave(places[slot], steps));
        });
        influence.advance_above(step);
        if influence.has_storeys() {
            for (id, _) in sources {
                let Some((steps, slots)) = influence.get(*id).and_then(|layer| leaving(*id, layer)) else { continue };
                for slot in slots.filter(|slot| storeys[*slot] != Storey::GROUND) {
                    if let Some(layer) = influence.on_mut(storeys[slot]).get_mut(*id) {
                        layer.leave(places[slot], steps);
                    }
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
