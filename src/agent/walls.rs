//! The walls round a body, as avoidance gets them: cells of closed ground, and volumes.

use super::collide::SKIN_M;
use crate::body::Bodies;
use crate::crowd::Walls;
use crate::geom::{Aabb, Cell, Obb, Vec2};
use crate::path::{BodySight, Sees};
use crate::world::World;

/// What does not move in a world, for the bodies in it.
#[derive(Clone, Copy)]
pub(super) struct WorldWalls<'a> {
    pub world: &'a World,
    pub bodies: &'a Bodies,
}

impl Walls for WorldWalls<'_> {
    fn near(&self, slot: usize, reach_m: f32, walls: &mut Vec<Obb>) {
        let b = self.bodies;
        let world = self.world.on(b.storey[slot]);
        let (here, moves) = (b.position[slot], b.moves[slot]);
        let reach = b.radius[slot] + reach_m;
        let res = world.ground.resolution_m();
        let open = |x: i32, y: i32| world.ground.open(moves, Cell::new(x, y));
        let own = Cell::of(here, res);
        let (lo, hi) = (Cell::of(here - Vec2::splat(reach), res), Cell::of(here + Vec2::splat(reach), res));
        for y in lo.y..=hi.y {
            for x in lo.x..=hi.x {
                if open(x, y) {
                    continue;
                }
                // Of a wall of several cells those count that show the body a side: it cannot touch the others.
                let shows_side = x != own.x && open(x + (own.x - x).signum(), y);
                let shows_top = y != own.y && open(x, y + (own.y - y).signum());
                let half = Vec2::splat(0.5 * res);
                let cell = Obb { centre: Vec2::new(x as f32, y as f32) * res + half, half, axis: Vec2::X };
                if (shows_side || shows_top) && cell.distance(here) < reach {
                    walls.push(cell);
                }
            }
        }
        world.volumes_in(Aabb::around(here, reach), |volume| {
            if volume.matters_to(b.height[slot], moves) && volume.footprint.distance(here) < reach {
                walls.push(volume.footprint);
            }
        });
    }

    fn clear(&self, slot: usize, to: Vec2) -> bool {
        let b = self.bodies;
        // Bodies touch walls, and a little more.
        let radius_m = b.radius[slot] - SKIN_M;
        let world = self.world.on(b.storey[slot]);
        BodySight { world, radius_m, height_m: b.height[slot], moves: b.moves[slot], costs: None }
            .clear(b.position[slot], to)
    }
}
