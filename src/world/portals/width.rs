//! How wide a portal is, and where in its width a body passes.

use super::Portal;
use crate::geom::Vec2;

impl Portal {
    /// How wide it is, metres: the smaller of its rectangles, across the line from the middle of one to that of the other. Where
    /// one is above the other, their longer side counts.
    pub fn width_m(&self) -> f32 {
        self.extent()[self.side()]
    }

    /// Where in its width a place at one of its ends is, metres.
    pub fn across_m(&self, end: u8, at: Vec2) -> f32 {
        let (area, side) = (self.ends[usize::from(end)].area, self.side());
        let share = (at[side] - area.min[side]) / area.size()[side];
        share.clamp(0.0, 1.0) * self.width_m()
    }

    /// Where a body comes out that `entered` at an end: as far along the one side of the rectangle as it went in, and in its width
    /// where it passes.
    pub fn beyond(&self, end: u8, entered: Vec2, across_m: f32) -> Vec2 {
        let (from, to) = (self.ends[usize::from(end)].area, self.ends[usize::from(1 - end)].area);
        let mut share = ((entered - from.min) / from.size()).clamp(Vec2::ZERO, Vec2::ONE);
        share[self.side()] = across_m / self.width_m();
        to.min + to.size() * share
    }

    /// Whether bodies that enter at an end have the far side of its width on their right.
    pub fn is_far_side_right(&self, end: u8) -> bool {
        let line = self.line();
        // To the right is clockwise.
        let right = line.perp()[self.side()];
        (right >= 0.0) == (end == 0)
    }

    /// From the middle of the rectangle where it begins to that where it ends.
    fn line(&self) -> Vec2 {
        let [from, to] = self.ends.map(|end| end.area.min + end.area.size() / 2.0);
        to - from
    }

    /// The smaller extents of its rectangles.
    fn extent(&self) -> Vec2 {
        let [from, to] = self.ends.map(|end| end.area.size());
        from.min(to)
    }

    /// The axis along which it is wide: 0 for x, 1 for y.
    fn side(&self) -> usize {
        let (line, extent) = (self.line().abs(), self.extent());
        let is_along_x = if line == Vec2::ZERO { extent.y >= extent.x } else { line.x >= line.y };
        usize::from(is_along_x)
    }
}
