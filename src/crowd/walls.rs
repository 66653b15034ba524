//! Walls: the half-plane of velocities that keep a body clear of a box for a while.
//!
//! A box that is seen from outside has a velocity obstacle as a disc does (van den Berg, Guy, Lin & Manocha 2011, ch. 4.2):
//! a cone between the tangents at its outermost corners, cut off in front where it is reached in time. As a wall yields
//! nothing, the body keeps to the whole of its half-plane.

use super::solve::HalfPlane;
use crate::geom::{Obb, Vec2};

/// A disc that moves past boxes.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    /// Metres.
    pub here: Vec2,
    /// Metres.
    pub radius: f32,
    /// How long a velocity is to be safe, seconds.
    pub horizon_s: f32,
}

/// A box as the mover sees it: in the box's own directions, from the mover's centre, metres.
#[derive(Clone, Copy)]
struct Seen {
    low: Vec2,
    high: Vec2,
}

impl Seen {
    fn nearest_to(self, p: Vec2) -> Vec2 {
        p.clamp(self.low, self.high)
    }

    /// The least that any point of the box lies in a direction, metres.
    fn least_along(self, to: Vec2) -> f32 {
        let x = if to.x > 0.0 { self.low.x } else { self.high.x };
        let y = if to.y > 0.0 { self.low.y } else { self.high.y };
        to.x * x + to.y * y
    }

    fn corners(self) -> [Vec2; 4] {
        let Self { low, high } = self;
        [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)]
    }
}

impl Mover {
    /// Of the half-planes of velocities with which it does not touch the box before the horizon, the one that takes least
    /// from `velocity`, metres a second. `None` where its centre lies inside the box.
    pub fn clear_of(&self, wall: &Obb, velocity: Vec2) -> Option<HalfPlane> {
        let centre = -wall.to_local(self.here);
        let seen = Seen { low: centre - wall.half, high: centre + wall.half };
        let nearest = seen.nearest_to(Vec2::ZERO);
        let towards = nearest.try_normalize()?;
        let normal = if nearest.length_squared() <= self.radius * self.radius {
            towards
        } else {
            let local = Vec2::new(velocity.dot(wall.axis), velocity.dot(wall.axis.perp()));
            self.least_taken(seen, towards, local)
        };
        let limit = (seen.least_along(normal) - self.radius).max(0.0) / self.horizon_s;
        Some(HalfPlane { normal: wall.dir_to_world(normal), limit })
    }

    /// The direction towards the box in which the speed is to be limited.
    fn least_taken(&self, seen: Seen, towards: Vec2, velocity: Vec2) -> Vec2 {
        let in_time = Seen { low: seen.low / self.horizon_s, high: seen.high / self.horizon_s };
        // How far the box lies off in a direction decides whether it can be passed by limiting the speed in it.
        let away = |to: Vec2| seen.least_along(to) - self.radius;
        let front = (in_time.nearest_to(velocity) - velocity).try_normalize();
        if let Some(front) = front.filter(|to| away(*to) >= 0.0) {
            return front;
        }
        let sides = [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y].into_iter().filter(|to| away(*to) >= 0.0);
        let taken = |to: Vec2| velocity.dot(to) - away(to).max(0.0) / self.horizon_s;
        self.tangents(seen, towards)
            .into_iter()
            .chain(sides)
            .min_by(|a, b| taken(*a).total_cmp(&taken(*b)))
            .unwrap_or(towards)
    }

    /// The directions square to the two tangents from the mover to the box, on the box's side.
    fn tangents(&self, seen: Seen, towards: Vec2) -> [Vec2; 2] {
        let mut found = [towards; 2];
        for (i, corner) in seen.corners().into_iter().enumerate() {
            let squared = corner.length_squared();
            let leg = (squared - self.radius * self.radius).max(0.0).sqrt();
            let (along, aside) = (corner * (self.radius / squared), corner.perp() * (leg / squared));
            let [left, right] = [along + aside, along - aside];
            if i == 0 || found[0].perp_dot(left) < 0.0 {
                found[0] = left;
            }
            if i == 0 || found[1].perp_dot(right) > 0.0 {
                found[1] = right;
            }
        }
        found
    }
}
