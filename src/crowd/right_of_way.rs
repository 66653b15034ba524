//! Right of way: of bodies that hold each other up, which goes first, and how the others make it possible.
//!
//! A body that makes no progress gets a *claim*; the oldest goes first. A body that goes has a *lane*: the ground it is about
//! to take. Each body in a lane is asked to leave it, goes where it is least in the lanes of those before it, and asks those in
//! its own lane in turn, so that each inherits the rank of the one that asked it (priority inheritance with pushing: Okumura,
//! Machida, Défago & Tamura 2022). In a passage that admits one, the other therefore goes back until it can step aside.
//! Bodies at rest step aside too, and come back. A claim that gets nowhere becomes the youngest.

mod lane;

use super::{Walls, Wanted};
use crate::body::{Bodies, NeighbourIndex};
use crate::geom::{Aabb, Vec2, bits};
use lane::{Lane, Spot};
use std::hash::{Hash, Hasher};

/// What lasts of a body from step to step.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Record {
    generation: u32,
    /// The mean of its recent progress as a share of the speed it wants, 0 to 1.
    progress: f32,
    /// The step since which it has its claim.
    since: Option<u32>,
    /// Steps for which a claim has been of no use to it, or got it nowhere.
    free: u16,
    still: u16,
    /// How often its claim became the youngest.
    turns: u16,
    /// Where it was at rest before it stepped aside, metres, and the steps since it may go back.
    rest: Option<Vec2>,
    returning: u16,
    /// Where it went to make space last, as a direction, and the steps for which that was of no use.
    aside: Vec2,
    pressed: u16,
    /// Where it was when it had last come away from a place, metres, and the steps since.
    place: Vec2,
    stayed: u16,
}

/// The right of way among all bodies.
#[derive(Clone, Debug, Default)]
pub struct RightOfWay {
    step: u32,
    /// By slot.
    records: Vec<Record>,
    /// Slots that have a claim, the oldest first.
    claims: Vec<(u32, u32)>,
    /// Of those that go, in order of rank.
    lanes: Vec<Lane>,
    /// Slots that are asked, the next one last.
    asked: Vec<u32>,
    found: Vec<(f32, u32)>,
    spots: Vec<Spot>,
}

/// The mean of progress is over so long, seconds.
const MEAN_S: f32 = 1.0;
/// A body is held up that makes less than this share of the progress it wants …
const HELD: f32 = 0.25;
/// … and no longer when it makes this share …
const FREE: f32 = 0.6;
/// … for so long, seconds.
const FREE_S: f32 = 1.5;
/// A claim that gets nowhere becomes the youngest after so long, seconds; by slot and turn a little later.
const PATIENCE_S: f32 = 3.0;
/// So is one that comes no farther than this, metres, …
const STAYS_M: f32 = 0.3;
/// … in so long, seconds, and in this many times as long as it would take.
const STAYS_S: f32 = 2.0;
const STAYS_TIMES: f32 = 3.0;
/// Slower than this no body is thought to want to go, metres a second.
const SLOW_M_S: f32 = 0.2;
/// A body that made space in a direction for so many steps without moving makes it elsewhere, for so many steps.
const PRESSES: u16 = 10;
const SHUNS: u16 = 30;
/// It moves if it is faster than this, metres a second.
const MOVES_M_S: f32 = 0.1;
/// How far a lane reaches ahead, metres beyond the body's rim.
const LOOK_M: f32 = 1.5;
/// A body that stepped aside gives up going back after so long, seconds.
const RETURN_S: f32 = 10.0;
/// The share of its speed at which it goes back.
const RETURN_PACE: f32 = 0.5;
/// That near is back, metres.
const BACK_M: f32 = 0.05;

