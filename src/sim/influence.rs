//! Layers of influence in a world: what creatures leave by being where they are, and what scripts add.

use super::Sim;
use crate::agent::{Agents, Catalogue, Outgoing, Symbol};
use crate::influence::LayerId;
use crate::world::LayerSource;
use std::sync::Arc;

/// A creature adds to the layers that have it as their source once in so many steps, which one follows from its slot.
const LEAVES_STEPS: u64 = 4;

/// The creatures that a layer has as its source.
#[derive(Clone, Copy)]
enum Source {
    Faction(Symbol),
    Behaviour(Symbol),
    All,
}

impl Source {
    /// `None` where scripts alone write to the layer, or no creature can have the name.
    fn of(source: &LayerSource, catalogue: &Catalogue) -> Option<Self> {
        match source {
            LayerSource::Scripts => None,
            LayerSource::Faction(name) => catalogue.symbols.find(name).map(Self::Faction),
            LayerSource::Behaviour(name) => catalogue.symbols.find(name).map(Self::Behaviour),
            LayerSource::Creatures => Some(Self::All),
        }
    }

    fn has(self, agents: &Agents, slot: usize) -> bool {
        match self {
            Self::Faction(faction) => agents.faction[slot] == faction,
            Self::Behaviour(behaviour) => agents.behaviour[slot] == behaviour,
            Self::All => true,
        }
    }
}

impl Sim {
    /// Layers fade and spread, and get what creatures leave.
    pub(super) fn advance_influence(&mut self) {
        if self.now.influence.is_empty() {
            return;
        }
        let (agents, catalogue, step) = (&self.now.agents, &self.now.catalogue, self.now.step);
        let influence = Arc::make_mut(&mut self.now.influence);
        influence.advance(step);
        let sources: Vec<(LayerId, Source)> = influence
            .layers()
            .filter_map(|(id, layer)| Some((id, Source::of(&layer.spec.source, catalogue)?)))
            .collect();
        for (id, source) in sources {
            let turn = |slot: &usize| (step + *slot as u64).is_multiple_of(LEAVES_STEPS);
            for slot in agents.bodies.living().filter(turn).filter(|slot| source.has(agents, *slot)) {
                if let Some(layer) = influence.on_mut(agents.bodies.storey[slot]).get_mut(id) {
                    layer.leave(agents.bodies.position[slot], LEAVES_STEPS);
                }
            }
        }
    }

    /// Adds what scripts asked for, in the order of slots: on any number of machines and threads the result is the same.
    pub(super) fn add_influence<'a>(&mut self, sent: impl Iterator<Item = &'a (usize, Outgoing)>) {
        let mut adds: Vec<_> = sent
            .filter_map(|(slot, sent)| match sent {
                Outgoing::Influence { layer, at, amount } => Some((*slot, *layer, *at, *amount)),
                _ => None,
            })
            .collect();
        if adds.is_empty() {
            return;
        }
        adds.sort_by_key(|add| add.0);
        let influence = Arc::make_mut(&mut self.now.influence);
        for (slot, layer, at, amount) in adds {
            let storey = self.now.agents.bodies.storey[slot];
            if let Some(layer) = influence.on_mut(storey).get_mut(layer) {
                layer.add(at, amount);
            }
        }
    }
}
