//! The walls round a body, as avoidance gets them: cells of closed ground, and volumes.

use super::collide::SKIN_M;
use crate::body::{Bodies, Body};
use crate::crowd::Walls;
use crate::geom::{Aabb, Cell, Obb, Vec2};
use crate::path::{BodySight, Sees};
use crate::world::World;
use std::ops::RangeInclusive;

/// What does not move in a world, for the bodies in it.
#[derive(Clone, Copy)]
pub(super) struct WorldWalls<'a> {
    pub world: &'a World,
    pub bodies: &'a Bodies,
}

impl Walls for WorldWalls<'_> {
    fn near(&self, body: &Body, reach_m: f32, walls: &mut Vec<Obb>) {
        let world = self.world.on(body.storey);
        let (here, moves) = (body.position, body.moves);
        let reach = body.radius_m + reach_m;
        let res = world.ground.resolution_m();
        let open = |x: i32, y: i32| world.ground.open(moves, Cell::new(x, y));
        let own = Cell::of(here, res);
        let (lo, hi) = (Cell::of(here - Vec2::splat(reach), res), Cell::of(here + Vec2::splat(reach), res));
        // Of a wall of several cells those count that show the body a side: it cannot touch the others.
        let shows_top = |x: i32, y: i32| y != own.y && !open(x, y) && open(x, y + (own.y - y).signum());
        let shows_side = |x: i32, y: i32| x != own.x && !open(x, y) && open(x + (own.x - x).signum(), y);
        let mut add = |first: Cell, last: Cell| {
            let (low, high) =
                (Vec2::new(first.x as f32, first.y as f32), Vec2::new(last.x as f32, last.y as f32) + 1.0);
            let wall = Obb { centre: (low + high) * (0.5 * res), half: (high - low) * (0.5 * res), axis: Vec2::X };
            if wall.distance(here) < reach {
                walls.push(wall);
            }
        };
        // Mostly there is none.
        let any =
            !world.ground.are_open(moves, own, (lo, hi)) && (lo.y..=hi.y).any(|y| (lo.x..=hi.x).any(|x| !open(x, y)));
        let (rows, columns) =
            if any { (lo.y..=hi.y, lo.x..=hi.x) } else { (RangeInclusive::new(1, 0), RangeInclusive::new(1, 0)) };
        // Cells in a row are one wall: where two meet there is no corner to keep clear of.
        for y in rows {
            runs(lo.x..=hi.x, |x| shows_top(x, y), |a, b| add(Cell::new(a, y), Cell::new(b, y)));
        }
        for x in columns {
            runs(
                lo.y..=hi.y,
                |y| shows_side(x, y),
                |a, b| {
                    if a < b || !shows_top(x, a) {
                        add(Cell::new(x, a), Cell::new(x, b));
                    }
                },
            );
        }
        world.volumes_in(Aabb::around(here, reach), |volume| {
            if volume.matters_to(body.height_m, moves) && volume.footprint.distance(here) < reach {
                walls.push(volume.footprint);
            }
        });
    }

    fn clear(&self, slot: usize, to: Vec2) -> bool {
        let b = self.bodies;
        // Bodies touch walls, and a little more.
        let radius_m = b.radius[slot] - SKIN_M;
        let world = self.world.on(b.storey[slot]);
        BodySight { world, radius_m, height_m: b.height[slot], moves: b.moves[slot], field: None, costs: None }
            .clear(b.position[slot], to)
    }
}

/// Calls `found` with the first and the last of all numbers in a row for which something holds.
fn runs(numbers: RangeInclusive<i32>, holds: impl Fn(i32) -> bool, mut found: impl FnMut(i32, i32)) {
    let (mut first, end) = (None, *numbers.end());
    for i in numbers {
        if holds(i) {
            let first = *first.get_or_insert(i);
            if i == end {
                found(first, i);
            }
        } else if let Some(first) = first.take() {
            found(first, i - 1);
        }
    }
}
