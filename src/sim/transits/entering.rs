//! The bodies that enter a portal in a step: creatures whose path leads through it and that have come to it, and the player's character.

use super::Entrance;
use crate::agent::{Drive, Entrant, Transit};
use crate::crowd::Headway;
use crate::sim::Sim;
use crate::world::Landing;
use std::sync::Arc;

/// A body is at a portal when its middle is in the rectangle, or no farther from it than this, metres.
const AT_PORTAL_M: f32 = 0.25;

impl Sim {
    /// Lets those in that are at their portal and under way, as far as there is space.
    pub(super) fn begin_transits(&mut self) {
        let mut entrance = std::mem::take(&mut self.entrance);
        self.find_entrants(&mut entrance);
        let Entrance { admission, .. } = &mut entrance;
        if !admission.entrants.is_empty() {
            let agents = &self.now.agents;
            let portals = self.now.world.portals().all();
            admission.decide(portals, &agents.transits, &agents.bodies, self.now.step_s);
            for (slot, at, across_m) in &admission.admitted {
                self.enter(*slot, *at, *across_m);
            }
        }
        self.entrance = entrance;
    }

    /// Collects those that want to enter in this step, and forgets which others waited.
    fn find_entrants(&mut self, entrance: &mut Entrance) {
        let Entrance { bound, admission, .. } = entrance;
        self.shards.workers_mut().for_each(|worker| worker.take_bound(bound));
        bound.sort_unstable();
        bound.dedup();
        bound.retain(|slot| self.bound_for(*slot as usize).is_some());
        admission.entrants.clear();
        for slot in bound.iter().map(|slot| *slot as usize) {
            let finder = self.shards.instance(slot).and_then(|i| i.pathfinder.as_deref());
            let wants = finder.and_then(|finder| finder.wants_through());
            match wants.filter(|at| self.is_at(slot, *at)) {
                Some(at) => self.let_wait(slot, at, &mut admission.entrants),
                None => admission.entrants.extend(self.pushed_away(slot)),
            }
        }
        let player = self.now.player.and_then(|id| self.now.agents.bodies.find(id));
        let player = player.and_then(|slot| Some((slot, self.player_enters(slot)?)));
        if let Some((slot, at)) = player {
            self.let_wait(slot, at, &mut admission.entrants);
        }
        if self.now.agents.transits.has_waiting() {
            let shards = &self.shards;
            let stays = |slot: usize, at: Landing| {
                let finder = shards.instance(slot).and_then(|i| i.pathfinder.as_deref());
                player == Some((slot, at)) || finder.and_then(|finder| finder.bound_for()) == Some(at)
            };
            Arc::make_mut(&mut self.now.agents).transits.keep_waiting(stays);
        }
    }

    /// The end of a portal that a living creature's path leads to.
    fn bound_for(&self, slot: usize) -> Option<Landing> {
        let lives = self.now.agents.bodies.alive.get(slot) == Some(&true);
        self.shards.instance(slot).filter(|_| lives)?.pathfinder.as_ref()?.bound_for()
    }

    /// Whether a creature goes somewhere, is in no portal yet, and is at this end of one.
    fn is_at(&self, slot: usize, at: Landing) -> bool {
        let (agents, end) = (&self.now.agents, self.now.world.portals().end(at));
        let here = agents.bodies.position[slot];
        let is_near = end.storey == agents.bodies.storey[slot] && end.area.nearest(here).distance(here) <= AT_PORTAL_M;
        is_near && self.now.pathfinding_on && self.pace(slot) > 0.0 && agents.transits.get(slot).is_none()
    }

    /// The share of its speed at which a body wants to go.
    fn pace(&self, slot: usize) -> f32 {
        match self.now.agents.intent[slot].drive {
            Drive::Steer { pace, .. } | Drive::Walk { pace, .. } => pace.clamp(0.0, 1.0),
            Drive::Stop | Drive::Face { .. } => 0.0,
        }
    }

    /// The player's character enters a portal when it walks into its rectangle from outside, or waits there and walks on.
    fn player_enters(&self, slot: usize) -> Option<Landing> {
        let (agents, portals) = (&self.now.agents, self.now.world.portals());
        let here = agents.bodies.position[slot];
        let before = here - agents.bodies.velocity[slot] * self.now.step_s;
        if !matches!(agents.intent[slot].drive, Drive::Walk { .. }) || agents.transits.get(slot).is_some() {
            return None;
        }
        let waits_at = agents.transits.waiting(slot).map(|waits| waits.at);
        let enters = |at: &&Landing| {
            let area = portals.end(**at).area;
            area.contains(here) && (!area.contains(before) || waits_at == Some(**at))
        };
        portals.on(agents.bodies.storey[slot]).iter().find(enters).copied()
    }

    /// Notes that a body waits at a portal, where it may enter and ever comes out.
    fn let_wait(&mut self, slot: usize, at: Landing, entrants: &mut Vec<Entrant>) {
        let body = self.now.agents.bodies.body(slot);
        let entrant = self.entrant(slot, at, self.pace(slot));
        let may = self.now.storeys(slot).is_some_and(|storeys| storeys.lets_through(at, &body));
        if may && entrant.time_s.is_finite() {
            let since = Arc::make_mut(&mut self.now.agents).transits.wait(slot, at, self.now.step);
            entrants.push(Entrant { since, ..entrant });
        }
    }

    fn entrant(&self, slot: usize, at: Landing, pace: f32) -> Entrant {
        let (body, portal) = (self.now.agents.bodies.body(slot), self.now.world.portals().of(at));
        let time_s = portal.time_s(at.end, body.speed_m_s * pace);
        let across_m = portal.across_m(at.end, body.position);
        Entrant { slot, at, since: self.now.step, radius_m: body.radius_m, across_m, time_s, is_there: true }
    }

    /// A body that was at its portal and is not now, while it keeps its turn.
    fn pushed_away(&self, slot: usize) -> Option<Entrant> {
        let waits = self.now.agents.transits.waiting(slot).filter(|w| self.bound_for(slot) == Some(w.at))?;
        let entrant = Entrant { since: waits.since, is_there: false, ..self.entrant(slot, waits.at, 1.0) };
        let steps = (entrant.keeps_turn_s() / self.now.step_s) as u64;
        (self.now.step - waits.seen <= steps).then_some(entrant)
    }

    /// A body begins to pass a portal.
    fn enter(&mut self, slot: usize, at: Landing, across_m: f32) {
        let body = self.now.agents.bodies.body(slot);
        let from = body.position;
        let Some(to) = self.now.storeys(slot).and_then(|s| s.exit(at, &body, (from, across_m))) else { return };
        let speed_m_s = body.speed_m_s * self.pace(slot);
        let headway = self.species(slot).map_or_else(Headway::default, |species| Headway {
            time_s: species.body.headway_s,
            space_m: species.body.personal_space_m,
        });
        let portal = self.now.world.portals().of(at);
        let transit = Transit::new((at, portal), [from, to], across_m, speed_m_s, headway);
        Arc::make_mut(&mut self.now.agents).transits.begin(slot, transit);
        self.plan_from_portal(slot);
        self.wake[slot] = true;
    }
}
