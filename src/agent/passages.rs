//! Bodies that pass portals: each goes in a straight line from where it entered to where it comes out, in the portal's time, and
//! meets no walls meanwhile. Half of the time it is on the one storey, then on the other.

use crate::body::Bodies;
use crate::geom::{Storey, Vec2, bits, heading_of};
use crate::world::Landing;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

/// A body that passes a portal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passage {
    /// The end at which it entered.
    pub at: Landing,
    /// Where that was, metres.
    pub from: Vec2,
    /// Where it comes out, metres.
    pub to: Vec2,
    /// The storeys of these.
    pub storeys: [Storey; 2],
    /// How long that takes, seconds.
    pub time_s: f32,
    /// How much of it is over, seconds.
    pub done_s: f32,
}

impl Passage {
    /// How much of it is over, as a share.
    pub fn share(&self) -> f32 {
        if self.time_s > 0.0 { (self.done_s / self.time_s).min(1.0) } else { 1.0 }
    }

    /// Where the body is, and on which storey.
    pub fn place(&self) -> (Vec2, Storey) {
        let share = self.share();
        (self.from.lerp(self.to, share), self.storeys[usize::from(share >= 0.5)])
    }
}

/// All bodies that pass portals, by slot.
#[derive(Clone, Debug, Default)]
pub struct Passages {
    all: BTreeMap<u32, Passage>,
}

impl Passages {
    /// Whether no body passes a portal.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The passage of a body, if it is in one.
    pub fn get(&self, slot: usize) -> Option<&Passage> {
        self.all.get(&(slot as u32))
    }

    /// All of them, in order of slot.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Passage)> {
        self.all.iter().map(|(slot, passage)| (*slot as usize, passage))
    }

    /// Has a body pass a portal.
    pub fn begin(&mut self, slot: usize, passage: Passage) {
        self.all.insert(slot as u32, passage);
    }

    /// The body is where it is, and no longer in a passage.
    pub fn end(&mut self, slot: usize) -> Option<Passage> {
        self.all.remove(&(slot as u32))
    }

    /// Whether a body of a radius that is `at` a place would touch another one that passes the same portal in the same direction,
    /// no less far on than `share`.
    pub fn is_blocked(
        &self,
        slot: usize,
        portal: Landing,
        (at, share, radius_m): (Vec2, f32, f32),
        bodies: &Bodies,
    ) -> bool {
        self.iter().any(|(other, passage)| {
            let is_ahead = other != slot && passage.at == portal && (passage.share(), other) >= (share, slot);
            is_ahead && bodies.position[other].distance(at) < bodies.radius[other] + radius_m
        })
    }

    /// Advances all bodies by one step. Those that follow others in the same direction wait where these block them. Calls
    /// `ended` with those that came out.
    pub(crate) fn advance(&mut self, bodies: &mut Bodies, step_s: f32, mut ended: impl FnMut(usize, Passage)) {
        let slots: Vec<u32> = self.all.keys().copied().collect();
        for slot in slots.into_iter().map(|slot| slot as usize) {
            let Some(mut passage) = self.get(slot).copied() else { continue };
            passage.done_s += step_s;
            let (at, storey) = passage.place();
            let before = bodies.position[slot];
            if passage.share() < 1.0
                && self.is_blocked(slot, passage.at, (at, passage.share(), bodies.radius[slot]), bodies)
            {
                bodies.velocity[slot] = Vec2::ZERO;
                continue;
            }
            (bodies.position[slot], bodies.storey[slot]) = (at, storey);
            bodies.velocity[slot] = ((at - before) / step_s).clamp_length_max(bodies.speed[slot]);
            if passage.to != passage.from {
                bodies.heading[slot] = heading_of(passage.to - passage.from);
            }
            self.begin(slot, passage);
            if passage.share() >= 1.0 {
                ended(slot, passage);
            }
        }
    }
}

/// For the world hash: nothing where no body passes a portal.
impl Hash for Passages {
    fn hash<H: Hasher>(&self, h: &mut H) {
        for (slot, Passage { at, from, to, storeys, time_s, done_s }) in &self.all {
            (slot, at, bits(*from), bits(*to), storeys, time_s.to_bits(), done_s.to_bits()).hash(h);
        }
    }
}
