//! The worlds of the experiment: obstacles on given spots, walls with doors, and rooms with obstacles in them.

use crate::geom::{Obb, Vec2};
use crate::rng::{Purpose, Rand};
use crate::world::{Ground, GroundKind, Look, Object, PLAIN_COST, Traversability, Volume, World};

/// Walls and obstacles end so high, metres.
const TOP_M: f32 = 3.0;
/// Walls are so thick, metres.
const WALL_M: f32 = 1.0;
/// Spots for obstacles in a row, and rows of them.
const SPOTS: usize = 4;
/// The start is so far from the corner of the map, metres, and the goal from the opposite one.
const MARGIN_M: f32 = 2.5;
/// The spots in the order in which they are filled: a denser scene keeps those of a thinner one, and more of them are on the line from the
/// start to the goal, as the thesis has it: one of 9, two of 13, all four of 15.
const ORDER: [(u8, u8); SPOTS * SPOTS] = [
    (0, 2),
    (2, 0),
    (1, 3),
    (3, 1),
    (0, 3),
    (3, 0),
    (0, 1),
    (2, 3),
    (1, 1),
    (3, 2),
    (1, 0),
    (1, 2),
    (2, 2),
    (0, 0),
    (3, 3),
    (2, 1),
];

/// A box of an obstacle: its middle and its size in spots, seen from the spot's middle, and its turn in degrees.
type Part = ([f32; 2], [f32; 2], f32);

/// The eight kinds of obstacle. None leaves its spot.
const OBSTACLES: [&[Part]; 8] = [
    &[([0.0, 0.0], [0.5, 0.5], 0.0)],
    &[([0.0, 0.0], [0.45, 0.45], 30.0)],
    &[([0.0, 0.0], [0.8, 0.12], 0.0)],
    &[([0.0, 0.0], [0.12, 0.8], 0.0)],
    &[([0.0, 0.0], [0.8, 0.12], 45.0)],
    &[([0.0, 0.0], [0.7, 0.15], 0.0), ([0.0, 0.0], [0.15, 0.7], 0.0)],
    &[([0.0, 0.3], [0.7, 0.12], 0.0), ([0.3, 0.0], [0.12, 0.7], 0.0)],
    &[([0.0, 0.3], [0.7, 0.12], 0.0), ([-0.3, 0.0], [0.12, 0.7], 0.0), ([0.3, 0.0], [0.12, 0.7], 0.0)],
];

/// A world, and from where to where a body goes in it.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    pub world: World,
    pub from: Vec2,
    pub to: Vec2,
}

/// Boxes in the making.
#[derive(Default)]
struct Boxes {
    volumes: Vec<Volume>,
}

impl Boxes {
    fn push(&mut self, centre: Vec2, size: Vec2, degrees: f32) {
        let footprint = Obb::new(centre, size / 2.0, degrees.to_radians());
        self.volumes.push(Volume { footprint, base_m: 0.0, top_m: TOP_M, object: 0 });
    }

    /// A rectangle from one corner to the opposite one.
    fn wall(&mut self, from: Vec2, to: Vec2) {
        self.push((from + to) / 2.0, to - from, 0.0);
    }

    /// A wall across the whole map along `x`, with gaps from and to so many metres down.
    fn wall_with_gaps(&mut self, x: f32, depth: f32, gaps: impl Iterator<Item = (f32, f32)>) {
        let mut begin = 0.0;
        for (open, close) in gaps.chain([(depth, depth)]) {
            if open > begin {
                self.wall(Vec2::new(x, begin), Vec2::new(x + WALL_M, open));
            }
            begin = close;
        }
    }

    fn obstacle(&mut self, middle: Vec2, spot_m: f32, kind: usize) {
        for (at, size, degrees) in OBSTACLES[kind % OBSTACLES.len()] {
            self.push(middle + Vec2::from(*at) * spot_m, Vec2::from(*size) * spot_m, *degrees);
        }
    }

    fn world(self, name: String, side: u32) -> World {
        let grass = GroundKind {
            name: "grass".into(),
            letter: '.',
            walkable: true,
            opaque: false,
            cost: PLAIN_COST,
            traversability: Traversability::default(),
            look: Look::Grass,
        };
        let ground = Ground::new(side as usize, side as usize, 1.0, vec![grass], vec![0; (side * side) as usize]);
        let volumes = 0..self.volumes.len() as u32;
        World::new(name, ground, vec![Object { name: "walls".into(), kind: "wall".into(), volumes }], self.volumes)
    }
}

