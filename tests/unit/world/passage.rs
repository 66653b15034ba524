//! Tests of world/passage.rs, world/terrain.rs and world/movement.rs, and of what follows from them.

use crate::random::between;
use bestiary::testing::geom::{Aabb, Cell, Vec2};
use bestiary::testing::grid::{CostLayer, Field, Regions};
use bestiary::testing::world::{
    AreaCost, FULL_PACE, Ground, GroundKind, Look, MoveClass, Movement, PLAIN_COST, Terrain, Tiles, Traversability,
    World,
};
use proptest::prelude::*;
use std::collections::BTreeMap;

const ALL: [MoveClass; 3] = [MoveClass::WALK, MoveClass::SWIM, MoveClass::FLY];

fn kind(name: &str, walkable: bool, cost: u8, traversability: Traversability) -> GroundKind {
    GroundKind { name: name.into(), letter: '.', walkable, opaque: false, cost, traversability, look: Look::Grass }
}

fn costs(of: &[(&str, Option<u8>)]) -> BTreeMap<String, Option<u8>> {
    of.iter().map(|(name, cost)| ((*name).to_owned(), *cost)).collect()
}

/// Grass, mud that is cheaper to swim in and slow, water, and a swamp that is closed to swimmers.
fn kinds() -> Vec<GroundKind> {
    vec![
        kind("grass", true, PLAIN_COST, Traversability::default()),
        kind(
            "mud",
            true,
            32,
            Traversability { pace: FULL_PACE / 2, costs: costs(&[("swim", Some(12))]), ..Traversability::default() },
        ),
        kind(
            "water",
            false,
            PLAIN_COST,
            Traversability { costs: costs(&[("swim", Some(9))]), ..Traversability::default() },
        ),
        kind(
            "swamp",
            true,
            16,
            Traversability { costs: costs(&[("swim", None), ("paddle", Some(10))]), ..Traversability::default() },
        ),
    ]
}

#[test]
fn each_class_has_its_own_costs_and_pace() {
    let mut ground = Ground::new(4, 1, 1.0, kinds(), vec![0, 1, 2, 3]);
    let passages = |ground: &Ground, moves| {
        let of = |x| ground.passage(moves, Cell::new(x, 0));
        (0..4).map(|x| (of(x).cost, of(x).pace)).collect::<Vec<_>>()
    };
    assert_eq!(passages(&ground, MoveClass::WALK), [(8, 64), (32, 32), (0, 0), (16, 64)]);
    assert_eq!(passages(&ground, MoveClass::SWIM), [(8, 64), (12, 32), (9, 64), (0, 0)]);
    assert_eq!(passages(&ground, MoveClass::FLY), [(8, 64); 4]);
    assert!(ALL.iter().all(|moves| !ground.open(*moves, Cell::new(4, 0)) && !ground.open(*moves, Cell::new(0, -1))));
    // A class of a mod that swims takes what is said of `swim`, where nothing is said of it.
    let paddle = Movement { swims: 0.5, ..Movement::named("paddle") };
    ground.set_movements(&[Movement::built_in(), vec![paddle]].concat());
    assert_eq!(passages(&ground, MoveClass(3)), [(8, 64), (12, 32), (9, 64), (10, 64)]);
}

#[test]
fn vegetation_slows_and_costs_all_that_do_not_fly() {
    let forest = kind("forest", true, PLAIN_COST, Traversability { vegetation: 1.0, ..Traversability::default() });
    let ground = Ground::new(1, 1, 1.0, vec![forest], vec![0]);
    let of = |moves| ground.passage(moves, Cell::new(0, 0));
    assert_eq!((of(MoveClass::WALK).cost, of(MoveClass::WALK).pace), (20, 26), "0.4 of the speed");
    assert_eq!((of(MoveClass::FLY).cost, of(MoveClass::FLY).pace), (8, 64));
}

/// Columns of tiles, and their numbers.
fn tiles(low: f32, high: f32) -> impl Strategy<Value = (usize, Vec<f32>)> {
    (1_usize..6, 1_usize..6).prop_flat_map(move |(w, h)| (Just(w), prop::collection::vec(between(low, high), w * h)))
}

