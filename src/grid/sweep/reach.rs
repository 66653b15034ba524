//! How near the middle of a body may come to things.

use crate::geom::{Aabb, Obb, Vec2, segment_to_box};

/// How deep a body may seem to dip into something before it counts, metres: the rounding of sums.
pub(crate) const SWEEP_SLACK_M: f32 = 1e-3;
/// A narrower body is a point to a test of a line, and each thing a little smaller: it would slip between two closed cells side by
/// side. So bodies that paths are asked for have at least this radius, metres.
pub(crate) const LEAST_RADIUS_M: f32 = 2.0 * SWEEP_SLACK_M;

/// How near the middle of a body may come to things: so far, to things that are a little smaller where the body is a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// Metres, more than 0.
    pub radius_m: f32,
    pub(super) inset_m: f32,
}

impl Reach {
    /// That of a body of this radius.
    pub(crate) fn of(radius_m: f32) -> Self {
        let inset_m = (SWEEP_SLACK_M - radius_m).clamp(0.0, SWEEP_SLACK_M);
        Self { radius_m: (radius_m - SWEEP_SLACK_M).max(f32::EPSILON), inset_m }
    }

    /// What of a box counts.
    pub(crate) fn of_box(self, shape: &Obb) -> Obb {
        Obb { half: (shape.half - Vec2::splat(self.inset_m)).max(Vec2::ZERO), ..*shape }
    }

    /// Whether the body touches a box on the line between two places.
    pub(super) fn meets(self, from: Vec2, to: Vec2, shape: &Obb) -> bool {
        let Obb { half, .. } = self.of_box(shape);
        segment_to_box(shape.to_local(from), shape.to_local(to), Aabb { min: -half, max: half }) < self.radius_m
    }
}
