//! A body that is moved straight from one place to another: whether it touches anything.

mod capsule;
mod closed;
mod reach;
mod rows;

use super::{Field, Shape};
use crate::geom::{Aabb, Cell, Obb, Vec2, rounded_down};
use crate::world::{Ground, MoveClass};
use closed::ClosedGround;
pub(crate) use reach::{LEAST_RADIUS_M, Reach, SWEEP_SLACK_M};
use rows::Line;

impl Shape<'_> {
    /// Whether the body touches neither closed ground nor a volume that matters to it on the straight line between two places.
    pub(crate) fn goes(&self, from: Vec2, to: Vec2) -> bool {
        self.goes_over(None, true, from, to)
    }

    /// The same, found faster by a grid of the same plane and movement class, for a body of any size; and faster still where it is so as is
    /// `likely`.
    pub(crate) fn goes_over(&self, field: Option<&Field>, likely: bool, from: Vec2, to: Vec2) -> bool {
        let reach = Reach::of(self.radius_m);
        let closed = ClosedGround { ground: &self.world.ground, moves: self.moves, field };
        if closed.is_touched(from, to, self.radius_m, !likely) {
            return false;
        }
        let swept = Aabb::new(from, to).grown(reach.radius_m);
        !self.world.any_volume_in(swept, |volume| {
            volume.matters_to(self.height_m, self.moves) && reach.meets(from, to, &volume.footprint)
        })
    }

    /// Calls `found` with what the body touches on the straight line between two places: volumes, and of the closed cells of each row (or column)
    /// those from either end up to the first for which it returns `true`.
    pub(crate) fn each_touched(
        &self,
        field: Option<&Field>,
        [from, to]: [Vec2; 2],
        mut found: impl FnMut(&Obb) -> bool,
    ) {
        let (ground, reach) = (&self.world.ground, Reach::of(self.radius_m));
        let res = ground.resolution_m();
        let mut cell =
            |cell: Cell| found(&Obb { centre: cell.centre(res), half: Vec2::splat(res / 2.0), axis: Vec2::X });
        let closed = ClosedGround { ground, moves: self.moves, field };
        closed.each_line((from, to), self.radius_m, |line| {
            let Some(first) = closed.until(&line, &mut cell) else { return true };
            let rest = Line { at: first + 1, ..line };
            closed.back_until(&rest, &mut cell);
            true
        });
        self.world.volumes_in(Aabb::new(from, to).grown(reach.radius_m), |volume| {
            if volume.matters_to(self.height_m, self.moves) && reach.meets(from, to, &volume.footprint) {
                found(&volume.footprint);
            }
        });
    }

    /// Calls `found` with the closed cells and volumes that may be nearer to a place than so far, metres; with some that are a little farther, too.
    /// Where only the grid was looked at, with the cell: it may be open.
    // Always inlined: what callers keep of what they are shown stays in registers.
    #[inline(always)]
    pub(crate) fn each_near(
        &self,
        field: Option<&Field>,
        at: Vec2,
        reach_m: f32,
        mut found: impl FnMut(&Obb, Option<Cell>),
    ) {
        let ground = &self.world.ground;
        let (res, scale) = (ground.resolution_m(), 1.0 / ground.resolution_m());
        let closed = ClosedGround { ground, moves: self.moves, field };
        let square = |cell: Cell| Obb { centre: cell.centre(res), half: Vec2::splat(res / 2.0), axis: Vec2::X };
        let [low, high] = [at - Vec2::splat(reach_m), at + Vec2::splat(reach_m)]
            .map(|corner| Cell::new(rounded_down(corner.x * scale), rounded_down(corner.y * scale)));
        for line in low.y..=high.y {
            let Some(mut bits) = field.and_then(|field| field.closed_bits(line, low.x, high.x)) else {
                closed.each(&Line { is_column: false, line, at: low.x, last: high.x }, |cell| {
                    found(&square(cell), None);
                    true
                });
                continue;
            };
            while bits != 0 {
                let cell = Cell::new(low.x + bits.trailing_zeros() as i32, line);
                found(&square(cell), Some(cell));
                bits &= bits - 1;
            }
        }
        self.world.volumes_in(Aabb::around(at, reach_m), |volume| {
            if volume.matters_to(self.height_m, self.moves) {
                found(&volume.footprint, None);
            }
        });
    }
}

/// Whether a disc that is moved along a segment touches closed ground.
pub(crate) fn segment_meets_ground(ground: &Ground, moves: MoveClass, (from, to): (Vec2, Vec2), radius_m: f32) -> bool {
    ClosedGround { ground, moves, field: None }.is_touched(from, to, radius_m, false)
}
