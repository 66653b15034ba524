//! Random worlds with paths on them: noise, rooms and corridors, ground with costs, boxes turned at any angle, doors.

use super::exact::{HEIGHT_M, MOVES};
use bestiary::testing::geom::{Cell, Obb, Vec2};
use bestiary::testing::grid::{CostLayer, Field};
use bestiary::testing::path::{BodySight, Sees, pull};
use bestiary::testing::rng::{Purpose, Rand};
use bestiary::testing::search::{Landscape, SearchOptions, Solver};
use bestiary::testing::world::{Ground, GroundKind, Look, Object, PLAIN_COST, Traversability, Volume, World};

/// A world, and a body on it.
pub(super) struct Scene {
    pub(super) world: World,
    pub(super) radius_m: f32,
    pub(super) field: Field,
    pub(super) costs: Option<CostLayer>,
}

fn kind(name: &str, letter: char, walkable: bool, cost: u8) -> GroundKind {
    let look = if walkable { Look::Grass } else { Look::Wall };
    let (name, traversability) = (name.into(), Traversability::default());
    GroundKind { name, letter, walkable, opaque: !walkable, cost, traversability, look }
}

/// A number between two.
fn between(rand: &mut Rand, low: f32, high: f32) -> f32 {
    low + (high - low) * rand.index(10_001) as f32 / 1e4
}

fn pick<T: Copy>(rand: &mut Rand, of: &[T]) -> T {
    of[rand.index(of.len())]
}

/// The kinds of cells: 0 plain, 1 mud, 2 a wall.
fn cells(rand: &mut Rand, width: usize, height: usize) -> Vec<u8> {
    let (pattern, percent, muddy) = (rand.index(4), rand.index(45), pick(rand, &[0, 0, 0, 30]));
    let side = 3 + rand.index(7);
    let cell = |i: usize, rand: &mut Rand| {
        let (x, y) = (i % width, i / width);
        let is_wall = match pattern {
            0 => rand.index(100) < percent,
            // Rooms with gaps in their walls.
            1 => (x % side == 0 || y % side == 0) && rand.index(100) >= 25,
            // Pillars.
            2 => x % side < 2 && y % side < 2,
            _ => rand.index(100) < percent / 6,
        };
        if is_wall { 2 } else { u8::from(rand.index(100) < muddy) }
    };
    (0..width * height).map(|i| cell(i, rand)).collect()
}

impl Scene {
    pub(super) fn new(seed: u64) -> Self {
        let rand = &mut Rand::new(seed, Purpose::Spawning, 0);
        let (width, height) = (pick(rand, &[6, 13, 20, 63, 64, 65]), pick(rand, &[7, 14, 22, 64]));
        let resolution_m = pick(rand, &[1.0_f32, 1.0, 1.0, 0.5, 2.0]);
        let kinds = vec![
            kind("grass", '.', true, PLAIN_COST),
            kind("mud", 'm', true, 3 * PLAIN_COST),
            kind("wall", '#', false, PLAIN_COST),
        ];
        let cells = cells(rand, width, height);
        let ground = Ground::new(width, height, resolution_m, kinds, cells);
        let size = Vec2::new(width as f32, height as f32) * resolution_m;
        let volumes: Vec<Volume> = (0..rand.index(6))
            .map(|_| {
                let centre = Vec2::new(between(rand, 0.0, size.x), between(rand, 0.0, size.y));
                let half = Vec2::new(between(rand, 0.02, 3.0), between(rand, 0.02, 1.0));
                let footprint = Obb::new(centre, half, between(rand, 0.0, 3.2));
                Volume { footprint, base_m: 0.0, top_m: 2.0, object: 0 }
            })
            .collect();
        let boxes = volumes.len() as u32;
        let object = Object { name: "box".into(), kind: "box".into(), volumes: 0..boxes };
        let mut world = World::new("drawn", ground, vec![object], volumes);
        for volume in (0..boxes).filter(|i| i % 3 == 2) {
            world.add_door(&format!("door {volume}"), volume, Vec::new(), None);
            let door = world.door(&format!("door {volume}")).unwrap();
            world.set_door(door, rand.index(2) == 0);
        }
        Self::of(world, pick(rand, &[0.1, 0.2, 0.3, 0.4, 0.5, 0.8, 1.2, 2.0]))
    }

    pub(super) fn of(world: World, radius_m: f32) -> Self {
        let field = Field::of_world(&world, radius_m, HEIGHT_M, MOVES).unwrap();
        let costs = CostLayer::of_world(&world, MOVES);
        Self { world, radius_m, field, costs }
    }

    pub(super) fn sight(&self) -> BodySight<'_> {
        let Self { world, radius_m, field, costs } = self;
        let costs = costs.as_ref();
        BodySight { world, radius_m: *radius_m, height_m: HEIGHT_M, moves: MOVES, field: Some(field), costs }
    }

    /// A path from cell to cell and the same pulled, both ends included. `None` where there is none, and where a cell of it is narrow: bodies have
    /// other places there than its middle.
    pub(super) fn paths(&self, from: Cell, to: Cell) -> Option<[Vec<Vec2>; 2]> {
        let (mut turns, mut rest) = (Vec::new(), Vec::new());
        let on = Landscape::of(&self.field, self.costs.as_ref());
        Solver::on_ground(on.field, on.costs, SearchOptions::default()).ok()?.solve(from, to, &mut turns)?;
        let res = self.world.ground.resolution_m();
        let found: Vec<Vec2> = turns.iter().map(|cell| cell.centre(res)).collect();
        let sight = self.sight();
        if !found.windows(2).all(|pair| sight.clear(pair[0], pair[1])) {
            return None;
        }
        pull(&found, &sight, &mut rest);
        let pulled = found.first().copied().into_iter().chain(rest).collect();
        Some([found, pulled])
    }

    /// Two cells that are open and joined.
    pub(super) fn ends(&self, seed: u64) -> Option<(Cell, Cell)> {
        let rand = &mut Rand::new(seed, Purpose::Spawning, 1);
        let mut cell = || {
            let mut all = (0..30).map(|_| self.field.cell(rand.index(self.field.nodes()) as u32));
            all.find(|cell| self.field.open(*cell))
        };
        let from = cell()?;
        let to = (0..10).filter_map(|_| cell()).find(|to| *to != from && self.field.may_join(from, *to))?;
        Some((from, to))
    }
}
