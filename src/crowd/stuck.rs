//! Bodies that are under way and get nowhere, as values.

use super::{Walls, Wanted};
use crate::body::{Bodies, NeighbourIndex, spread};
use crate::geom::{Aabb, Vec2, bits};
use rayon::ThreadPool;
use std::hash::{Hash, Hasher};

/// What holds a body up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum HeldBy {
    /// Other bodies.
    Bodies,
    /// A body in a passage that it cannot get past.
    Doorway,
    /// A wall, and no body.
    Walls,
}

/// A body that is stuck.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stuck {
    /// Its slot.
    pub slot: usize,
    /// For how long it has been where it is, seconds.
    pub for_s: f32,
    /// What holds it up.
    pub by: HeldBy,
    /// Where that is, metres …
    pub at: Vec2,
    /// … and how far round it the ground is taken, metres.
    pub radius_m: f32,
}

/// Finds the bodies that are stuck.
#[derive(Clone, Debug, Default)]
pub struct StuckDetector {
    /// By slot.
    stays: Vec<Stay>,
    parts: Vec<Vec<Stuck>>,
    found: Vec<Stuck>,
}

/// Since when a body has been where it is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Stay {
    generation: u32,
    at: Vec2,
    /// Steps for which it was under way there, and with how many it is reported next.
    steps: u32,
    next: u32,
}

/// A step at rest takes so many of those back.
const RESTS: u32 = 8;
/// A body that is under way is stuck when it was within this distance of a place, metres …
const WITHIN_M: f32 = 0.6;
/// … for so long, seconds; it is reported then, and again each time as much time has passed.
const AFTER_S: f32 = 8.0;
/// What holds a body up is within this distance of its rim, metres.
const REACH_M: f32 = 0.6;
/// It is ahead if it is in a direction of at least this cosine.
const AHEAD: f32 = 0.3;

impl StuckDetector {
    /// Looks at all bodies, on the threads of `pool` if there is one. To be called once a step. Returns those that are to be
    /// reported, in order of slot.
    pub fn look<W: Walls + Sync>(
        &mut self,
        bodies: &Bodies,
        near: &NeighbourIndex,
        walls: &W,
        wanted: &[Wanted],
        (step_s, pool): (f32, Option<&ThreadPool>),
    ) -> &[Stuck] {
        let every = ((AFTER_S / step_s) as u32).max(1);
        self.stays.resize(bodies.len(), Stay::default());
        let Self { stays, parts, found } = self;
        spread::each(pool, stays, (parts, found), |slot, stay, found| {
            let decision = wanted[slot].decision;
            if !bodies.alive[slot] || decision.is_kept {
                return;
            }
            let steps = u32::from(decision.steps());
            let (here, generation) = (bodies.position[slot], bodies.generation[slot]);
            let left = stay.generation != generation || stay.at.distance_squared(here) > WITHIN_M * WITHIN_M;
            if left {
                *stay = Stay { generation, at: here, steps: 0, next: every };
            } else if wanted[slot].goes {
                stay.steps = stay.steps.saturating_add(steps);
            } else {
                // One that waits for its script for a moment is still under way.
                stay.steps = stay.steps.saturating_sub(RESTS * steps);
            }
            if stay.steps == 0 {
                stay.next = every;
            }
            if stay.steps >= stay.next {
                stay.next = stay.steps.saturating_add(every);
                let for_s = stay.steps as f32 * step_s;
                found.push(Stuck { for_s, ..cause(bodies, near, walls, (slot, wanted[slot].to)) });
            }
        });
        &self.found
    }
}

/// What holds a body up that goes to a place.
fn cause<W: Walls>(bodies: &Bodies, near: &NeighbourIndex, walls: &W, (slot, to): (usize, Vec2)) -> Stuck {
    let (here, radius) = (bodies.position[slot], bodies.radius[slot]);
    let ahead = (to - here).normalize_or_zero();
    let mut nearest: Option<(f32, usize)> = None;
    near.each(bodies.storey[slot], Aabb::around(here, radius + near.widest_m() + REACH_M), |other| {
        let off = bodies.position[other] - here;
        let gap = off.length() - radius - bodies.radius[other];
        let is_ahead = other != slot && bodies.meet_in_height(slot, other) && off.dot(ahead) >= off.length() * AHEAD;
        if is_ahead && gap < REACH_M && nearest.is_none_or(|(least, _)| gap < least) {
            nearest = Some((gap, other));
        }
    });
    let stuck = Stuck { slot, for_s: 0.0, by: HeldBy::Bodies, at: here, radius_m: radius };
    match nearest {
        Some((_, other)) => {
            let (at, both) = (bodies.position[other], radius + bodies.radius[other]);
            let beside = |side: Vec2| walls.clear(slot, at + side * both);
            let is_narrow = !beside(ahead.perp()) && !beside(-ahead.perp());
            Stuck { by: if is_narrow { HeldBy::Doorway } else { HeldBy::Bodies }, at, radius_m: both, ..stuck }
        }
        None if walls.clear(slot, here + ahead * REACH_M) => stuck,
        None => Stuck { by: HeldBy::Walls, at: here + ahead * radius, ..stuck },
    }
}

/// Everything that decides its future, for the world hash: of bodies at rest too, for a stay begins where they came to rest.
impl Hash for StuckDetector {
    fn hash<H: Hasher>(&self, h: &mut H) {
        for Stay { generation, at, steps, next } in &self.stays {
            (generation, bits(*at), steps, next).hash(h);
        }
    }
}
