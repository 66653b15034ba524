//! Right of way: of bodies that hold each other up, which goes first, and how the others make it possible.
//!
//! A body that makes no progress gets a *claim*; the oldest goes first. A body that goes has a *lane*: the ground it is about
//! to take. Each body in a lane is asked to leave it, goes where it is least in the lanes of those before it, and asks those in
//! its own lane in turn, so that each inherits the rank of the one that asked it (priority inheritance with pushing: Okumura,
//! Machida, Défago & Tamura 2022). In a passage that admits one, the other therefore goes back until it can step aside.
//! Bodies at rest step aside too, and come back. A claim that gets nowhere becomes the youngest.

mod lane;
mod record;

use super::{Walls, Wanted};
use crate::body::{Bodies, NeighbourIndex};
use crate::geom::{Aabb, Vec2};
use lane::{Lane, Spot};
use record::Record;
use std::hash::{Hash, Hasher};

/// The right of way among all bodies.
#[derive(Clone, Debug, Default)]
pub struct RightOfWay {
    step: u32,
    /// By slot.
    records: Vec<Record>,
    /// The steps of claims and the slots that have them, the oldest first.
    claims: Vec<(u32, u32)>,
    /// Of those that go, in order of rank.
    lanes: Vec<Lane>,
    /// Slots that are asked, the next one last.
    asked: Vec<u32>,
    found: Vec<(f32, u32)>,
    spots: Vec<Spot>,
}

/// How far a lane reaches ahead, metres beyond the body's rim.
const LOOK_M: f32 = 1.5;

/// What there is to see in a step.
struct Sight<'a, W> {
    bodies: &'a Bodies,
    near: &'a NeighbourIndex,
    walls: &'a W,
    step_s: f32,
}

impl RightOfWay {
    /// Changes what bodies want where they hold each other up. To be called once a step of so many seconds.
    pub fn settle<W: Walls>(
        &mut self,
        bodies: &Bodies,
        near: &NeighbourIndex,
        walls: &W,
        wanted: &mut [Wanted],
        step_s: f32,
    ) {
        self.step = self.step.wrapping_add(1);
        self.records.resize(bodies.len(), Record::default());
        self.claims.clear();
        for slot in bodies.living() {
            let record = &mut self.records[slot];
            if record.note(bodies, walls, &mut wanted[slot], slot, (self.step, step_s)) {
                self.claims.extend(record.since.map(|since| (since, slot as u32)));
            }
        }
        self.claims.sort_unstable();
        self.lanes.clear();
        let sight = Sight { bodies, near, walls, step_s };
        for i in 0..self.claims.len() {
            self.asked.push(self.claims[i].1);
            while let Some(slot) = self.asked.pop() {
                if wanted[slot as usize].rank == 0 {
                    self.go(&sight, wanted, slot as usize);
                }
            }
        }
    }

    /// Gives the next rank to a body, and asks those in its lane.
    fn go<W: Walls>(&mut self, on: &Sight<W>, wanted: &mut [Wanted], slot: usize) {
        let (here, radius) = (on.bodies.position[slot], on.bodies.radius[slot]);
        let want = wanted[slot];
        let ahead = if want.goes { (want.to - here).normalize_or_zero() } else { Vec2::ZERO };
        self.look_round(on, wanted, slot);
        let record = &mut self.records[slot];
        // A body that gets on in the direction of the one that asks makes space by that.
        let moves = if record.is_moving() { ahead } else { Vec2::ZERO };
        let lane = if self.spots.iter().any(|s| s.asks(here, radius, moves)) {
            let to = self.make_space(on, &mut wanted[slot], slot);
            Lane { from: here, to, radius }
        } else if want.goes {
            record.go(slot, (self.step, on.step_s));
            let reach = (radius + LOOK_M).min(here.distance(want.to));
            Lane { from: here, to: here + ahead * reach, radius }
        } else {
            return;
        };
        self.lanes.push(lane);
        wanted[slot].rank = self.lanes.len() as u32;
        wanted[slot].top_m_s = want.top_m_s.max(on.bodies.speed[slot]);
        wanted[slot].yields = 1.0;
        self.ask(on, wanted, slot, lane);
    }

    /// Sends a body to where it makes space; returns where that is.
    fn make_space<W: Walls>(&mut self, on: &Sight<W>, wanted: &mut Wanted, slot: usize) -> Vec2 {
        let (here, radius) = (on.bodies.position[slot], on.bodies.radius[slot]);
        let record = &mut self.records[slot];
        let shuns = record.press(on.bodies.velocity[slot]);
        let before = if shuns { -record.aside * lane::SHUNNED } else { record.aside };
        let goal = if wanted.goes { wanted.to } else { record.rest().unwrap_or(here) };
        let to = lane::aside(&self.spots, on.walls, (slot, here, radius), goal, before);
        if !wanted.goes {
            record.leave(here, on.walls, slot);
        }
        let direction = (to - here).normalize_or_zero();
        if !shuns {
            record.aside = direction;
        }
        wanted.velocity = direction * on.bodies.speed[slot].min(to.distance(here) / on.step_s);
        to
    }

    /// Asks those in a body's lane to make space; the nearest first.
    fn ask<W>(&mut self, on: &Sight<W>, wanted: &[Wanted], slot: usize, lane: Lane) {
        let bodies = on.bodies;
        let area = Aabb::new(lane.from, lane.to).grown(lane.radius + on.near.widest_m() + lane::MARGIN_M);
        let found = &mut self.found;
        found.clear();
        on.near.each(bodies.storey[slot], area, |other| {
            let at = bodies.position[other];
            if other != slot
                && wanted[other].rank == 0
                && wanted[other].makes_space()
                && bodies.meet_in_height(slot, other)
                && lane.holds(at, bodies.radius[other])
            {
                found.push((-at.distance_squared(lane.from), other as u32));
            }
        });
        if !found.is_empty() {
            self.records[slot].use_claim();
        }
        found.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        self.asked.extend(found.iter().map(|(_, other)| *other));
    }

    /// Collects the bodies near one, with the lanes of those before it.
    fn look_round<W>(&mut self, on: &Sight<W>, wanted: &[Wanted], slot: usize) {
        let (bodies, near) = (on.bodies, on.near);
        let (here, radius) = (bodies.position[slot], bodies.radius[slot]);
        let reach = radius + 2.0 * near.widest_m() + LOOK_M + lane::MARGIN_M;
        self.spots.clear();
        let (spots, lanes) = (&mut self.spots, &self.lanes);
        near.each(bodies.storey[slot], Aabb::around(here, reach), |other| {
            if other == slot || !bodies.meet_in_height(slot, other) {
                return;
            }
            let (at, other_radius) = (bodies.position[other], bodies.radius[other]);
            let lane = lanes.get((wanted[other].rank as usize).wrapping_sub(1)).copied();
            let is_near = at.distance(here) <= radius + other_radius + lane::FARTHEST_M;
            if is_near || lane.is_some_and(|l| l.distance(here) < reach) {
                spots.push(Spot { at, radius: other_radius, lane, movable: wanted[other].makes_space() });
            }
        });
    }
}

impl Wanted {
    /// Whether it can be asked to make space.
    fn makes_space(&self) -> bool {
        self.yields > 0.0 || self.steps_aside
    }
}

/// Everything that decides its future, for the world hash; nothing of bodies that nothing holds up.
impl Hash for RightOfWay {
    fn hash<H: Hasher>(&self, h: &mut H) {
        for (slot, record) in self.records.iter().enumerate().filter(|(_, r)| !r.is_fresh()) {
            slot.hash(h);
            record.hash(self.step, h);
        }
    }
}
