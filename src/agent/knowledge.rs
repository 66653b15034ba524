//! What a creature knows of others: where it last saw or heard each of them. Written by its own questions and by the noise
//! that reaches it, so that a creature that never asks pays nothing.
//!
//! A line of sight is tested when it is asked for and the last test is more than [`SIGHT_STEPS`] old. There is always a
//! result, and it is never older than that. What is known is what was there at the test, so that a creature that was seen
//! and then hid is not followed into its hiding place.

use super::builds::Build;
use super::{Agents, StepView, Symbol};
use crate::body::{AgentId, Body, MoveClass, Sighting};
use crate::geom::{Storey, Vec2, bits, heading_of, heading_vec, wrap_angle};
use std::f32::consts::TAU;
use std::hash::{Hash, Hasher};

/// A line of sight that was tested so many steps ago, or fewer, is not tested again.
pub const SIGHT_STEPS: u64 = 5;
/// Creatures that one creature knows of at most.
pub const MOST_KNOWN: usize = 8;
/// Space is made for so many at a time: there are some for every creature.
const MORE_KNOWN: usize = 2;
/// Ears distinguish so many directions.
const DIRECTIONS: f32 = 16.0;

/// What is known of a creature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// Of which.
    pub id: AgentId,
    /// Its body; where it was only heard, at about its place and at rest.
    pub body: Body,
    /// Radians.
    pub heading: f32,
    /// Its health when it was last seen; full while it was only ever heard.
    pub health: f32,
    /// Its state when it was last seen; the one it began in while it was only ever heard.
    pub state: Symbol,
    /// The step in which it was last seen (the last test of its line of sight that found it open) or heard.
    pub step: u64,
    /// Whether it is in sight, by the last test of the line.
    pub in_sight: bool,
    /// It was heard and not seen: place and heading are no more than about right.
    pub by_ear: bool,
}

/// What is kept of it: there are some for every creature.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Kept {
    id: AgentId,
    position: Vec2,
    velocity: Vec2,
    storey: Storey,
    heading: f32,
    health: f32,
    state: Symbol,
    /// [`Known::step`], and the step from which on the next question tests its line of sight again.
    step: u32,
    due: u32,
    /// The rest of its body, by number.
    build: u16,
    in_sight: bool,
    by_ear: bool,
}

impl Kept {
    /// A creature that is seen in this step.
    fn now(view: &StepView, slot: usize) -> Self {
        let (agents, bodies) = (&view.agents, &view.agents.bodies);
        let (position, storey, velocity) = view.planned_place(slot);
        Self {
            id: bodies.id(slot),
            position,
            velocity,
            storey,
            heading: bodies.heading[slot],
            health: agents.health[slot],
            state: agents.state[slot],
            step: short(view.step),
            due: due(view.step),
            build: agents.builds.number(slot),
            in_sight: true,
            by_ear: false,
        }
    }

    /// Whether the last test of its line still counts.
    fn is_fresh(&self, step: u64) -> bool {
        step < self.due.into()
    }

    /// In a step, with the body whose build is among those of `agents`.
    fn known(self, agents: &Agents, step: u64) -> Known {
        let Self { position, storey, velocity, .. } = self;
        let Build { radius_m, height_m, speed_m_s, moves } = agents.builds.get(self.build);
        Known {
            id: self.id,
            body: Body { position, storey, velocity, radius_m, height_m, speed_m_s, moves },
            heading: self.heading,
            health: self.health,
            state: self.state,
            step: self.step.into(),
            in_sight: self.in_sight && self.is_fresh(step),
            by_ear: self.by_ear,
        }
    }

    /// For the world hash.
    fn digest<H: Hasher>(&self, agents: &Agents, h: &mut H) {
        let Build { radius_m, height_m, speed_m_s, moves } = agents.builds.get(self.build);
        (self.id.number(), bits(self.position), bits(self.velocity)).hash(h);
        (u64::from(self.step), u64::from(self.due), self.state.0).hash(h);
        for f in [radius_m, height_m, speed_m_s, self.heading, self.health] {
            f.to_bits().hash(h);
        }
        // As in the hash of bodies.
        if moves != MoveClass::WALK {
            moves.hash(h);
        }
        if self.storey != Storey::GROUND {
            self.storey.hash(h);
        }
        (self.in_sight, self.by_ear).hash(h);
    }
}

/// A step as it is kept: no world lives longer.
fn short(step: u64) -> u32 {
    u32::try_from(step).unwrap_or(u32::MAX)
}

/// The step from which on a line of sight that is tested now is tested again.
fn due(step: u64) -> u32 {
    short(step + SIGHT_STEPS + 1)
}

/// The creatures that are never forgotten: what its pathfinder follows, and what it strikes at.
pub type Targets = [Option<AgentId>; 2];

/// What one creature knows of others: at most [`MOST_KNOWN`] of them in one array, which is made when it is first needed. The
/// one that was seen or heard longest ago goes first, targets never.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Knowledge {
    known: Vec<Kept>,
}

