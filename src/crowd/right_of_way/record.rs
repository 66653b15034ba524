//! What lasts of a body from step to step: whether something holds it up, and where it was before it made space.

use crate::body::Bodies;
use crate::crowd::{Walls, Wanted};
use crate::geom::{Vec2, bits};
use std::hash::{Hash, Hasher};

/// The corners that a body passes while it makes space, and where it was before.
const TRAIL: usize = 6;

/// What lasts of a body: as much as a cache line, for there is one for each body.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Record {
    generation: u32,
    /// The mean of its recent progress as a share of the speed it wants, -1 to 1.
    progress: f32,
    /// The step since which it has its claim.
    pub since: Option<u32>,
    /// Steps for which a claim has been of no use to it, or got it nowhere.
    free: u16,
    still: u16,
    /// How often its claim became the youngest.
    turns: u16,
    /// Where it was when it had last come away from a place, metres, and the steps since.
    place: Vec2,
    stayed: u16,
    /// Where it went to make space last, as a direction, and the steps for which that was of no use.
    pub aside: Vec2,
    pressed: u16,
    /// The place itself, and the step in which it looks for another one.
    space: Vec2,
    looks: u32,
    /// `None`: it was never asked to make space while it was at rest.
    back: Option<Box<Return>>,
}

/// How a body goes back to where it was at rest.
#[derive(Clone, Debug, Default, PartialEq)]
struct Return {
    /// Where it was before it made space, and the corners that lead back there, metres; how many there are.
    trail: [Vec2; TRAIL],
    corners: u8,
    /// The last place from which it saw the last of them, and the steps since it may go back.
    seen: Vec2,
    steps: u16,
}

impl Return {
    /// The places that it goes to, the last one first.
    fn places(&self) -> &[Vec2] {
        &self.trail[..usize::from(self.corners)]
    }

    /// Forgets the corners after the first one that it can go straight to; whether there is one.
    fn skip_corners<W: Walls>(&mut self, walls: &W, slot: usize) -> bool {
        let first = self.places().iter().position(|at| walls.clear(slot, *at));
        self.corners = first.map_or(self.corners, |first| first as u8 + 1);
        first.is_some()
    }
}

/// The mean of progress is over so long, seconds.
const MEAN_S: f32 = 1.0;
/// A body is held up that makes less than this share of the progress it wants …
const HELD: f32 = 0.4;
/// … and no longer when it makes this share …
const FREE: f32 = 0.6;
/// … for so long, seconds.
const FREE_S: f32 = 1.5;
/// A claim that gets nowhere becomes the youngest after so long, seconds; by slot and turn a little later.
const PATIENCE_S: f32 = 3.0;
/// Held up is also a body that comes no farther than this, metres, …
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
/// A body that makes space looks for the best place to do so once in so many steps.
const KEPT: u32 = 4;
/// A body that made space gives up going back to a corner after so long, seconds.
const RETURN_S: f32 = 30.0;
/// It looks once in so many steps whether it can leave out corners.
const LOOKS: u16 = 10;
/// The share of its speed at which it goes back.
const RETURN_PACE: f32 = 0.5;
/// That near is at a corner, or back, metres.
const BACK_M: f32 = 0.05;

impl Record {
    /// Brings it up to date with what its body did and wants; whether the body has a claim.
    pub(super) fn note<W: Walls>(
        &mut self,
        bodies: &Bodies,
        walls: &W,
        wanted: &mut Wanted,
        slot: usize,
        (step, step_s): (u32, f32),
    ) -> bool {
        if self.generation != bodies.generation[slot] {
            *self = Self { generation: bodies.generation[slot], ..Self::default() };
        }
        let follow = (step_s / MEAN_S).min(1.0);
        if !wanted.goes || wanted.yields <= 0.0 {
            // A body that waits for its script at a waypoint keeps its claim for a while.
            self.progress += (1.0 - self.progress) * follow;
            self.stayed = 0;
            if self.progress > FREE {
                self.since = None;
            }
            self.come_back(bodies, walls, wanted, (slot, step_s));
            return false;
        }
        self.back.iter_mut().for_each(|back| back.corners = 0);
        let here = bodies.position[slot];
        self.stayed = self.stayed.saturating_add(1);
        if self.place.distance_squared(here) > STAYS_M * STAYS_M {
            (self.place, self.stayed) = (here, 0);
        }
        // A body that turns on the spot makes none.
        let pace = wanted.velocity.length();
        let made = bodies.velocity[slot].dot(wanted.velocity) / (pace * pace).max(f32::MIN_POSITIVE);
        self.progress += (made.clamp(-1.0, 1.0) - self.progress) * follow;
        self.claim(pace, (step, step_s));
        self.since.is_some()
    }

    /// Begins or ends its claim.
    fn claim(&mut self, pace: f32, (step, step_s): (u32, f32)) {
        let patience_s = STAYS_S.max(STAYS_TIMES * STAYS_M / pace.max(SLOW_M_S));
        match self.since {
            None if !self.is_moving() || f32::from(self.stayed) * step_s > patience_s => {
                self.since = Some(step);
                (self.free, self.still, self.turns) = (0, 0, 0);
            }
            Some(_) if self.progress > FREE => {
                self.free = self.free.saturating_add(1);
                self.still = 0;
                if f32::from(self.free) * step_s > FREE_S {
                    self.since = None;
                }
            }
            _ => self.free = 0,
        }
    }

