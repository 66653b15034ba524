//! What a disc covers that is moved along a segment, row by row.

use crate::geom::Vec2;

/// All places of a disc that is moved along a segment.
pub(super) struct Capsule {
    ends: [Vec2; 2],
    radius: f32,
    /// From the segment to its long sides; 0 where it is a point.
    aside: Vec2,
    /// Between these heights it is bounded by its long sides alone …
    straight: (f32, f32),
    /// … which are at these x at the height of its lower end, and go aside so much for each metre.
    low: f32,
    sides: (f32, f32),
    slope: f32,
}

impl Capsule {
    pub(super) fn new(from: Vec2, to: Vec2, radius: f32) -> Self {
        let aside = (to - from).normalize_or_zero().perp() * radius;
        let (low, high) = if from.y < to.y { (from, to) } else { (to, from) };
        let (straight, slope) = ((low.y + aside.y.abs(), high.y - aside.y.abs()), (high.x - low.x) / (high.y - low.y));
        let side = |aside: Vec2| low.x + aside.x - aside.y * slope;
        let (a, b) = (side(aside), side(-aside));
        Self { ends: [from, to], radius, aside, straight, low: low.y, sides: (a.min(b), a.max(b)), slope }
    }

    /// Between which x it lies where y is between two values; `None` where it does not come there.
    #[inline]
    pub(super) fn within(&self, top: f32, bottom: f32) -> Option<(f32, f32)> {
        if top >= self.straight.0 && bottom <= self.straight.1 {
            let (a, b) = ((top - self.low) * self.slope, (bottom - self.low) * self.slope);
            return Some((self.sides.0 + a.min(b), self.sides.1 + a.max(b)));
        }
        self.within_ends(top, bottom)
    }

    /// The same near its ends.
    fn within_ends(&self, top: f32, bottom: f32) -> Option<(f32, f32)> {
        let (mut left, mut right) = (f32::INFINITY, f32::NEG_INFINITY);
        let mut add = |a: f32, b: f32| (left, right) = (left.min(a), right.max(b));
        for end in self.ends {
            let off = end.y.clamp(top, bottom) - end.y;
            let square = self.radius * self.radius - off * off;
            if square > 0.0 {
                let half = square.sqrt();
                add(end.x - half, end.x + half);
            }
        }
        let [from, to] = self.ends;
        for aside in [self.aside, -self.aside] {
            let (a, b) = (from + aside, to + aside);
            let (low, high) = (a.y.min(b.y).max(top), a.y.max(b.y).min(bottom));
            if low > high {
                continue;
            }
            if self.slope.is_finite() {
                let at = |y: f32| (a.x + (y - a.y) * self.slope).clamp(a.x.min(b.x), a.x.max(b.x));
                add(at(low).min(at(high)), at(low).max(at(high)));
            } else {
                add(a.x.min(b.x), a.x.max(b.x));
            }
        }
        (left <= right).then_some((left, right))
    }
}
