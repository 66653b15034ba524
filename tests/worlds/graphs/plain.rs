//! Random worlds, and what is true of them written plainly: how far everything is from a place, and what is connected.

use bestiary::testing::world::{Ground, GroundKind, Look, Object, PLAIN_COST, Traversability, Volume, World};
use bestiary::{Aabb, Cell, MoveClass, Obb, Vec2};
use proptest::prelude::*;
use std::f32::consts::TAU;

/// Columns and rows of the worlds.
pub(super) const SIDE: usize = 14;
/// Places a metre, along either axis, at which the oracle looks.
const A_METRE: i32 = 8;
/// The height of the bodies, metres.
pub(super) const HEIGHT_M: f32 = 1.0;

/// A world of grass and mud with walls of cells (2) and boxes; some of these are stepped over, or walked under.
pub(super) fn world(cells: Vec<u8>, volumes: Vec<Volume>) -> World {
    let kind = |name: &str, letter, walkable, cost| GroundKind {
        name: name.into(),
        letter,
        walkable,
        opaque: !walkable,
        cost,
        traversability: Traversability::default(),
        look: Look::Grass,
    };
    let mud = (f32::from(PLAIN_COST) * 3.0) as u8;
    let kinds =
        vec![kind("grass", '.', true, PLAIN_COST), kind("mud", ',', true, mud), kind("wall", '#', false, PLAIN_COST)];
    let ground = Ground::new(SIDE, cells.len() / SIDE, 1.0, kinds, cells);
    let object = Object { name: "box".into(), kind: "box".into(), volumes: 0..volumes.len() as u32 };
    World::new("random", ground, vec![object], volumes)
}

fn volumes() -> impl Strategy<Value = Vec<Volume>> {
    let side = SIDE as u32 * 8;
    // Eighths of a metre: boxes often touch each other and cells exactly, and many are upright.
    let one = (0..side, 0..side, 0..24_u32, 0..24_u32, prop_oneof![Just(0), 0..64_u32], 0..8_u32).prop_map(
        |(x, y, w, d, turn, tall)| Volume {
            footprint: Obb::new(
                Vec2::new(x as f32, y as f32) / 8.0,
                Vec2::new(w as f32, d as f32) / 16.0,
                turn as f32 / 64.0 * TAU,
            ),
            base_m: if tall == 0 { 1.5 } else { 0.0 },
            top_m: if tall == 1 { 0.4 } else { 3.0 },
            object: 0,
        },
    );
    proptest::collection::vec(one, 0..8)
}

/// Two walls with a corridor between them just as wide as a body, anywhere and at any angle.
fn corridor() -> impl Strategy<Value = Option<(Vec2, f32)>> {
    prop_oneof![
        Just(None),
        (3.0..SIDE as f32 - 3.0, 3.0..SIDE as f32 - 3.0, 0.0..TAU)
            .prop_map(|(x, y, turn)| Some((Vec2::new(x, y), turn)))
    ]
}

/// A random world, and the radius of a body for which it has a corridor that is half a cell wider on either side, and a little more.
pub(super) fn worlds() -> impl Strategy<Value = (World, f32)> {
    let cell = prop_oneof![30 => Just(0_u8), 2 => Just(1_u8), 3 => Just(2_u8)];
    let open = proptest::collection::vec(Just(0_u8), SIDE * SIDE);
    let cells = prop_oneof![open, proptest::collection::vec(cell, SIDE * SIDE)];
    (cells, volumes(), corridor(), 0.1..2.0_f32).prop_map(|(cells, mut volumes, corridor, radius_m)| {
        if let Some((at, turn)) = corridor {
            let along = Vec2::from_angle(turn);
            let half = Vec2::new(2.5, 0.1);
            let aside = along.perp() * (radius_m + 0.75);
            let wall = |centre| Volume { footprint: Obb::new(centre, half, turn), base_m: 0.0, top_m: 3.0, object: 0 };
            volumes.extend([wall(at + aside), wall(at - aside)]);
        }
        (world(cells, volumes), radius_m)
    })
}

