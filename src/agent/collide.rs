//! Collision: bodies keep out of walls. No body ends a step inside one.

use crate::body::Body;
use crate::geom::{Aabb, Cell, Vec2};
use crate::world::World;

/// A body may overlap a wall by this much: too little to be seen, more than rounding.
pub const SKIN_M: f32 = 0.02;
/// How often a position is pushed out of what it touches before the body gives up the move.
const ROUNDS: usize = 4;

/// Where a body that wants to `new` really ends: slid along what it meets, and where it is when nothing else is free.
/// It must be free there itself.
pub fn slide(world: &World, body: &Body, new: Vec2) -> Vec2 {
    let (old, radius_m) = (body.position, body.radius_m);
    if new == old {
        return old;
    }
    // A long stride is cut up, so that no body passes through a thin wall between two steps.
    let hops = ((old.distance(new) / radius_m.max(0.1)).ceil() as u32).clamp(1, 64);
    let stride = (new - old) / hops as f32;
    let mut at = old;
    for _ in 0..hops {
        let next = hop(world, body, at, at + stride);
        if next == at {
            break;
        }
        at = next;
    }
    at
}

fn hop(world: &World, body: &Body, old: Vec2, new: Vec2) -> Vec2 {
    let &Body { radius_m, height_m, moves, .. } = body;
    let inner = (radius_m - SKIN_M).max(0.0);
    if world.is_free(new, radius_m, height_m, moves) {
        return new;
    }
    let mut at = new;
    for _ in 0..ROUNDS {
        at = push_out(world, body, at);
        if world.is_free(at, inner, height_m, moves) && at.distance(old) <= 2.0 * new.distance(old) + SKIN_M {
            return at;
        }
    }
    for along in [Vec2::new(new.x, old.y), Vec2::new(old.x, new.y)] {
        if world.is_free(along, inner, height_m, moves) {
            return along;
        }
    }
    old
}

/// Moves a disc out of every cell and box it overlaps, one after the other.
fn push_out(world: &World, body: &Body, mut at: Vec2) -> Vec2 {
    let &Body { radius_m, height_m, moves, .. } = body;
    let res = world.ground.resolution_m();
    let (lo, hi) = (Cell::of(at - Vec2::splat(radius_m), res), Cell::of(at + Vec2::splat(radius_m), res));
    for y in lo.y..=hi.y {
        for x in lo.x..=hi.x {
            if !world.ground.open(moves, Cell::new(x, y)) {
                let corner = Vec2::new(x as f32, y as f32) * res;
                at = apart(at, at.clamp(corner, corner + Vec2::splat(res)), radius_m);
            }
        }
    }
    let start = at;
    world.volumes_in(Aabb::around(start, radius_m), |volume| {
        if volume.matters_to(height_m, moves) {
            at = apart(at, volume.footprint.closest_point(at), radius_m);
        }
    });
    at
}

/// `at`, moved away from `wall` until `radius_m` lies between them. Nothing can be said when they coincide.
fn apart(at: Vec2, wall: Vec2, radius_m: f32) -> Vec2 {
    let d = at - wall;
    let length = d.length();
    if length >= radius_m || length < 1e-6 { at } else { wall + d * (radius_m / length) }
}