/// The number at a place, written plainly: the mean of the four tiles round it, weighted by their nearness.
fn interpolated((columns, numbers): &(usize, Vec<f32>), at: Vec2) -> f32 {
    let rows = numbers.len() / columns;
    let (mut sum, mut weights) = (0.0, 0.0);
    for (i, number) in numbers.iter().enumerate() {
        let inside = Vec2::new(at.x.clamp(4.0, *columns as f32 * 8.0 - 4.0), at.y.clamp(4.0, rows as f32 * 8.0 - 4.0));
        let middle = Vec2::new((i % columns) as f32 * 8.0 + 4.0, (i / columns) as f32 * 8.0 + 4.0);
        let near = Vec2::ONE - (inside - middle).abs() / 8.0;
        let weight = near.x.max(0.0) * near.y.max(0.0);
        (sum, weights) = (sum + weight * number, weights + weight);
    }
    sum / weights
}

proptest! {
    #[test]
    fn numbers_of_tiles_are_interpolated_bilinearly(
        given in tiles(-20.0, 60.0), x in between(-10.0, 60.0), y in between(-10.0, 60.0),
    ) {
        let at = Vec2::new(x, y);
        let got = Tiles::new(given.0, given.1.clone()).at(at);
        prop_assert!((got - interpolated(&given, at)).abs() < 5e-3, "{} is {}", got, interpolated(&given, at));
    }

    #[test]
    fn deep_water_and_steep_ground_are_closed_and_all_else_is_slower_and_costs_more(
        given in tiles(-3.0, 12.0), level in between(-2.0, 6.0), resolution in prop::sample::select(vec![0.5_f32, 1.0, 2.0]),
    ) {
        let rows = given.1.len() / given.0;
        let (width, height) = ((given.0 as f32 * 8.0 / resolution) as usize, (rows as f32 * 8.0 / resolution) as usize);
        let terrain = Terrain {
            heights: Some(Tiles::new(given.0, given.1.clone())), water_level_m: Some(level), ..Terrain::default() };
        let grass = vec![kind("grass", true, PLAIN_COST, Traversability::default())];
        let ground = Ground::new(width, height, resolution, grass, vec![0; width * height]).with_terrain(terrain);
        for i in 0..width * height {
            let cell = Cell::new((i % width) as i32, (i / width) as i32);
            let at = cell.centre(resolution);
            let depth = (level - interpolated(&given, at)).max(0.0);
            let rise = |side: Vec2| (interpolated(&given, at + side) - interpolated(&given, at - side)) / resolution;
            let half = resolution / 2.0;
            let slope = Vec2::new(rise(Vec2::new(half, 0.0)), rise(Vec2::new(0.0, half))).length();
            // At the limits rounding decides.
            if (depth - 0.6).abs() < 0.01 || (slope - 1.0).abs() < 0.02 || depth > 0.0 && depth < 0.01 {
                continue;
            }
            let steep = slope > 1.0;
            let wading = 1.0 - (1.0 - 1.0 / 3.0) * (depth / 0.6).min(1.0);
            let swimming = 1.0 - 0.3 * (depth / 0.6).min(1.0);
            let wanted = [(depth > 0.6 || steep, wading), (steep, swimming)];
            for (moves, (closed, in_water)) in ALL.into_iter().zip(wanted) {
                let (got, share) = (ground.passage(moves, cell), in_water / (1.0 + 4.0 * slope));
                prop_assert_eq!(got.is_open(), !closed, "{:?} {}, depth {}, slope {}", moves, at, depth, slope);
                if !closed {
                    prop_assert!((f32::from(got.pace) / 64.0 - share).abs() < 0.02, "{:?} of {}", got, share);
                    prop_assert!((f32::from(got.cost) / 8.0 - 1.0 / share).abs() < 0.2 / share, "{:?} of {}", got, share);
                }
            }
            let flown = ground.passage(MoveClass::FLY, cell);
            prop_assert_eq!((flown.cost, flown.pace), (PLAIN_COST, FULL_PACE));
        }
    }

    #[test]
    fn a_cell_alone_is_what_it_is_in_the_layer_of_all_cells(
        given in tiles(-3.0, 12.0), level in between(-2.0, 6.0), corner in between(0.0, 20.0), cost in 0_u8..40,
    ) {
        let rows = given.1.len() / given.0;
        let (width, height) = (given.0 * 8, rows * 8);
        let area = AreaCost {
            part: Aabb::around(Vec2::new(corner, corner / 2.0), 9.0),
            costs: costs(&[("walk", (cost > 0).then_some(cost)), ("swim", Some(12))]),
            named_at: BTreeMap::new(),
        };
        let terrain = Terrain {
            heights: Some(Tiles::new(given.0, given.1.clone())), water_level_m: Some(level), area_costs: vec![area],
            ..Terrain::default() };
        let cells: Vec<u8> = (0..width * height).map(|i| (i * 7 % 4) as u8).collect();
        let ground = Ground::new(width, height, 1.0, kinds(), cells).with_terrain(terrain);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        for moves in ALL {
            let all = || (0..width * height).map(|i| Cell::new((i % width) as i32, (i / width) as i32));
            let alone: Vec<_> = all().map(|cell| ground.passage(moves, cell)).collect();
            ground.prepare_class(moves, Some(&pool));
            let in_layer: Vec<_> = all().map(|cell| ground.passage(moves, cell)).collect();
            prop_assert_eq!(alone, in_layer, "{:?}", moves);
        }
    }

    #[test]
    fn regions_grids_and_costs_follow_the_class(
        width in prop::sample::select(vec![1_usize, 63, 64, 65, 130]), height in 1_usize..20,
        given in prop::collection::vec(0_u8..4, 130 * 20), radius in between(0.1, 1.2), heights in prop::bool::ANY,
    ) {
        let cells = given[..width * height].to_vec();
        let mut ground = Ground::new(width, height, 1.0, kinds(), cells);
        if heights {
            let (columns, rows) = Tiles::count(ground.size());
            let numbers = given.iter().take(columns * rows).map(|n| f32::from(*n) * 2.0);
            let terrain = Terrain { heights: Some(Tiles::new(columns, numbers)), water_level_m: Some(1.0), ..Terrain::default() };
            ground = ground.with_terrain(terrain);
        }
        let world = World::new("drawn", ground, vec![], vec![]);
        for moves in ALL {
            let regions = Regions::build(&world, radius, 1.0, moves);
            let field = Field::of_world(&world, radius, 1.0, moves).unwrap();
            let layer = CostLayer::of_world(&world, moves);
            let all = (0..width * height).map(|i| Cell::new((i % width) as i32, (i / width) as i32));
            let open: Vec<Cell> = all.clone().filter(|c| world.ground.open(moves, *c)).collect();
            let cost = |c: &Cell| world.ground.passage(moves, *c).cost;
            let differ = open.iter().any(|c| cost(c) != cost(&open[0]));
            prop_assert_eq!(layer.is_some(), differ, "{:?}", moves);
            for cell in all {
                let free = world.is_free(cell.centre(1.0), radius, 1.0, moves);
                prop_assert_eq!(regions.of_cell(cell).is_some(), field.open(cell), "{:?} {:?}", moves, cell);
                // In narrow places a wide body is beside the centre.
                prop_assert!(field.open(cell) == free || !free && radius > 0.5, "{:?} {:?}", moves, cell);
                let place = regions.anchors().place(cell);
                prop_assert!(!field.open(cell) || world.is_free(place, radius - 1e-4, 1.0, moves), "{:?} {:?}", moves, place);
            }
            for (layer, cell) in layer.iter().flat_map(|layer| open.iter().map(move |cell| (layer, cell))) {
                prop_assert_eq!(layer.at(*cell), u64::from(cost(cell)));
                prop_assert!(layer.least_eighths() <= layer.at(*cell));
            }
        }
    }
}
