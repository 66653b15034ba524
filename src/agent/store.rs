//! The agents themselves: one entry a slot in every array.

use super::{Builds, Intent, Sleep, Species, Symbol, Transits};
use crate::body::column::put;
use crate::body::{AgentId, Bodies, MAX_AGENTS};
use crate::geom::{Storey, Vec2};

/// The spawn area of creatures that scripts brought into the world.
pub(crate) const BY_SCRIPTS: u32 = u32::MAX - 1;

/// Struct of arrays over all slots, dead ones included.
#[derive(Clone, Debug, Default)]
pub struct Agents {
    /// Where each agent is, and whether it lives.
    pub bodies: Bodies,
    /// What of their bodies lasts, by number. What changes a body's size, its speed or how it moves notes that: [`Agents::note_build`].
    pub(super) builds: Builds,
    /// The behaviour's name.
    pub behaviour: Vec<Symbol>,
    /// The faction of its body.
    pub faction: Vec<Symbol>,
    /// The strategic state, by name.
    pub state: Vec<Symbol>,
    /// The step in which that state was entered.
    pub state_since: Vec<u64>,
    /// What the script last reported of its tactical machine (idle, pathfind, seek, pursue).
    pub tactic: Vec<Symbol>,
    /// What its script asked for.
    pub intent: Vec<Intent>,
    /// From 0 to `max_health`.
    pub health: Vec<f32>,
    /// The health it was born with.
    pub max_health: Vec<f32>,
    /// The step from which the next strike is possible.
    pub ready_at: Vec<u64>,
    /// The step of the last strike that landed in this life. The world hash has it as `ready_at`, which it decides.
    pub struck_at: Vec<Option<u64>>,
    /// How wide its field of view is, radians.
    pub view_rad: Vec<f32>,
    /// How far it hears at most, metres.
    pub hearing_m: Vec<f32>,
    /// Where this life began …
    pub home: Vec<Vec2>,
    /// … and on which storey.
    pub home_storey: Vec<Storey>,
    /// The bodies that pass portals.
    pub transits: Transits,
    /// The step in which this life began.
    pub born: Vec<u64>,
    /// How often the script's tick ran in this life.
    pub ticks: Vec<u32>,
    /// Until when that is left out, because the creature sleeps.
    pub sleep: Vec<Sleep>,
    /// Which spawn area of the world (or population order after those) it came from; the largest
    /// numbers stand for none: see [`BY_SCRIPTS`].
    pub spawn: Vec<u32>,
    free: Vec<u32>,
}

/// A newcomer.
#[derive(Clone, Copy, Debug)]
pub struct NewAgent<'a> {
    /// What it is.
    pub species: &'a Species,
    /// Where its centre goes, metres.
    pub at: Vec2,
    /// On which storey.
    pub storey: Storey,
    /// Radians.
    pub heading: f32,
    /// The current step.
    pub step: u64,
    /// The spawn area that it belongs to.
    pub spawn: u32,
}

impl Agents {
    /// The slots of all living agents of a behaviour, in order.
    pub fn living_of(&self, behaviour: Symbol) -> impl Iterator<Item = usize> {
        self.bodies.living().filter(move |slot| self.behaviour[*slot] == behaviour)
    }

    /// The behaviour of a living agent; the empty symbol for a dead one.
    pub fn behaviour_of(&self, id: AgentId) -> Symbol {
        self.bodies.find(id).map_or_else(Symbol::default, |slot| self.behaviour[slot])
    }

    /// Creates an agent in the most recently freed slot, else a new one; `None` when all slots are taken.
    pub fn spawn(&mut self, new: NewAgent) -> Option<AgentId> {
        let slot = match self.free.pop() {
            Some(slot) => slot as usize,
            None if self.bodies.len() < MAX_AGENTS => {
                let slot = self.bodies.len();
                put(&mut self.bodies.generation, slot, 0);
                slot
            }
            None => return None,
        };
        let (body, b) = (&new.species.body, &mut self.bodies);
        put(&mut b.position, slot, new.at);
        put(&mut b.storey, slot, new.storey);
        put(&mut b.velocity, slot, Vec2::ZERO);
        put(&mut b.heading, slot, new.heading);
        put(&mut b.radius, slot, body.radius);
        put(&mut b.height, slot, body.height);
        put(&mut b.speed, slot, body.speed);
        put(&mut b.moves, slot, new.species.moves);
        put(&mut b.alive, slot, true);
        put(&mut self.behaviour, slot, new.species.symbol);
        put(&mut self.faction, slot, new.species.faction);
        put(&mut self.state, slot, new.species.start);
        put(&mut self.state_since, slot, new.step);
        put(&mut self.tactic, slot, Symbol::default());
        put(&mut self.intent, slot, Intent::default());
        put(&mut self.health, slot, body.health);
        put(&mut self.max_health, slot, body.health);
        put(&mut self.ready_at, slot, 0);
        put(&mut self.struck_at, slot, None);
        put(&mut self.view_rad, slot, body.view_deg.to_radians());
        put(&mut self.hearing_m, slot, body.hearing);
        put(&mut self.home, slot, new.at);
        put(&mut self.home_storey, slot, new.storey);
        put(&mut self.born, slot, new.step);
        put(&mut self.ticks, slot, 0);
        put(&mut self.sleep, slot, Sleep::default());
        put(&mut self.spawn, slot, new.spawn);
        self.note_build(slot);
        Some(self.bodies.id(slot))
    }

    /// The body in a slot has another size or speed, or moves otherwise.
    pub fn note_build(&mut self, slot: usize) {
        self.builds.note(&self.bodies, slot);
    }

    /// Ends a life: the slot's generation moves on, so that the identity is stale from here on.
    pub fn remove(&mut self, id: AgentId) -> bool {
        let Some(slot) = self.bodies.find(id) else { return false };
        self.bodies.alive[slot] = false;
        self.transits.end(slot);
        self.bodies.velocity[slot] = Vec2::ZERO;
        self.bodies.generation[slot] = self.bodies.generation[slot].wrapping_add(1);
        self.free.push(slot as u32);
        true
    }
}
