//! Which creatures write to layers of influence, and how often.

use crate::agent::{Agents, Catalogue, Symbol};
use crate::geom::Vec2;
use crate::influence::LayerId;
use crate::world::LayerSource;

/// A creature adds to the layers that have it as their source once in so many steps, which one follows from its slot …
pub(super) const LEAVES_STEPS: u64 = 4;
/// … and half as often, a quarter as often and so on where creatures would add to more cells than this in a step. Layers with a
/// source share that evenly.
pub(super) const MOST_CELLS: usize = 1 << 18;

/// Memory for layers of influence between steps.
#[derive(Default)]
pub(super) struct InfluenceScratch {
    pub sources: Vec<(LayerId, Source)>,
    /// What scripts add in a step: the slot, the number among what was sent, and what it is.
    pub adds: Vec<(usize, usize, LayerId, Vec2, f32)>,
}

/// The creatures that a layer has as its source.
#[derive(Clone, Copy)]
pub(super) enum Source {
    Faction(Symbol),
    Behaviour(Symbol),
    All,
}

impl Source {
    /// `None` where scripts alone write to the layer, or no creature can have the name.
    pub(super) fn of(source: &LayerSource, catalogue: &Catalogue) -> Option<Self> {
        match source {
            LayerSource::Scripts => None,
            LayerSource::Faction(name) => catalogue.symbols.find(name).map(Self::Faction),
            LayerSource::Behaviour(name) => catalogue.symbols.find(name).map(Self::Behaviour),
            LayerSource::Creatures => Some(Self::All),
        }
    }

    pub(super) fn has(self, agents: &Agents, slot: usize) -> bool {
        match self {
            Self::Faction(faction) => agents.faction[slot] == faction,
            Self::Behaviour(behaviour) => agents.behaviour[slot] == behaviour,
            Self::All => true,
        }
    }
}

/// How often each creature adds to a layer, in steps, where all of them together add to so many cells.
pub(super) fn leaves_steps(cells: usize, most: usize) -> u64 {
    let mut steps = LEAVES_STEPS;
    while cells as u64 > most as u64 * steps {
        steps *= 2;
    }
    steps
}
