//! Lines of sight: over closed ground, through vegetation, past hills and volumes.

use super::World;
use crate::geom::{Cell, Vec2};
use crate::world::terrain::TILE_M;
use std::cell::Cell as Count;

/// Eyes see through so many metres of the densest vegetation, through twice as many where it is half as dense.
const SEEN_THROUGH_M: f32 = 4.0;
/// A line of sight is compared with the land's height once in so many metres, or more often.
const HILL_STEP_M: f32 = TILE_M / 4.0;

/// A line of sight from eyes to a place at the same height above its ground.
struct Line {
    from: Vec2,
    to: Vec2,
    /// Heights of its ends, metres.
    ends_m: [f32; 2],
}

impl Line {
    fn at(&self, share: f32) -> Vec2 {
        self.from.lerp(self.to, share)
    }

    /// The share of the line that is nearest to a point.
    fn nearest(&self, point: Vec2) -> f32 {
        let along = self.to - self.from;
        ((point - self.from).dot(along) / along.length_squared().max(f32::MIN_POSITIVE)).clamp(0.0, 1.0)
    }

    fn height_m(&self, share: f32) -> f32 {
        self.ends_m[0] + (self.ends_m[1] - self.ends_m[0]) * share
    }
}

impl World {
    /// Whether eyes at `eye_m` above the ground see from one point to another, as high above the ground there: no opaque ground, no
    /// vegetation that is too dense, no hill and no volume that blocks the line at its height. The second value is how many cells,
    /// volumes and heights were looked at.
    pub fn sees(&self, from: Vec2, to: Vec2, eye_m: f32) -> (bool, u32) {
        let looked_at = Count::new(0);
        let look = || looked_at.set(looked_at.get() + 1);
        let seen = !self.is_closed_between(from, to, &looked_at) && !self.is_overgrown(from, to, look) && {
            let line = Line { from, to, ends_m: [from, to].map(|end| self.ground.terrain().surface_m(end) + eye_m) };
            !self.is_over_the_hill(&line, look) && !self.is_hidden_by_a_volume(&line, look)
        };
        (seen, looked_at.get())
    }

    /// Whether opaque ground lies between two points.
    fn is_closed_between(&self, from: Vec2, to: Vec2, looked_at: &Count<u32>) -> bool {
        let [a, b] = [from, to].map(|end| Cell::of(end, self.ground.resolution_m()));
        // Most worlds of open country have no cell that could be closed: their cells are paid for and not looked at.
        if !self.ground.has_opaque() && self.ground.contains(a) && self.ground.contains(b) {
            looked_at.set(looked_at.get() + a.x.abs_diff(b.x) + a.y.abs_diff(b.y) + 1);
            return false;
        }
        let is_closed = |cell| {
            looked_at.set(looked_at.get() + 1);
            self.ground.opaque(cell)
        };
        self.first_closed_cell(from, to, is_closed).is_some()
    }

    /// Whether a volume blocks a line at the height above the volume's ground that the line has there.
    fn is_hidden_by_a_volume(&self, line: &Line, look: impl Fn()) -> bool {
        let terrain = self.ground.terrain();
        let mut hidden = false;
        self.volumes_along(line.from, line.to, 1.0, |volume, limit| {
            look();
            let centre = volume.footprint.centre;
            let above_m = match terrain.heights {
                None => line.ends_m[0],
                Some(_) => line.height_m(line.nearest(centre)) - terrain.elevation_m(centre),
            };
            let is_high = volume.base_m <= above_m && volume.top_m >= above_m;
            if is_high && !hidden && volume.footprint.hit(line.from, line.to).is_some() {
                (hidden, *limit) = (true, 0.0);
            }
        });
        hidden
    }

    /// Whether the land between the ends of a line rises above it.
    fn is_over_the_hill(&self, line: &Line, look: impl Fn()) -> bool {
        let terrain = self.ground.terrain();
        if terrain.heights.is_none() {
            return false;
        }
        let parts = (line.from.distance(line.to) / HILL_STEP_M).ceil().max(1.0) as u32;
        (1..parts).any(|i| {
            look();
            let share = i as f32 / parts as f32;
            terrain.surface_m(line.at(share)) > line.height_m(share)
        })
    }

    /// Whether more vegetation lies along a line than eyes see through. Each stretch of at most half a cell counts as its
    /// middle does; `look` is called for each.
    fn is_overgrown(&self, from: Vec2, to: Vec2, look: impl Fn()) -> bool {
        let length = from.distance(to);
        if !self.ground.has_vegetation() || length <= SEEN_THROUGH_M {
            return false;
        }
        let res = self.ground.resolution_m();
        let parts = (2.0 * length / res).ceil().max(1.0) as u32;
        let most = SEEN_THROUGH_M * parts as f32 / length;
        let (mut sum, mut last) = (0.0, None);
        (0..parts).any(|i| {
            look();
            let cell = Cell::of(from.lerp(to, (i as f32 + 0.5) / parts as f32), res);
            // Two or three stretches lie in one cell.
            let dense = match last {
                Some((same, dense)) if same == cell => dense,
                _ => self.ground.vegetation(cell),
            };
            last = Some((cell, dense));
            sum += dense;
            sum > most
        })
    }
}