/// From one corner of a map to the opposite one.
fn across(world: World) -> Scene {
    let margin = Vec2::splat(MARGIN_M);
    let to = world.size() - margin;
    Scene { world, from: margin, to }
}

/// `count` obstacles of random kinds on given spots of a map of `side` by `side` metres: the thesis's scene.
pub(super) fn obstacles(side: u32, count: usize, seed: u64) -> Scene {
    let mut rand = Rand::new(seed, Purpose::Experiment, u64::from(side));
    let mut boxes = Boxes::default();
    let spot_m = side as f32 / SPOTS as f32;
    for (column, row) in ORDER.iter().take(count) {
        let middle = (Vec2::new(f32::from(*column), f32::from(*row)) + 0.5) * spot_m;
        boxes.obstacle(middle, spot_m, rand.index(OBSTACLES.len()));
    }
    across(boxes.world(format!("{side} x {side}, {count} obstacles"), side))
}

/// Walls, and doors in each of them, in the scene of the doors.
pub(super) const WALLS: usize = 3;
/// The width of a door, metres.
const DOOR_M: f32 = 4.0;

/// Three walls across the map with three doors each, all closed. The doors of the first wall come first.
pub(super) fn doors(side: u32) -> Scene {
    let mut boxes = Boxes::default();
    let depth = side as f32;
    let xs: Vec<f32> = (1..=WALLS).map(|wall| (depth * wall as f32 / (WALLS + 1) as f32).floor()).collect();
    let middles: Vec<f32> = (0..WALLS).map(|door| (depth * (door as f32 + 0.5) / WALLS as f32).floor()).collect();
    for x in &xs {
        boxes.wall_with_gaps(*x, depth, middles.iter().map(|y| (y - DOOR_M / 2.0, y + DOOR_M / 2.0)));
    }
    let first_leaf = boxes.volumes.len() as u32;
    for x in &xs {
        for y in &middles {
            boxes.wall(Vec2::new(*x, y - DOOR_M / 2.0), Vec2::new(x + WALL_M, y + DOOR_M / 2.0));
        }
    }
    let mut world = boxes.world(format!("doors, {side} x {side}"), side);
    for door in 0..(WALLS * WALLS) as u32 {
        world.add_door(&format!("door {door}"), first_leaf + door, Vec::new(), None);
    }
    across(world)
}

/// Rooms of this side, metres.
const ROOM_M: u32 = 20;
/// The width of their doorways, metres.
const DOORWAY_M: f32 = 2.0;
/// How much of a room an obstacle's spot takes.
const IN_ROOM: f32 = 0.6;

/// Rooms in rows with a doorway to each neighbour, and an obstacle of a random kind in each.
pub(super) fn rooms(side: u32, seed: u64) -> Scene {
    let mut rand = Rand::new(seed, Purpose::Experiment, u64::from(side) << 16);
    let mut boxes = Boxes::default();
    let count = side / ROOM_M;
    for wall in 1..count {
        let at = (wall * ROOM_M) as f32;
        for room in 0..count {
            let begin = (room * ROOM_M) as f32;
            let end = begin + ROOM_M as f32;
            for is_column in [true, false] {
                // Doorways keep off the corners, so that none is crossed by another wall.
                let open = begin + rand.between(2, i64::from(ROOM_M) - 4) as f32;
                for (from, to) in [(begin, open), (open + DOORWAY_M, end + WALL_M)] {
                    let (low, high) = (Vec2::new(at, from), Vec2::new(at + WALL_M, to.min(side as f32)));
                    let turned = |v: Vec2| if is_column { v } else { Vec2::new(v.y, v.x) };
                    boxes.wall(turned(low), turned(high));
                }
            }
        }
    }
    for row in 0..count {
        for column in 0..count {
            // The middle of what the walls leave, except where the body starts and arrives.
            let corner = Vec2::new(column as f32, row as f32) * ROOM_M as f32 + WALL_M;
            let middle = corner + (ROOM_M as f32 - WALL_M) / 2.0;
            boxes.obstacle(middle, ROOM_M as f32 * IN_ROOM, rand.index(OBSTACLES.len()));
        }
    }
    across(boxes.world(format!("rooms, {side} x {side}"), side))
}
