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
use crate::body::{Bodies, MoveClass, NeighbourIndex, spread};
use crate::geom::{Aabb, Vec2, bits};
use lane::{Lane, Other, Surroundings};
use rayon::ThreadPool;
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
    parts: Vec<Vec<(u32, u32)>>,
    /// Of those that go, in order of rank.
    lanes: Vec<Lane>,
    /// Slots that are asked, the next one last.
    asked: Vec<u32>,
    found: Vec<(f32, u32)>,
    /// What bodies were given when it was settled last.
    given: Vec<Given>,
    /// Their ranks then, by slot; 0: none.
    ranks: Vec<u32>,
    /// What bodies wanted themselves, of those that were given something: by chunk of them, with their places in it.
    own: Vec<Vec<Own>>,
    /// Where the bodies are and how wide, metres, in the order of the index of neighbours.
    places: Vec<Place>,
    around: Surroundings,
}

/// How far a lane reaches ahead, metres beyond the body's rim.
const LOOK_M: f32 = 1.5;

/// Where a body is, and its radius, metres.
type Place = (Vec2, f32);

/// A rank that a body has until the right of way is settled again.
#[derive(Clone, Copy, Debug)]
struct Given {
    slot: u32,
    generation: u32,
    rank: u32,
    /// Where it makes space, metres; `None`: it goes where it wants to.
    to: Option<Vec2>,
}

/// What a body wanted itself, as far as a rank changes that.
#[derive(Clone, Copy, Debug)]
struct Own {
    /// Its place in its chunk.
    at: u32,
    velocity: Vec2,
    top_m_s: f32,
    yields: f32,
}

impl Own {
    fn of(at: usize, wanted: &Wanted) -> Self {
        let Wanted { velocity, top_m_s, yields, .. } = *wanted;
        Self { at: at as u32, velocity, top_m_s, yields }
    }

    fn give_back(self, wanted: &mut [Wanted]) {
        let Self { at, velocity, top_m_s, yields } = self;
        let wanted = &mut wanted[at as usize];
        (wanted.velocity, wanted.top_m_s, wanted.yields, wanted.rank) = (velocity, top_m_s, yields, 0);
    }
}

/// What there is to see in a step.
struct Sight<'a, W> {
    bodies: &'a Bodies,
    near: &'a NeighbourIndex,
    walls: &'a W,
    /// By slot.
    wanted: &'a [Wanted],
    step_s: f32,
    /// Steps from one time that it is settled to the next.
    every: u8,
    /// All bodies are on one storey and at one height.
    all_meet: bool,
}

impl<W> Sight<'_, W> {
    fn meet(&self, slot: usize, other: usize) -> bool {
        self.all_meet || self.bodies.meet(slot, other)
    }
}

impl RightOfWay {
    /// Takes back what [`RightOfWay::give`] changed of what bodies want. To be called before they decide.
    pub fn take_back(&mut self, wanted: &mut [Wanted], pool: Option<&ThreadPool>) {
        spread::in_chunks(pool, wanted, &mut self.own, |_, wanted, own| {
            own.drain(..).for_each(|own| own.give_back(wanted));
        });
    }

    /// Lets bodies go first or make space, as it was settled last. What they want themselves is kept until
    /// [`RightOfWay::take_back`].
    pub fn give(&mut self, bodies: &Bodies, wanted: &mut [Wanted], (step_s, pool): (f32, Option<&ThreadPool>)) {
        let Self { given, ranks, own, .. } = self;
        // The body with rank 1 was given something first.
        let given = |slot: usize| given.get((*ranks.get(slot)? as usize).checked_sub(1)?);
        spread::in_chunks(pool, wanted, own, |first, wanted, own| {
            for (at, wanted) in wanted.iter_mut().enumerate() {
                let slot = first + at;
                let Some(Given { generation, rank, to, .. }) = given(slot) else { continue };
                let is_same = bodies.alive[slot] && bodies.generation[slot] == *generation;
                if !is_same || !(wanted.goes || wanted.makes_space()) {
                    continue;
                }
                own.push(Own::of(at, wanted));
                wanted.take_rank(*rank, bodies.speed[slot]);
                if let Some(to) = to {
                    wanted.leave_for(*to, bodies, slot, step_s);
                }
            }
        });
    }

    /// Forgets what was settled.
    pub fn forget(&mut self) {
        self.given.drain(..).for_each(|given| self.ranks[given.slot as usize] = 0);
    }

