//! The walls round a body, as avoidance gets them: points of closed ground and of volumes.

use super::collide::SKIN_M;
use crate::body::Bodies;
use crate::crowd::Walls;
use crate::geom::{Aabb, Cell, Vec2};
use crate::path::{BodySight, Sees};
use crate::world::World;

/// What does not move in a world, for the bodies in it.
#[derive(Clone, Copy)]
pub(super) struct WorldWalls<'a> {
    pub world: &'a World,
    pub bodies: &'a Bodies,
}

impl Walls for WorldWalls<'_> {
    fn near(&self, slot: usize, reach_m: f32, points: &mut Vec<Vec2>) {
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
                // Of a wall of several cells the one that faces the body counts: the others' nearest points are corners
                // inside the wall.
                let (towards_x, towards_y) = (x + (own.x - x).signum(), y + (own.y - y).signum());
                let hidden = (towards_x != x && !open(towards_x, y)) || (towards_y != y && !open(x, towards_y));
                let corner = Vec2::new(x as f32, y as f32) * res;
                let nearest = here.clamp(corner, corner + Vec2::splat(res));
                if !hidden && nearest.distance_squared(here) < reach * reach {
                    points.push(nearest);
                }
            }
        }
        world.volumes_in(Aabb::around(here, reach), |volume| {
            if volume.matters_to(b.height[slot], moves) {
                let nearest = volume.footprint.closest_point(here);
                if nearest.distance_squared(here) < reach * reach {
                    points.push(nearest);
                }
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