impl RightOfWay {
    /// Changes what bodies want where they hold each other up. To be called once a step.
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
            self.note(bodies, &mut wanted[slot], slot, step_s);
        }
        self.claims.sort_unstable();
        self.lanes.clear();
        for i in 0..self.claims.len() {
            self.asked.push(self.claims[i].1);
            while let Some(slot) = self.asked.pop() {
                if wanted[slot as usize].rank == 0 {
                    self.go(bodies, near, walls, wanted, (slot as usize, step_s));
                }
            }
        }
    }

    /// Brings what lasts of a body up to date.
    fn note(&mut self, bodies: &Bodies, wanted: &mut Wanted, slot: usize, step_s: f32) {
        let record = &mut self.records[slot];
        if record.generation != bodies.generation[slot] {
            *record = Record { generation: bodies.generation[slot], ..Record::default() };
        }
        let steps = |seconds: f32| (seconds / step_s) as u16;
        if !wanted.goes || wanted.yields <= 0.0 {
            (record.progress, record.since, record.stayed) = (1.0, None, 0);
            record.come_back(bodies, wanted, slot, step_s);
            return;
        }
        record.rest = None;
        let here = bodies.position[slot];
        record.stayed = record.stayed.saturating_add(1);
        if record.place.distance_squared(here) > STAYS_M * STAYS_M {
            (record.place, record.stayed) = (here, 0);
        }
        // A body that turns on the spot makes none.
        let pace = wanted.velocity.length();
        let made = bodies.velocity[slot].dot(wanted.velocity) / (pace * pace).max(f32::MIN_POSITIVE);
        record.progress += (made.clamp(-1.0, 1.0) - record.progress) * (step_s / MEAN_S).min(1.0);
        match record.since {
            None if record.progress < HELD
                || f32::from(record.stayed) * step_s > STAYS_S.max(STAYS_TIMES * STAYS_M / pace.max(SLOW_M_S)) =>
            {
                record.since = Some(self.step);
                (record.free, record.still, record.turns) = (0, 0, 0);
            }
            Some(_) if record.progress > FREE => {
                record.free += 1;
                record.still = 0;
                if record.free > steps(FREE_S) {
                    record.since = None;
                }
            }
            _ => record.free = 0,
        }
        self.claims.extend(record.since.map(|since| (since, slot as u32)));
    }

    /// Gives the next rank to a body, and asks those in its lane.
    fn go<W: Walls>(
        &mut self,
        bodies: &Bodies,
        near: &NeighbourIndex,
        walls: &W,
        wanted: &mut [Wanted],
        (slot, step_s): (usize, f32),
    ) {
        let (here, radius) = (bodies.position[slot], bodies.radius[slot]);
        let (want, speed) = (wanted[slot], bodies.speed[slot]);
        let is_going = want.goes;
        let ahead = (want.to - here).normalize_or_zero();
        let moves = if self.records[slot].progress > HELD { ahead } else { Vec2::ZERO };
        self.look_round(bodies, near, wanted, slot);
        let record = &mut self.records[slot];
        let lane = if self.spots.iter().any(|s| s.asks(here, radius, moves)) {
            let goal = record.rest.unwrap_or(if is_going { want.to } else { here });
            let still = bodies.velocity[slot].length_squared() < MOVES_M_S * MOVES_M_S;
            let shuns = record.press(still && record.aside != Vec2::ZERO);
            let before = if shuns { -record.aside * lane::SHUNNED } else { record.aside };
            let to = lane::aside(&self.spots, walls, (slot, here, radius), goal, before);
            if !is_going {
                record.rest = record.rest.or(Some(here));
                record.returning = 0;
            }
            let direction = (to - here).normalize_or_zero();
            if !shuns {
                record.aside = direction;
            }
            wanted[slot].velocity = direction * speed.min(to.distance(here) / step_s);
            Lane { slot: slot as u32, from: here, to, radius }
        } else if is_going {
            record.wait_in_vain(slot, self.step, step_s);
            record.pressed = 0;
            let reach = (radius + LOOK_M).min(here.distance(want.to));
            Lane { slot: slot as u32, from: here, to: here + ahead * reach, radius }
        } else {
            return;
        };
        self.lanes.push(lane);
        wanted[slot].rank = self.lanes.len() as u32;
        wanted[slot].top_m_s = want.top_m_s.max(speed);
        wanted[slot].yields = 1.0;
        // The nearest is asked first.
        self.found.clear();
        let area = Aabb::new(lane.from, lane.to).grown(radius + near.widest_m() + lane::MARGIN_M);
        let found = &mut self.found;
        near.each(bodies.storey[slot], area, |other| {
            let at = bodies.position[other];
            let movable = wanted[other].yields > 0.0 || wanted[other].steps_aside;
            if other != slot
                && wanted[other].rank == 0
                && movable
                && bodies.meet_in_height(slot, other)
                && lane.holds(at, bodies.radius[other])
            {
                found.push((-at.distance_squared(here), other as u32));
            }
        });
        found.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        if !found.is_empty() {
            self.records[slot].free = 0;
        }
        self.asked.extend(found.iter().map(|(_, other)| *other));
    }

    /// Collects the bodies near one, with the lanes of those before it.
    fn look_round(&mut self, bodies: &Bodies, near: &NeighbourIndex, wanted: &[Wanted], slot: usize) {
        let (here, radius) = (bodies.position[slot], bodies.radius[slot]);
        let reach = radius + 2.0 * near.widest_m() + LOOK_M + lane::MARGIN_M;
        self.spots.clear();
        let (spots, lanes) = (&mut self.spots, &self.lanes);
        near.each(bodies.storey[slot], Aabb::around(here, reach), |other| {
            if other == slot || !bodies.meet_in_height(slot, other) {
                return;
            }
            let rank = wanted[other].rank;
            let (at, other_radius) = (bodies.position[other], bodies.radius[other]);
            let lane = lanes.get((rank as usize).wrapping_sub(1)).copied();
            let movable = wanted[other].yields > 0.0 || wanted[other].steps_aside;
            let far = at.distance(here) > radius + other_radius + lane::FARTHEST_M;
            if lane.is_some_and(|l| l.distance(here) < reach) || !far {
                spots.push(Spot { at, radius: other_radius, lane, movable });
            }
        });
    }
}