    /// Settles which of the bodies that hold each other up goes first, and where the others make space: for `every` steps of so many
    /// seconds. [`RightOfWay::note`] was called in this step. Changes nothing that bodies want: see [`RightOfWay::give`].
    pub fn settle<W: Walls + Sync>(
        &mut self,
        bodies: &Bodies,
        near: &NeighbourIndex,
        walls: &W,
        wanted: &[Wanted],
        (step_s, pool): (f32, Option<&ThreadPool>),
        every: u8,
    ) {
        self.forget();
        self.claims.sort_unstable();
        self.lanes.clear();
        self.ranks.resize(bodies.len(), 0);
        let all_meet = near.is_flat() && !bodies.moves.contains(&MoveClass::FLY);
        let sight = Sight { bodies, near, walls, wanted, step_s, every, all_meet };
        if !self.claims.is_empty() {
            // What has died since bodies were indexed is nowhere.
            let at = |slot: usize| if bodies.alive[slot] { bodies.position[slot] } else { Vec2::INFINITY };
            let place = |slot: usize| (at(slot), bodies.radius[slot]);
            spread::gather(pool, near.slots(), &mut self.places, place);
        }
        for i in 0..self.claims.len() {
            let slot = self.claims[i].1 as usize;
            // In no lane so far: else it would have been asked.
            if self.ranks[slot] == 0 {
                self.go(&sight, slot);
            }
            while let Some(slot) = self.asked.pop() {
                if self.ranks[slot as usize] == 0 {
                    self.respond(&sight, slot as usize);
                }
            }
        }
    }

    /// Brings the records up to date by what each body wants itself, and collects the claims. To be called in each step.
    pub fn note<W: Walls + Sync>(
        &mut self,
        bodies: &Bodies,
        walls: &W,
        wanted: &mut [Wanted],
        (step_s, pool): (f32, Option<&ThreadPool>),
    ) {
        self.step = self.step.wrapping_add(1);
        self.records.resize(bodies.len(), Record::default());
        let Self { records, parts, claims, step, .. } = self;
        spread::each_of_two(pool, (records, wanted), (parts, claims), |slot, record, wanted, claims| {
            if bodies.alive[slot] && record.note(bodies, walls, wanted, slot, (*step, step_s)) {
                claims.extend(record.since.map(|since| (since, slot as u32)));
            }
        });
    }

    /// A body that was asked makes space, or goes where it wants to where that makes space as well.
    fn respond<W: Walls>(&mut self, on: &Sight<W>, slot: usize) {
        let (here, want) = (on.bodies.position[slot], on.wanted[slot]);
        if let Some(to) = self.records[slot].space(self.step) {
            // It looked a few steps ago.
            self.records[slot].press(on.bodies.velocity[slot], on.every);
            self.leave(on, slot);
            self.take(on, slot, (to, Some(to)));
            return;
        }
        self.look_round(on, slot);
        // A body that gets on in the direction of the one that asks makes space by that.
        let gets_on = want.goes && self.records[slot].is_moving();
        let ahead = if gets_on { (want.to - here).normalize_or_zero() } else { Vec2::ZERO };
        if self.around.ask(ahead) {
            let to = self.make_space(on, slot);
            self.take(on, slot, (to, Some(to)));
        } else if want.goes {
            self.go(on, slot);
        }
    }

    /// A body goes where it wants to.
    fn go<W: Walls>(&mut self, on: &Sight<W>, slot: usize) {
        let (here, to) = (on.bodies.position[slot], on.wanted[slot].to);
        self.records[slot].go(slot, (self.step, on.step_s * f32::from(on.every)));
        let reach = (on.bodies.radius[slot] + LOOK_M).min(here.distance(to));
        self.take(on, slot, (here + (to - here).normalize_or_zero() * reach, None));
    }

    /// Gives a body the next rank and the lane to a place, and asks those in it. It may make space at a place.
    fn take<W>(&mut self, on: &Sight<W>, slot: usize, (end, to): (Vec2, Option<Vec2>)) {
        let lane = Lane::new(on.bodies.position[slot], end, on.bodies.radius[slot]);
        self.lanes.push(lane);
        let rank = self.lanes.len() as u32;
        self.ranks[slot] = rank;
        self.given.push(Given { slot: slot as u32, generation: on.bodies.generation[slot], rank, to });
        self.ask(on, slot, lane);
    }

