//! Tests of world/sight.rs.

use crate::random::between;
use bestiary::testing::geom::{Cell, Obb, Vec2};
use bestiary::testing::world::{Ground, GroundKind, Look, PLAIN_COST, Terrain, Tiles, Traversability, Volume, World};
use proptest::prelude::*;

fn kind(name: &str, vegetation: f32) -> GroundKind {
    let traversability = Traversability { vegetation, ..Traversability::default() };
    GroundKind {
        name: name.into(),
        letter: '.',
        walkable: true,
        opaque: false,
        cost: PLAIN_COST,
        traversability,
        look: Look::Grass,
    }
}

/// A strip of land 8 m wide, with a height for each tile of 8 m from left to right.
fn land(heights: &[f32], water_level_m: Option<f32>, volumes: Vec<Volume>) -> World {
    let width = heights.len() * 8;
    let ground = Ground::new(width, 8, 1.0, vec![kind("grass", 0.0)], vec![0; width * 8]);
    let heights = Some(Tiles::new(heights.len(), heights.iter().copied()));
    let ground = ground.with_terrain(Terrain { heights, water_level_m, ..Terrain::default() });
    World::new("strip", ground, vec![], volumes)
}

/// Whether eyes 1.5 m high see from one place of the strip to another.
fn sees(world: &World, from: f32, to: f32) -> bool {
    world.sees(Vec2::new(from, 4.0), Vec2::new(to, 4.0), 1.5).0
}

#[test]
fn a_hill_hides_what_lies_beyond_it_from_eyes_that_are_lower() {
    let hill = land(&[0.0, 0.0, 3.0, 0.0, 0.0], None, vec![]);
    assert!(!sees(&hill, 2.0, 38.0) && !sees(&hill, 38.0, 2.0));
    assert!(sees(&hill, 2.0, 20.0) && sees(&hill, 20.0, 2.0), "to the top, and from it");
    assert!(sees(&hill, 2.0, 10.0), "on one side");
    let knoll = land(&[0.0, 0.0, 1.0, 0.0, 0.0], None, vec![]);
    assert!(sees(&knoll, 2.0, 38.0), "lower than the eyes");
    let valley = land(&[4.0, 0.0, -4.0, 0.0, 4.0], None, vec![]);
    assert!(sees(&valley, 2.0, 38.0) && sees(&valley, 2.0, 20.0), "across it, and into it");
    let slope = land(&[0.0, 4.0, 8.0, 12.0, 16.0], None, vec![]);
    assert!(sees(&slope, 2.0, 38.0) && sees(&slope, 38.0, 2.0));
}

#[test]
fn a_volume_is_as_high_as_it_is_above_its_own_ground() {
    let fence = |x: f32| Volume {
        footprint: Obb::new(Vec2::new(x, 4.0), Vec2::new(0.1, 3.0), 0.0),
        base_m: 0.0,
        top_m: 2.0,
        object: 0,
    };
    assert!(!sees(&land(&[0.0; 5], None, vec![fence(20.0)]), 2.0, 38.0), "on the plain");
    assert!(sees(&land(&[4.0, 0.0, -4.0, 0.0, 4.0], None, vec![fence(20.0)]), 2.0, 38.0), "down in a valley");
    assert!(!sees(&land(&[0.0, 4.0, 8.0, 12.0, 16.0], None, vec![fence(20.0)]), 2.0, 38.0), "on a slope");
}

#[test]
fn water_hides_what_the_land_under_it_does_not() {
    let bay = [3.0, 0.0, 0.0, 0.0, 3.0];
    assert!(sees(&land(&bay, Some(2.0), vec![]), 2.0, 38.0), "across the bay");
    assert!(sees(&land(&bay, Some(2.0), vec![]), 12.0, 28.0), "eyes of swimmers are above the water");
}

proptest! {
    #[test]
    fn land_well_above_a_line_hides_and_land_below_it_does_not(
        heights in prop::collection::vec(between(-3.0, 3.0), 2..9),
        (a, b) in (between(0.0, 1.0), between(0.0, 1.0)),
    ) {
        let world = land(&heights, None, vec![]);
        let (from, to) = (a * heights.len() as f32 * 8.0, b * heights.len() as f32 * 8.0);
        let height = |x: f32| world.ground.terrain().elevation_m(Vec2::new(x, 4.0));
        let (low, high) = (height(from) + 1.5, height(to) + 1.5);
        let above = |i: i32| {
            let share = i as f32 / 1000.0;
            height(from + (to - from) * share) - (low + (high - low) * share)
        };
        let most = (1..1000).map(above).fold(f32::NEG_INFINITY, f32::max);
        // Between two looks the land rises by no more than this: 6 m in 8 m, for the half of 2 m, on both sides of a top.
        if most > 1.5 {
            prop_assert!(!sees(&world, from, to), "{most} m above the line");
        }
        if most < -0.01 {
            prop_assert!(sees(&world, from, to), "{most} m above the line");
        }
    }
}

#[test]
fn eyes_see_a_little_through_vegetation() {
    let kinds = vec![kind("grass", 0.0), kind("forest", 0.5)];
    let ground = Ground::new(40, 1, 1.0, kinds, (0..40).map(|x| u8::from(x >= 20)).collect());
    let world = World::new("wood", ground, vec![], vec![]);
    let sees = |from: f32, to: f32| world.sees(Vec2::new(from, 0.5), Vec2::new(to, 0.5), 1.0).0;
    assert!(sees(1.0, 20.0), "to the edge");
    assert!(sees(5.0, 27.5), "8 m of half density are as much as 4 m of the densest");
    assert!(!sees(5.0, 28.5) && !sees(28.5, 5.0));
    assert!(sees(36.0, 39.5), "what is near");
}

#[test]
fn a_cell_that_becomes_opaque_hides_what_lies_beyond_it() {
    let hedge = GroundKind { opaque: true, ..kind("hedge", 0.0) };
    let mut ground = Ground::new(40, 8, 1.0, vec![kind("grass", 0.0), hedge], vec![0; 40 * 8]);
    let world = |ground: &Ground| World::new("strip", ground.clone(), vec![], vec![]);
    assert!(!ground.has_opaque() && sees(&world(&ground), 2.0, 38.0), "no cell of that kind");
    assert!(!sees(&world(&ground), 2.0, 42.0), "nothing is seen beyond the edge");

    ground.set_kind(Cell::new(20, 4), 1);

    assert!(ground.has_opaque() && !sees(&world(&ground), 2.0, 38.0));
    assert!(sees(&world(&ground), 2.0, 18.0), "before it");
}