/// How far, metres, a straight line is from the nearest closed cell, border or box that matters; exact but for rounding.
pub(super) fn clearance_m(world: &World, from: Vec2, to: Vec2) -> f64 {
    let size = world.size();
    let border = [from, to].map(|p| p.x.min(p.y).min(size.x - p.x).min(size.y - p.y));
    let mut least = f64::from(border[0].min(border[1]));
    for y in 0..world.ground.height() as i32 {
        for x in 0..world.ground.width() as i32 {
            if !world.ground.open(MoveClass::WALK, Cell::new(x, y)) {
                let corner = Vec2::new(x as f32, y as f32);
                let middle = corner + Vec2::splat(0.5);
                least = least.min(apart(&Obb::new(middle, Vec2::splat(0.5), 0.0), from, to));
            }
        }
    }
    let mut matters = |volume: &Volume| {
        if volume.top_m >= 0.5 && volume.base_m < HEIGHT_M && volume.top_m > volume.base_m {
            least = least.min(apart(&volume.footprint, from, to));
        }
    };
    world.volumes_in(Aabb::new(Vec2::ZERO, size).grown(100.0), &mut matters);
    least
}

/// Metres between a line and a box: to the corners of one from the other, unless they cross.
fn apart(shape: &Obb, from: Vec2, to: Vec2) -> f64 {
    let corners = shape.corners();
    let sides = (0..4).map(|i| (corners[i], corners[(i + 1) % 4]));
    let inside = shape.contains(from) || shape.contains(to);
    let crosses = |(a, b): (Vec2, Vec2)| {
        let side = |p: Vec2, a: Vec2, b: Vec2| (b - a).perp_dot(p - a);
        side(from, a, b) * side(to, a, b) < 0.0 && side(a, from, to) * side(b, from, to) < 0.0
    };
    if inside || sides.clone().any(crosses) {
        return 0.0;
    }
    let points = corners.into_iter().map(|c| to_line(c, from, to));
    let ends = sides.flat_map(|(a, b)| [to_line(from, a, b), to_line(to, a, b)]);
    points.chain(ends).fold(f64::INFINITY, f64::min)
}

fn to_line(p: Vec2, from: Vec2, to: Vec2) -> f64 {
    let (p, from, to) = (p.as_dvec2(), from.as_dvec2(), to.as_dvec2());
    let along = to - from;
    let share = if along.length_squared() > 0.0 { (p - from).dot(along) / along.length_squared() } else { 0.0 };
    p.distance(from + along * share.clamp(0.0, 1.0))
}

/// Places all over a world, and how far everything is from each.
pub(super) struct Oracle {
    side: i32,
    clearance: Vec<f64>,
}

impl Oracle {
    pub(super) fn new(world: &World) -> Self {
        let side = SIDE as i32 * A_METRE + 1;
        let at = |i: i32| place(i % side, i / side);
        Self { side, clearance: (0..side * side).map(|i| clearance_m(world, at(i), at(i))).collect() }
    }

    /// Which places are connected by places that are as far as this from everything; 0 where a place is not.
    pub(super) fn parts(&self, far_m: f64) -> Vec<u32> {
        let mut parts = vec![0; self.clearance.len()];
        let mut next = 0;
        for start in 0..self.clearance.len() {
            if parts[start] != 0 || self.clearance[start] < far_m {
                continue;
            }
            next += 1;
            parts[start] = next;
            let mut open = vec![start as i32];
            while let Some(i) = open.pop() {
                let (x, y) = (i % self.side, i / self.side);
                for (x, y) in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
                    let inside = (0..self.side).contains(&x) && (0..self.side).contains(&y);
                    let to = y * self.side + x;
                    if inside && parts[to as usize] == 0 && self.clearance[to as usize] >= far_m {
                        parts[to as usize] = next;
                        open.push(to);
                    }
                }
            }
        }
        parts
    }

    /// The number of a place, from two numbers of any size.
    pub(super) fn number(&self, x: u32, y: u32) -> usize {
        (y % self.side as u32 * self.side as u32 + x % self.side as u32) as usize
    }

    /// Where a place is.
    pub(super) fn place(&self, number: usize) -> Vec2 {
        place(number as i32 % self.side, number as i32 / self.side)
    }
}

fn place(x: i32, y: i32) -> Vec2 {
    Vec2::new(x as f32, y as f32) / A_METRE as f32
}

/// Half the distance between neighbouring places: what lies between two may be so much nearer to something.
pub(super) const BETWEEN_M: f64 = 0.5 / A_METRE as f64;