    /// Finds where a body makes space, and returns where that is.
    fn make_space<W: Walls>(&mut self, on: &Sight<W>, slot: usize) -> Vec2 {
        let (here, wanted) = (on.bodies.position[slot], &on.wanted[slot]);
        let record = &mut self.records[slot];
        let shuns = record.press(on.bodies.velocity[slot], on.every);
        let before = if shuns { -record.aside * lane::SHUNNED } else { record.aside };
        let goal = if wanted.goes { wanted.to } else { record.rest().unwrap_or(here) };
        let to = self.around.aside(on.walls, slot, goal, before);
        let record = &mut self.records[slot];
        if !shuns {
            record.aside = (to - here).normalize_or_zero();
        }
        record.keep_space(to, self.step);
        self.leave(on, slot);
        to
    }

    /// A body makes space: one at rest will come back.
    fn leave<W: Walls>(&mut self, on: &Sight<W>, slot: usize) {
        if !on.wanted[slot].goes {
            self.records[slot].leave(on.bodies.position[slot], on.walls, slot);
        }
    }

    /// Asks those in a body's lane to make space; the nearest first.
    fn ask<W>(&mut self, on: &Sight<W>, slot: usize, lane: Lane) {
        let Self { found, places, ranks, .. } = self;
        found.clear();
        let area = lane.area(on.near.widest_m());
        each_in(on.near, places, area, |other, (at, radius)| {
            if lane.holds(at, radius)
                && other != slot
                && ranks[other] == 0
                && on.wanted[other].makes_space()
                && on.meet(slot, other)
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
    fn look_round<W>(&mut self, on: &Sight<W>, slot: usize) {
        let (bodies, near) = (on.bodies, on.near);
        let (here, radius) = (bodies.position[slot], bodies.radius[slot]);
        // No lane reaches farther from its body.
        let reach = radius + 2.0 * near.widest_m() + LOOK_M + lane::MARGIN_M + lane::FARTHEST_M;
        let Self { around, lanes, places, ranks, .. } = self;
        around.begin(here, radius);
        each_in(near, places, Aabb::around(here, reach), |other, (at, its_radius)| {
            if at.distance_squared(here) > reach * reach || other == slot || !on.meet(slot, other) {
                return;
            }
            let lane = lanes.get((ranks[other] as usize).wrapping_sub(1)).copied();
            let without = if on.wanted[other].makes_space() { Other::Movable } else { Other::Fixed };
            around.add(at, its_radius, lane.map_or(without, Other::First));
        });
    }
}

/// So many places are compared before the next decision.
const BLOCK: usize = 64;

/// Calls `found` with every body in an area and where it is; `places` are those of the index's slots.
fn each_in(near: &NeighbourIndex, places: &[Place], area: Aabb, mut found: impl FnMut(usize, Place)) {
    let ((first, _), (last, _)) = (near.row(area.min.y), near.row(area.max.y));
    for row in first..=last {
        let run = near.run(row, area.min.x, area.max.x);
        for (slots, places) in near.slots()[run.clone()].chunks(BLOCK).zip(places[run].chunks(BLOCK)) {
            // Each is written, and stays where it is in the area: a branch would be guessed wrong too often.
            let (mut hits, mut count) = ([0u8; BLOCK], 0);
            for (i, (at, _)) in places.iter().enumerate() {
                hits[count] = i as u8;
                let is_in = (at.x >= area.min.x) & (at.x <= area.max.x) & (at.y >= area.min.y) & (at.y <= area.max.y);
                count += usize::from(is_in);
            }
            for hit in &hits[..count] {
                let hit = usize::from(*hit);
                found(slots[hit] as usize, places[hit]);
            }
        }
    }
}

impl Wanted {
    /// Whether it can be asked to make space.
    fn makes_space(&self) -> bool {
        self.yields > 0.0 || self.steps_aside
    }

    /// Takes part in the right of way with a rank.
    fn take_rank(&mut self, rank: u32, speed_m_s: f32) {
        (self.rank, self.top_m_s, self.yields) = (rank, self.top_m_s.max(speed_m_s), 1.0);
    }

    /// Wants to be at a place, as soon as it can.
    fn leave_for(&mut self, to: Vec2, bodies: &Bodies, slot: usize, step_s: f32) {
        let here = bodies.position[slot];
        let speed_m_s = bodies.speed[slot].min(to.distance(here) / self.decision.seconds(step_s));
        self.velocity = (to - here).normalize_or_zero() * speed_m_s;
    }
}

/// Everything that decides its future, for the world hash; nothing of bodies that nothing holds up.
impl Hash for RightOfWay {
    fn hash<H: Hasher>(&self, h: &mut H) {
        for (slot, record) in self.records.iter().enumerate().filter(|(_, r)| !r.is_fresh()) {
            slot.hash(h);
            record.hash(self.step, h);
        }
        for given in &self.given {
            (given.slot, given.rank, given.to.map(bits)).hash(h);
        }
    }
}
