//! How fast a body follows another: speed from the gap and the time that it keeps to it, never from a density
//! (collision-free speed model: Tordeux, Chraibi & Seyfried 2016).

use super::Wanted;
use crate::body::{Bodies, NeighbourIndex};
use crate::geom::{Aabb, Vec2};

/// A body looks no farther ahead than this for one that it follows, metres.
const FARTHEST_M: f32 = 25.0;

/// A body follows another if the cosine of the angle between their directions is more than this.
const ALONG: f32 = 0.7;

/// What a body keeps to the one that it follows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Headway {
    /// It takes so many seconds to where that one is now; 0: it follows as closely as it can.
    pub time_s: f32,
    /// And so much space stays between their rims, metres.
    pub space_m: f32,
}

impl Headway {
    /// The speed of the body in a slot, metres a second: what it wants, or what the one that it follows leaves it,
    /// (spacing − size) / time. It follows the nearest body that is ahead of it, no farther to the side than the two are
    /// wide, goes about its direction, and would not call this one ahead of itself: so two never wait for each other. Those
    /// that it meets or passes, or that cross its path, are left to avoidance.
    pub fn speed(self, bodies: &Bodies, near: &NeighbourIndex, wanted: &[Wanted], slot: usize) -> f32 {
        let free = wanted[slot].velocity.length();
        let (here, radius) = (bodies.position[slot], bodies.radius[slot]);
        let Some(ahead) = wanted[slot].velocity.try_normalize().filter(|_| self.time_s > 0.0) else { return free };
        let reach = (free * self.time_s + self.space_m + radius + near.widest_m()).min(FARTHEST_M);
        let mut speed = free;
        // No body farther back or aside than that is ahead of it.
        let size = radius + near.widest_m() + self.space_m;
        let (from, to) = (here, here + ahead * reach);
        let area = Aabb { min: from.min(to) - Vec2::splat(size), max: from.max(to) + Vec2::splat(size) };
        near.each(bodies.storey[slot], area, |other| {
            let across = bodies.position[other] - here;
            let size = radius + bodies.radius[other] + self.space_m;
            let its = wanted[other].velocity;
            let ahead_m = across.dot(ahead);
            let is_ahead = ahead_m > 0.0 && ahead_m <= FARTHEST_M && across.perp_dot(ahead).abs() <= size;
            if other == slot || !is_ahead || its.dot(ahead) <= its.length() * ALONG || its.dot(across) <= 0.0 {
                return;
            }
            if bodies.meet_in_height(slot, other) {
                speed = speed.min(((across.length() - size) / self.time_s).max(0.0));
            }
        });
        speed
    }
}
