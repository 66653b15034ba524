//! A body among what it must not touch: exact questions about single places and lines.

use crate::geom::{Aabb, Cell, Obb, Vec2, segment_to_box};
use crate::world::{MoveClass, World};

/// How deep a body may seem to dip into something before it counts, metres: the rounding of sums.
pub(super) const SLACK_M: f32 = 1e-4;

/// A size of body in a world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape<'a> {
    pub world: &'a World,
    pub radius_m: f32,
    pub height_m: f32,
    pub moves: MoveClass,
}

impl Shape<'_> {
    /// Metres a cell.
    pub(super) fn resolution_m(&self) -> f32 {
        self.world.ground.resolution_m()
    }

    fn is_closed(&self, cell: Cell) -> bool {
        !self.world.ground.open(self.moves, cell)
    }

    /// Calls `found` with the boxes in an area that the body must not touch.
    pub(crate) fn each_volume(&self, area: Aabb, mut found: impl FnMut(&Obb)) {
        self.world.volumes_in(area, |v| {
            if v.matters_to(self.height_m, self.moves) {
                found(&v.footprint);
            }
        });
    }

    /// Writes what of closed ground (a box for each run in a row), border and volumes reaches into an area; the order is
    /// the same for the same world and area.
    pub(crate) fn obstacles(&self, area: Aabb, out: &mut Vec<Obb>) {
        out.clear();
        let res = self.resolution_m();
        let (low, high) = (Cell::of(area.min, res), Cell::of(area.max, res));
        for y in low.y..=high.y {
            let mut x = low.x;
            while x <= high.x {
                let first = x;
                while x <= high.x && self.is_closed(Cell::new(x, y)) {
                    x += 1;
                }
                if x > first {
                    let half = Vec2::new((x - first) as f32, 1.0) * (res / 2.0);
                    let corner = Vec2::new(first as f32, y as f32) * res;
                    out.push(Obb { centre: corner + half, half, axis: Vec2::X });
                }
                x += 1;
            }
        }
        self.each_volume(area, |footprint| out.push(*footprint));
    }

    /// Whether the body can go straight from one place to another among these obstacles: all that are near the line.
    pub(super) fn is_clear(&self, obstacles: &[Obb], from: Vec2, to: Vec2) -> bool {
        let apart = |o: &Obb| segment_to_box(o.to_local(from), o.to_local(to), Aabb { min: -o.half, max: o.half });
        obstacles.iter().all(|o| apart(o) >= self.radius_m - SLACK_M)
    }
}
