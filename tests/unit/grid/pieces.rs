//! Tests of grid/pieces.rs: what pieces of free places say is what a search over the places says.

use bestiary::testing::grid::joined;
use bestiary::testing::world::{Ground, GroundKind, Object, Volume};
use bestiary::{Obb, Vec2, World};
use proptest::prelude::*;

/// (x, y, width, depth, turn) of a box, metres and radians.
type Wall = (f32, f32, f32, f32, f32);

const SIDE: usize = 9;

/// A little world with some closed cells, and walls with narrow gaps between them.
fn world(resolution_m: f32, closed: &[u8], walls: &[Wall]) -> World {
    let kinds = [true, false].map(|walkable| GroundKind {
        name: if walkable { "grass" } else { "rock" }.into(),
        letter: if walkable { '.' } else { '#' },
        walkable,
        opaque: false,
        cost: 8,
        traversability: Default::default(),
        look: Default::default(),
    });
    let cells = closed.iter().map(|byte| u8::from(*byte == 0)).collect();
    let ground = Ground::new(SIDE, SIDE, resolution_m, kinds.into(), cells);
    let volumes = walls.iter().map(|(x, y, width, depth, turn)| Volume {
        footprint: Obb::new(Vec2::new(*x, *y) * resolution_m, Vec2::new(*width, *depth) / 2.0, *turn),
        base_m: 0.0,
        top_m: 2.0,
        object: 0,
    });
    let volumes: Vec<Volume> = volumes.collect();
    let all = Object { name: "all".into(), kind: "wall".into(), volumes: 0..volumes.len() as u32 };
    World::new("drawn", ground, vec![all], volumes)
}

fn wall() -> impl Strategy<Value = Wall> {
    let turn = prop_oneof![Just(0.0_f32), Just(std::f32::consts::FRAC_PI_2), -2.0..2.0_f32];
    (0.0..SIDE as f32, 0.0..SIDE as f32, 0.1..5.0_f32, 0.05..0.6_f32, turn)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn pieces_say_what_a_search_says(
        resolution_m in prop_oneof![Just(0.5_f32), Just(1.0), Just(2.0)],
        radius_m in prop_oneof![Just(0.2_f32), Just(0.5), Just(0.9), 0.1..2.0_f32],
        closed in prop::collection::vec(0..12_u8, SIDE * SIDE),
        walls in prop::collection::vec(wall(), 0..16),
    ) {
        let world = world(resolution_m, &closed, &walls);
        for (cells, [by_search, by_pieces]) in joined(&world, radius_m, 1.0) {
            prop_assert_eq!(by_search, by_pieces, "{:?}", cells);
        }
    }
}

#[test]
fn both_results_come_up() {
    // Before: thin walls on the borders of rows of cells, the first with a gap of 1.4 m, the second with none.
    let walls = [(1.8, 5.0, 3.6, 0.02, 0.0), (7.0, 5.0, 4.0, 0.02, 0.0), (4.5, 7.0, 9.0, 0.02, 0.0)];
    let world = world(1.0, &[1; SIDE * SIDE], &walls);
    // Action: each pair of cells with a wall between them.
    let found = joined(&world, 0.45, 1.0);
    // After: beside the gap some are joined, across the other wall none.
    let across = |row: i32| {
        let pairs = found.iter().filter(move |((a, b), _)| (a.y, b.y) == (row, row + 1));
        pairs.map(|(_, [by_search, by_pieces])| (*by_search, *by_pieces)).collect::<Vec<_>>()
    };
    assert!(across(4).contains(&(true, true)) && across(4).contains(&(false, false)), "{:?}", across(4));
    assert_eq!(across(6), [(false, false); SIDE]);
}
