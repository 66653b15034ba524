//! Three probes ahead of a body that steer it round what no plan foresaw: stimulus and response, the whole of
//! navigation before there was a pathfinder and its fallback ever since (Dahlberg & Viktorsson 2002, ch. 2.2).

use super::{Agents, NeighbourIndex};
use crate::diag::table::table;
use crate::geom::{Aabb, Vec2, heading_of, heading_vec, wrap_angle};
use crate::world::World;

/// Left, ahead, right: the turn of each probe against the heading, as a factor of the spread.
const SIDES: [f32; 3] = [-1.0, 0.0, 1.0];

/// One probe: from the body's middle to its tip, and how much of it is clear (1 = all).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Probe {
    /// Metres.
    pub from: Vec2,
    /// Metres; where it ends if nothing is in between.
    pub to: Vec2,
    /// 0..=1.
    pub clear: f32,
}

/// What feelers may touch.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings<'a> {
    pub world: &'a World,
    pub agents: &'a Agents,
    pub near: &'a NeighbourIndex,
    pub params: &'a MotionParams,
}

impl Probe {
    /// Whether something is in between.
    pub fn is_touching(&self) -> bool {
        self.clear < 1.0
    }
}

impl Surroundings<'_> {
    /// The three probes of a body that wants to go to `goal`. They reach no farther than the goal, so that a place
    /// close to a wall can still be reached; an agent at the goal itself does not block it.
    pub(crate) fn feel(&self, slot: usize, goal: Vec2) -> [Probe; 3] {
        let bodies = &self.agents.bodies;
        let (from, radius) = (bodies.position[slot], bodies.radius[slot]);
        let speed = bodies.velocity[slot].length();
        let wanted = radius + self.params.feeler_m + speed * self.params.feeler_s;
        let length = wanted.min(from.distance(goal)).max(radius);
        SIDES.map(|side| {
            let reach = if side == 0.0 { length } else { length * self.params.side_feeler };
            let to = from + heading_vec(bodies.heading[slot] + side * self.params.feeler_spread) * reach;
            let mut clear =
                match self.world.on(bodies.storey[slot]).probe(from, to, bodies.height[slot], bodies.moves[slot]) {
                    Some(hit) => hit.distance_m / reach,
                    None => 1.0,
                };
            self.near.each(bodies.storey[slot], Aabb::new(from, to).grown(self.near.widest_m()), |other| {
                if other != slot
                    && bodies.position[other].distance(goal) > bodies.radius[other]
                    && bodies.meet_in_height(slot, other)
                {
                    clear = clear.min(share_to_disc(from, to, bodies.position[other], bodies.radius[other]));
                }
            });
            Probe { from, to, clear }
        })
    }
}

/// How far along a segment a disc begins, as a share of it; 1 when they do not meet or the disc is behind the start.
pub fn share_to_disc(from: Vec2, to: Vec2, centre: Vec2, radius: f32) -> f32 {
    let (d, f) = (to - from, centre - from);
    let along = f.dot(d);
    let dd = d.length_squared();
    if along <= 0.0 || dd <= f32::EPSILON {
        return 1.0;
    }
    let off = f.perp_dot(d);
    let inside = radius * radius - off * off / dd;
    if inside <= 0.0 {
        return 1.0;
    }
    ((along / dd) - (inside / dd).sqrt()).clamp(0.0, 1.0)
}

/// The heading that the probes leave: straight to the goal when all is clear, else away from what is touched.
/// A body that touches equally on both sides keeps to its goal while nothing is ahead (a corridor).
pub fn respond(heading: f32, here: Vec2, goal: Vec2, probes: &[Probe; 3], params: &MotionParams) -> f32 {
    let wanted = heading_of(goal - here);
    // A body that has to turn round does so on the spot: what is ahead is not where it is going, and dodging it would
    // turn the body back each time.
    if wrap_angle(wanted - heading).abs() > std::f32::consts::FRAC_PI_2 {
        return wanted;
    }
    let [left, ahead, right] = probes.map(|p| p.clear);
    if left.min(ahead).min(right) >= 1.0 {
        return wanted;
    }
    if ahead >= 1.0 {
        // Only the sides touch: turn away from the nearer one, more the nearer it is.
        return wanted + (left.min(1.0) - right.min(1.0)) * -params.lean;
    }
    // Something is ahead: turn to the freer side; if neither is freer, to the side of the goal.
    let side = if (left - right).abs() > 0.05 {
        if left > right { -1.0 } else { 1.0 }
    } else if wrap_angle(wanted - heading) < 0.0 {
        -1.0
    } else {
        1.0
    };
    heading + side * params.swerve * (1.0 - ahead).max(0.3)
}

table! {
    /// Table `[motion]` of a configuration file.
    MotionParams(keys) {
        /// Length of the middle feeler beyond the body at rest, metres …
        feeler_m: f32 = 0.6, 0.0..=50.0;
        /// … and what it gains for each metre a second, seconds.
        feeler_s: f32 = 0.25, 0.0..=10.0;
        /// Length of the side feelers against the middle one.
        side_feeler: f32 = 0.75, 0.0..=2.0;
        /// Angle between the middle feeler and each side feeler, radians.
        feeler_spread: f32 = 0.6, 0.0..=1.5;
        /// How far a body turns away when only a side feeler touches, radians.
        lean: f32 = 0.5, 0.0..=3.0;
        /// How far it turns when something is ahead, radians.
        swerve: f32 = 1.6, 0.0..=3.0;
        /// A body this near to the place it steers to has reached it, metres.
        reached_m: f32 = 0.3, 0.05..=5.0;
    }
}
