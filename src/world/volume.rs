//! Objects as lists of bounding volumes.

use crate::geom::{Aabb, Obb, Vec2};

/// Something placed in the world: a house, a tree, a fence. Its volumes are what bodies meet.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// What maps call it.
    pub name: String,
    /// How it is drawn, e.g. `tree`, `rock`, `wall`, `fence`, `house`, `container`, `stall`.
    pub kind: String,
    /// Its volumes: a range of `World::volumes`.
    pub volumes: std::ops::Range<u32>,
}

/// A box, turned about the z axis only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Volume {
    /// Seen from above, metres.
    pub footprint: Obb,
    /// Height of its underside above the ground, metres.
    pub base_m: f32,
    /// Height of its top above the ground, metres.
    pub top_m: f32,
    /// Index into `World::objects`.
    pub object: u32,
}

impl Volume {
    /// Whether it blocks a body `height_m` tall: not stepped over, not walked under
    /// (Dahlberg & Viktorsson 2002, ch. 4.3.3).
    pub fn matters_to(&self, height_m: f32) -> bool {
        self.top_m >= super::STEP_HEIGHT_M && self.base_m < height_m
    }

    /// Whether a disc of `radius_m` round `at` reaches into its shadow on the ground. Touching is not reaching.
    pub fn meets(&self, at: Vec2, radius_m: f32) -> bool {
        // The bounds are asked too, so that the result is the index's to the last bit.
        self.footprint.distance(at) < radius_m.max(f32::EPSILON)
            && self.footprint.bounds().overlaps(Aabb::around(at, radius_m))
    }

    /// Its shadow on the ground, grown (or, below 0, shrunk; never past its centre line) by `by` metres to all sides.
    pub fn grown(&self, by: f32) -> Obb {
        Obb { half: (self.footprint.half + Vec2::splat(by)).max(Vec2::ZERO), ..self.footprint }
    }
}
