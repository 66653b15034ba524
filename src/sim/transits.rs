//! Bodies that change their storey: the portals that creatures want to pass, and the player's character.

use super::Sim;
use crate::agent::{Catalogue, Drive, StepView, Symbol, Transit};
use crate::geom::Vec2;
use crate::world::{Abilities, Landing, World};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A body is at a portal when its middle is in the rectangle, or no farther from it than this, metres.
const AT_PORTAL_M: f32 = 0.25;

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
        self.let_player_in();
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
        let mut came_out = Vec::new();
        let before: Vec<_> = agents.transits.iter().map(|(slot, _)| (slot, agents.bodies.storey[slot])).collect();
        agents.transits.advance(&mut agents.bodies, self.now.step_s, |slot, transit| came_out.push((slot, transit)));
        let changed = before.iter().filter(|(slot, storey)| agents.bodies.storey[*slot] != *storey);
        let changed: Vec<usize> = changed.map(|(slot, _)| *slot).collect();
        for slot in changed {
            self.shards.vm_mut(slot).moved_to_storey(slot);
        }
        for (slot, transit) in came_out {
            self.come_out(slot, transit);
        }
        self.changes.index_is_true = false;
    }

    /// A creature was put on another storey: its pathfinder plans from there.
    pub(super) fn come_to_storey(&mut self, slot: usize) {
        self.shards.vm_mut(slot).moved_to_storey(slot);
        if let Some(finder) = self.shards.instance_mut(slot).and_then(|i| i.pathfinder.as_deref_mut()) {
            finder.pass_portal();
        }
    }

    /// Lets a body out where it is free; where something has closed meanwhile it turns round.
    fn come_out(&mut self, slot: usize, transit: Transit) {
        let body = self.now.agents.bodies.body(slot);
        let is_free =
            |at: Vec2| self.now.world.on(transit.storeys[1]).is_free(at, body.radius_m, body.height_m, body.moves);
        let storeys = self.now.storeys(slot);
        let again = || storeys.as_ref().and_then(|s| s.exit(transit.at, &body, transit.from));
        let out = Some(transit.to).filter(|to| is_free(*to)).or_else(|| again().filter(|to| is_free(*to)));
        let agents = Arc::make_mut(&mut self.now.agents);
        match out {
            Some(to) => {
                agents.bodies.position[slot] = to;
                agents.transits.end(slot);
                self.wake[slot] = true;
            }
            None => {
                let Transit { at, from, to, storeys: [below, above], time_s, .. } = transit;
                let storeys = [above, below];
                agents
                    .transits
                    .begin(slot, Transit { at: at.other(), from: to, to: from, storeys, time_s, done_s: 0.0 });
            }
        }
    }

    /// Creatures whose path goes on through a portal, and that are at it and under way, enter.
    fn begin_transits(&mut self) {
        let view = self.view();
        let mut entering: Vec<(usize, Landing)> = Vec::new();
        for vm in self.shards.vms() {
            vm.each_instance(|slot, instance| {
                let wants = || instance.pathfinder.as_ref()?.wants_through();
                if is_under_way(&view, slot)
                    && let Some(at) = wants()
                    && is_at(&view, slot, at)
                {
                    entering.push((slot, at));
                }
            });
        }
        // What it holds would be copied.
        drop(view);
        entering.sort_unstable();
        for (slot, at) in entering {
            if self.enter(slot, at) {
                if let Some(finder) = self.shards.instance_mut(slot).and_then(|i| i.pathfinder.as_deref_mut()) {
                    finder.pass_portal();
                }
                self.wake[slot] = true;
            }
        }
    }

    /// The player's character enters a portal when it walks into its rectangle from outside.
    fn let_player_in(&mut self) {
        let Some(slot) = self.now.player.and_then(|id| self.now.agents.bodies.find(id)) else { return };
        let (agents, portals) = (&self.now.agents, self.now.world.portals());
        let here = agents.bodies.position[slot];
        let before = here - agents.bodies.velocity[slot] * self.now.step_s;
        if !matches!(agents.intent[slot].drive, Drive::Walk { .. }) || agents.transits.get(slot).is_some() {
            return;
        }
        let enters = |at: &&Landing| {
            let area = portals.end(**at).area;
            area.contains(here) && !area.contains(before)
        };
        let at = portals.on(agents.bodies.storey[slot]).iter().find(enters).copied();
        if let Some(at) = at {
            self.enter(slot, at);
        }
    }

    /// Has a body pass a portal, where it may and has space to enter. Whether it does.
    fn enter(&mut self, slot: usize, at: Landing) -> bool {
        let (bodies, portals) = (&self.now.agents.bodies, self.now.world.portals());
        let Some(storeys) = self.now.storeys(slot) else { return false };
        let (body, from) = (bodies.body(slot), bodies.position[slot]);
        let time_s = portals.of(at).time_s(body.speed_m_s);
        let is_blocked = self.now.agents.transits.is_blocked(slot, at, (from, 0.0, body.radius_m), bodies);
        if !portals.lets_in(at, storeys.abilities) || !time_s.is_finite() || is_blocked {
            return false;
        }
        let Some(to) = storeys.exit(at, &body, from) else { return false };
        let storeys = [at, at.other()].map(|at| portals.end(at).storey);
        let transit = Transit { at, from, to, storeys, time_s, done_s: 0.0 };
        let agents = Arc::make_mut(&mut self.now.agents);
        agents.transits.begin(slot, transit);
        true
    }
}

/// Whether a creature goes somewhere, and is in no portal yet.
fn is_under_way(view: &StepView, slot: usize) -> bool {
    let goes = match view.agents.intent[slot].drive {
        Drive::Steer { pace, .. } | Drive::Walk { pace, .. } => pace > 0.0,
        Drive::Stop | Drive::Face { .. } => false,
    };
    goes && view.pathfinding_on && view.agents.bodies.alive[slot] && view.agents.transits.get(slot).is_none()
}

/// Whether a creature is at an end of a portal.
fn is_at(view: &StepView, slot: usize, at: Landing) -> bool {
    let (end, bodies) = (view.world.portals().end(at), &view.agents.bodies);
    let here = bodies.position[slot];
    end.storey == bodies.storey[slot] && end.area.nearest(here).distance(here) <= AT_PORTAL_M
}
