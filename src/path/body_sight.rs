//! Whether a body can go straight from one place to another, as the world has it.

use super::Sees;
use super::sight::{segment_meets_ground, segment_to_box};
use crate::geom::{Aabb, Vec2};
use crate::world::World;

/// How deep a body may seem to dip into something before it counts, metres.
const SLACK_M: f32 = 1e-3;

/// Sight tests against the world itself: the whole body is moved along the line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodySight<'a> {
    pub world: &'a World,
    pub radius_m: f32,
    pub height_m: f32,
}

impl Sees for BodySight<'_> {
    fn clear(&self, from: Vec2, to: Vec2) -> bool {
        let radius = (self.radius_m - SLACK_M).max(0.0);
        if segment_meets_ground(&self.world.ground, from, to, radius) {
            return false;
        }
        let swept = Aabb::new(from, to).grown(radius);
        !self.world.any_volume_in(swept, |volume| {
            let b = &volume.footprint;
            let (a, z) = (b.to_local(from), b.to_local(to));
            volume.matters_to(self.height_m) && segment_to_box(a, z, Aabb { min: -b.half, max: b.half }) < radius
        })
    }
}