impl Knowledge {
    /// Whether the creature in slot `me` has another one in sight, and how many cells and volumes were looked at.
    pub fn sees(&mut self, view: &StepView, me: usize, other: usize, targets: &Targets) -> (bool, u32) {
        if view.omniscient {
            return view.sees(me, other);
        }
        let id = view.agents.bodies.id(other);
        let known = self.known.iter().find(|k| k.id == id);
        if let Some(known) = known.filter(|k| k.is_fresh(view.step)) {
            return (known.in_sight, 0);
        }
        let (seen, looked_at) = view.sees(me, other);
        if seen {
            self.keep(Kept::now(view, other), targets);
        } else if let Some(known) = self.known.iter_mut().find(|k| k.id == id) {
            (known.in_sight, known.due) = (false, due(view.step));
        }
        (seen, looked_at)
    }

    /// What the creature in slot `me` knows of another one after a look at it, and how many cells and volumes were looked at.
    /// `None` when it neither sees it nor ever saw or heard it.
    pub fn look(&mut self, view: &StepView, me: usize, other: usize, targets: &Targets) -> (Option<Known>, u32) {
        let id = view.agents.bodies.id(other);
        if view.omniscient {
            return (self.recall(view, id), 0);
        }
        let (seen, looked_at) = self.sees(view, me, other, targets);
        // What is in sight need not have been kept.
        let seen = seen.then(|| Kept::now(view, other).known(&view.agents, view.step));
        (self.recall(view, id).or(seen), looked_at)
    }

    /// A noise lets the creature in slot `me` know of another one that it does not see: the direction as well as ears can
    /// say it, and the order of the distance.
    pub fn notice(&mut self, view: &StepView, me: usize, other: usize, targets: &Targets) {
        let mut heard = Kept::now(view, other);
        let known = self.known.iter().find(|k| k.id == heard.id);
        if view.omniscient || known.is_some_and(|k| k.in_sight && k.is_fresh(view.step)) {
            return;
        }
        // The line was not tested: the next question does that.
        (heard.in_sight, heard.by_ear, heard.due) = (false, true, known.map_or(0, |k| k.due));
        let here = view.agents.bodies.position[me];
        let (place, direction) = about(here, heard.position);
        heard.position = place.clamp(Vec2::ZERO, view.plane_of(me).size());
        // Ears do not say where it faces: as it was seen last, else away from the listener.
        (heard.velocity, heard.heading) = (Vec2::ZERO, known.map_or(direction, |k| k.heading));
        // Nor how it is.
        let start = || view.catalogue.find(view.agents.behaviour[other]).map_or(heard.state, |species| species.start);
        (heard.health, heard.state) =
            known.map_or_else(|| (view.agents.max_health[other], start()), |k| (k.health, k.state));
        self.keep(heard, targets);
    }

    /// What is known of a living creature, as it was last seen or heard. `None` when it never was, or that is forgotten.
    pub fn recall(&self, view: &StepView, id: AgentId) -> Option<Known> {
        let slot = view.agents.bodies.find(id)?;
        if view.omniscient {
            return Some(Kept::now(view, slot).known(&view.agents, view.step));
        }
        let known = self.known.iter().find(|k| k.id == id)?;
        Some(known.known(&view.agents, view.step))
    }

    /// What is known of all of them that live.
    pub fn all<'a>(&'a self, view: &'a StepView) -> impl Iterator<Item = Known> + 'a {
        self.known.iter().filter_map(|known| self.recall(view, known.id))
    }

    /// The same for a pathfinder's target.
    pub fn sighting(&self, view: &StepView, id: AgentId) -> Option<Sighting> {
        self.recall(view, id).map(|k| Sighting { body: k.body, step: k.step, in_sight: k.in_sight })
    }

    /// The memory in which it lies.
    pub(crate) fn memory(&self) -> &[impl Sized] {
        &self.known
    }

    /// For the world hash.
    pub(crate) fn digest<H: Hasher>(&self, agents: &Agents, h: &mut H) {
        self.known.len().hash(h);
        self.known.iter().for_each(|known| known.digest(agents, h));
    }

    /// How many creatures it knows of.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether it knows of none.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Keeps what was learnt in place of the oldest, unless all that is kept is as new or about targets.
    fn keep(&mut self, new: Kept, targets: &Targets) {
        if let Some(known) = self.known.iter_mut().find(|k| k.id == new.id) {
            *known = new;
            return;
        }
        if self.known.len() < MOST_KNOWN {
            if self.known.len() == self.known.capacity() {
                self.known.reserve_exact(MORE_KNOWN);
            }
            self.known.push(new);
            return;
        }
        let is_target = |id| targets.contains(&Some(id));
        let oldest = self.known.iter_mut().filter(|k| !is_target(k.id)).min_by_key(|k| k.step);
        if let Some(oldest) = oldest.filter(|k| k.step < new.step || is_target(new.id)) {
            *oldest = new;
        }
    }
}

/// Where a noise seems to come from, and its direction: one of [`DIRECTIONS`], at a distance of 1, 2, 4, 8, … metres.
fn about(here: Vec2, source: Vec2) -> (Vec2, f32) {
    let direction = direction(here, source);
    let distance = here.distance(source).max(1.0).log2().round().exp2();
    (here + heading_vec(direction) * distance, direction)
}

/// The direction that ears give a noise, radians.
pub(crate) fn direction(here: Vec2, source: Vec2) -> f32 {
    let sector = TAU / DIRECTIONS;
    wrap_angle((heading_of(source - here) / sector).round() * sector)
}
