//! Gaps that a body just passes: there round corners must not be cut far outside of the circle.

use crate::geom::{Obb, Vec2};
use crate::graph::buckets::Buckets;
use glam::DVec2;

/// How much wider, as a share, a gap between two corners must be that are cut outside of the circle: 1 / cos 22.5°, and a little.
const CUT: f64 = 1.09;
/// How far from a box grown outlines may depend on it, in growths: the widest gap to a corner and what that reaches beyond.
pub(crate) const REACH: f64 = 3.0 * CUT + 0.05;
/// Gaps narrower than a body by more than this, metres, are closed to it.
const CLOSED_M: f64 = 2e-3;

/// The boxes of a world, and the gaps between them that are about as wide as a body.
pub(super) struct Gaps<'a> {
    boxes: &'a [Obb],
    places: Buckets,
    size: DVec2,
    widths: std::ops::Range<f64>,
}

impl<'a> Gaps<'a> {
    /// The gaps between boxes in a world of a size, metres, for a body that they are grown for.
    pub(super) fn new(boxes: &'a [Obb], size: Vec2, growth: f64) -> Self {
        let bounds = |o: &Obb| (o.bounds().min.as_dvec2(), o.bounds().max.as_dvec2());
        let bounds: Vec<(DVec2, DVec2)> = boxes.iter().map(bounds).collect();
        let places = Buckets::new(DVec2::ZERO, size.as_dvec2(), &bounds);
        Self { boxes, places, size: size.as_dvec2(), widths: 2.0 * growth - CLOSED_M..2.0 * growth * CUT }
    }

    /// Whether a corner of a box is beside such a gap, that to the border of the world among them if it counts. A box does not count for
    /// its own corners.
    pub(super) fn is_beside(&self, number: u32, corner: DVec2, with_border: bool) -> bool {
        let border = corner.min(self.size - corner).min_element();
        if with_border && self.widths.contains(&border) {
            return true;
        }
        let reach = self.widths.end;
        !self.places.each_while(corner - reach, corner + reach, |other| {
            let width = || {
                let at = self.boxes[other as usize].to_local(corner.as_vec2()).as_dvec2();
                let half = self.boxes[other as usize].half.as_dvec2();
                (at - at.clamp(-half, half)).length()
            };
            other == number || !self.widths.contains(&width())
        })
    }
}
