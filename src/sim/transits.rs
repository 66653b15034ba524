//! Bodies that change their storey: the portals that creatures want to pass, and the player's character.

mod entering;
mod entrance;

pub(super) use entrance::Entrance;

use super::Sim;
use crate::agent::{Catalogue, Symbol};
use crate::geom::Vec2;
use crate::world::{Abilities, World};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the creatures of each behaviour can do that portals ask for, by its symbol.
pub(super) fn abilities(world: &World, catalogue: &Catalogue) -> Arc<BTreeMap<Symbol, Abilities>> {
    let portals = world.portals();
    if portals.is_empty() {
        return Arc::default();
    }
    let movements = world.ground.movements();
    let all = catalogue.species.iter().map(|species| {
        let class = movements.get(usize::from(species.moves.0)).map(|m| m.name.as_str());
        let has = |word: &str| class == Some(word) || species.body.abilities.contains(word);
        (species.symbol, portals.abilities(has))
    });
    Arc::new(all.collect())
}

impl Sim {
    /// Advances bodies in portals, and lets those in that want through. Worlds without portals have nothing to do.
    pub(super) fn pass_portals(&mut self) {
        if self.now.world.portals().is_empty() {
            return;
        }
        self.wake.resize(self.now.agents.bodies.len(), false);
        self.advance_transits();
        self.begin_transits();
    }

    /// Measures again what it costs to walk between portals where something has changed: of one storey in a step.
    pub(super) fn measure_portals(&mut self) {
        if self.now.portals.is_stale() {
            let portals = Arc::make_mut(&mut self.now.portals);
            let work = portals.measure_next(&self.now.world, &self.now.regions, &self.now.levels);
            self.searches.owe(work);
        }
    }

    fn advance_transits(&mut self) {
        if self.now.agents.transits.is_empty() {
            return;
        }
        let agents = Arc::make_mut(&mut self.now.agents);
        let mut scratch = std::mem::take(&mut self.entrance.passing);
        scratch.before.clear();
        scratch.before.extend(agents.transits.iter().map(|(slot, _)| (slot, agents.bodies.storey[slot])));
        scratch.came_out.clear();
        agents.transits.advance(&mut agents.bodies, self.now.step_s, |slot| scratch.came_out.push(slot));
        for (slot, storey) in &scratch.before {
            if self.now.agents.bodies.storey[*slot] != *storey {
                self.shards.vm_mut(*slot).body_changed(*slot);
            }
        }
        for slot in &scratch.came_out {
            self.come_out(*slot);
        }
        self.entrance.passing = scratch;
        self.changes.index_is_true = false;
    }

    /// A creature was put on another storey: its pathfinder plans from there.
    pub(super) fn come_to_storey(&mut self, slot: usize) {
        self.shards.vm_mut(slot).body_changed(slot);
        self.end_sleep(slot);
        self.plan_from_portal(slot);
    }

    /// A body that came to the end of a portal is let out where it is free. Where something has closed there meanwhile, all that
    /// pass in its direction turn round: they are on its path back.
    fn come_out(&mut self, slot: usize) {
        // Those that were turned round before it in this step have begun again.
        let Some(transit) = self.now.agents.transits.get(slot).copied().filter(|t| t.share >= 1.0) else { return };
        let body = self.now.agents.bodies.body(slot);
        let is_free =
            |at: Vec2| self.now.world.on(transit.storeys[1]).is_free(at, body.radius_m, body.height_m, body.moves);
        let storeys = self.now.storeys(slot);
        let again = || storeys.as_ref().and_then(|s| s.exit(transit.at, &body, (transit.from, transit.across_m)));
        let out = Some(transit.to).filter(|to| is_free(*to)).or_else(|| again().filter(|to| is_free(*to)));
        let agents = Arc::make_mut(&mut self.now.agents);
        if let Some(to) = out {
            agents.bodies.position[slot] = to;
            agents.transits.end(slot);
            self.wake[slot] = true;
            return;
        }
        let turned = agents.transits.turn(transit.at, self.now.world.portals().of(transit.at));
        turned.into_iter().for_each(|slot| self.plan_from_portal(slot));
    }

    /// The pathfinder of a body plans from where its portal leads.
    fn plan_from_portal(&mut self, slot: usize) {
        if let Some(finder) = self.shards.instance_mut(slot).and_then(|i| i.pathfinder.as_deref_mut()) {
            finder.pass_portal();
        }
    }
}