    /// Whether it makes some progress.
    pub(super) fn is_moving(&self) -> bool {
        self.progress >= HELD
    }

    /// Its claim is of use as long as there are others in its lane.
    pub(super) fn use_claim(&mut self) {
        self.free = 0;
    }

    /// The body goes by its claim. One that gets nowhere becomes the youngest.
    pub(super) fn go(&mut self, slot: usize, (step, step_s): (u32, f32)) {
        self.pressed = 0;
        if self.is_moving() {
            self.still = 0;
            return;
        }
        self.still = self.still.saturating_add(1);
        // Two that wait for each other are not to take turns at the same time.
        let spread = (slot * 7 + usize::from(self.turns) * 13) % 20;
        if f32::from(self.still) * step_s > PATIENCE_S + spread as f32 * 0.1 {
            (self.since, self.still) = (self.since.map(|_| step), 0);
            self.turns = self.turns.wrapping_add(1);
        }
    }

    /// The body makes space, at this velocity so far: counts the steps in which that is of no use, so many since it was asked last;
    /// whether it is to do so elsewhere.
    pub(super) fn press(&mut self, velocity: Vec2, steps: u8) -> bool {
        let in_vain = self.aside != Vec2::ZERO && velocity.length_squared() < MOVES_M_S * MOVES_M_S;
        let shuns = self.pressed >= PRESSES;
        self.pressed = if shuns || in_vain { (self.pressed + u16::from(steps)) % SHUNS } else { 0 };
        shuns
    }

    /// Where it goes to make space, unless it is to look for a place in this step.
    pub(super) fn space(&self, step: u32) -> Option<Vec2> {
        let left = self.looks.wrapping_sub(step);
        (left > 0 && left < KEPT).then_some(self.space)
    }

    /// It goes there to make space for a few steps.
    pub(super) fn keep_space(&mut self, to: Vec2, step: u32) {
        (self.space, self.looks) = (to, step.wrapping_add(KEPT));
    }

    /// Where a body at rest belongs, `None` where it has not made space.
    pub(super) fn rest(&self) -> Option<Vec2> {
        self.places_back().first().copied()
    }

    /// The places that lead back there.
    fn places_back(&self) -> &[Vec2] {
        self.back.as_deref().map_or(&[], Return::places)
    }

    /// A body at rest makes space: notes what leads back.
    pub(super) fn leave<W: Walls>(&mut self, here: Vec2, walls: &W, slot: usize) {
        let back = self.back.get_or_insert_default();
        back.steps = 0;
        let corners = usize::from(back.corners);
        if corners == 0 {
            (back.trail[0], back.corners, back.seen) = (here, 1, here);
        } else if back.skip_corners(walls, slot) {
            back.seen = here;
        } else if corners < TRAIL {
            (back.trail[corners], back.corners, back.seen) = (back.seen, back.corners + 1, here);
        }
    }

    /// A body at rest that made space goes back.
    fn come_back<W: Walls>(&mut self, bodies: &Bodies, walls: &W, wanted: &mut Wanted, (slot, step_s): (usize, f32)) {
        let Some(back) = &mut self.back else { return };
        if back.corners > 1 && back.steps.is_multiple_of(LOOKS) {
            back.skip_corners(walls, slot);
        }
        let Some(to) = back.places().last().copied() else { return };
        let left = to - bodies.position[slot];
        back.steps = back.steps.saturating_add(1);
        if f32::from(back.steps) * step_s > RETURN_S || !wanted.steps_aside {
            back.corners = 0;
            return;
        }
        if left.length_squared() < BACK_M * BACK_M {
            (back.corners, back.steps) = (back.corners - 1, 0);
            return;
        }
        let speed = bodies.speed[slot] * RETURN_PACE;
        wanted.velocity = left.clamp_length_max(speed * step_s) / step_s;
        (wanted.top_m_s, wanted.yields, wanted.to) = (speed, 1.0, to);
    }

    /// Whether it is as it would be of a newcomer.
    pub(super) fn is_fresh(&self) -> bool {
        *self == Self { generation: self.generation, ..Self::default() }
    }

    /// Everything that decides its future, in a step.
    pub(super) fn hash<H: Hasher>(&self, step: u32, h: &mut H) {
        let age = self.since.map(|since| step.wrapping_sub(since));
        (self.generation, self.progress.to_bits(), age, self.free, self.still, self.turns).hash(h);
        (bits(self.place), self.stayed, bits(self.aside), self.pressed).hash(h);
        self.space(step).map(|at| (bits(at), self.looks.wrapping_sub(step))).hash(h);
        self.places_back().iter().for_each(|at| bits(*at).hash(h));
        let (seen, steps) = self.back.as_ref().map_or((Vec2::ZERO, 0), |back| (back.seen, back.steps));
        (bits(seen), steps).hash(h);
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
            place: Vec2::ZERO,
            stayed: 0,
            aside: Vec2::ZERO,
            pressed: 0,
            space: Vec2::ZERO,
            looks: 0,
            back: None,
        }
    }
}