impl Record {
    /// Whether it is as it would be of a newcomer.
    fn is_fresh(&self) -> bool {
        *self == Self { generation: self.generation, ..Self::default() }
    }

    /// A body at rest that stepped aside goes back.
    fn come_back(&mut self, bodies: &Bodies, wanted: &mut Wanted, slot: usize, step_s: f32) {
        let Some(rest) = self.rest else { return };
        let back = rest - bodies.position[slot];
        self.returning += 1;
        if back.length() < BACK_M || f32::from(self.returning) * step_s > RETURN_S || !wanted.steps_aside {
            self.rest = None;
            return;
        }
        let speed = bodies.speed[slot] * RETURN_PACE;
        wanted.velocity = back.clamp_length_max(speed * step_s) / step_s;
        (wanted.top_m_s, wanted.yields, wanted.to) = (speed, 1.0, rest);
    }

    /// Counts the steps in which the body makes space, and those in which that is of no use; whether it is to do so elsewhere.
    fn press(&mut self, in_vain: bool) -> bool {
        let shuns = self.pressed >= PRESSES;
        self.pressed = if shuns || in_vain { (self.pressed + 1) % SHUNS } else { 0 };
        shuns
    }

    /// A claim that gets nowhere becomes the youngest.
    fn wait_in_vain(&mut self, slot: usize, step: u32, step_s: f32) {
        if self.progress > HELD {
            self.still = 0;
            return;
        }
        self.still += 1;
        // Two that wait for each other are not to take turns at the same time.
        let spread = (slot * 7 + usize::from(self.turns) * 13) % 20;
        if f32::from(self.still) * step_s > PATIENCE_S + spread as f32 * 0.1 {
            (self.since, self.still) = (Some(step), 0);
            self.turns = self.turns.wrapping_add(1);
        }
    }
}

impl Default for Record {
    fn default() -> Self {
        Self {
            generation: 0,
            progress: 1.0,
            since: None,
            free: 0,
            still: 0,
            turns: 0,
            rest: None,
            returning: 0,
            aside: Vec2::ZERO,
            pressed: 0,
            place: Vec2::ZERO,
            stayed: 0,
        }
    }
}

/// Everything that decides its future, for the world hash; nothing of bodies that nothing holds up.
impl Hash for RightOfWay {
    fn hash<H: Hasher>(&self, h: &mut H) {
        for (slot, record) in self.records.iter().enumerate().filter(|(_, r)| !r.is_fresh()) {
            let Record { generation, progress, since, free, still, turns, rest, returning, .. } = *record;
            let Record { aside, pressed, place, stayed, .. } = *record;
            let age = since.map(|since| self.step.wrapping_sub(since));
            (slot, generation, progress.to_bits(), age, free, still, turns).hash(h);
            (rest.map(bits), returning, bits(aside), pressed, bits(place), stayed).hash(h);
        }
    }
}
