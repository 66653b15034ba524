//! Outlines of what is closed: lines along them touch nothing, and nothing else is refused.

use super::plane::{HEIGHT_M, Visibility, dip, scenes, volume};
use crate::drawn;
use bestiary::MoveClass;
use bestiary::testing::geom::{Obb, Vec2};
use bestiary::testing::graph::Outlines;
use bestiary::testing::world::World;
use proptest::prelude::*;

fn outlines(world: &World, radius_m: f32) -> Outlines {
    Outlines::of_world(world, radius_m, HEIGHT_M, MoveClass::WALK)
}

#[test]
fn a_box_has_eight_corners_and_none_is_nearer_than_the_radius() {
    let w = drawn::world(&["........"; 8], 1.0, vec![volume(Obb::new(Vec2::new(4.0, 4.0), Vec2::new(1.0, 0.5), 0.3))]);
    let outlines = outlines(&w, 0.5);
    let corners: Vec<Vec2> = outlines.corners().map(|c| c.at).collect();
    assert_eq!(corners.len(), 8);
    for corner in corners {
        let dip = dip(&w, 0.5, corner, corner);
        assert!((-0.05..1e-3).contains(&dip), "{corner} dips {dip}");
    }
}

#[test]
fn a_body_as_wide_as_a_corridor_passes_it_and_a_wider_one_does_not() {
    let w = drawn::world(&["......", "##.###", "......"], 1.0, vec![]);
    let (from, to) = (Vec2::new(2.5, 0.5), Vec2::new(2.5, 2.5));
    assert!(outlines(&w, 0.5).is_clear(from, to));
    assert!(!outlines(&w, 0.51).is_clear(from, to));
}

#[test]
fn nothing_passes_between_cells_that_touch() {
    let w = drawn::world(&[".#", "#."], 1.0, vec![]);
    let outlines = outlines(&w, 0.0);
    assert!(!outlines.is_clear(Vec2::new(0.5, 0.5), Vec2::new(1.5, 1.5)));
    assert!(outlines.is_free(Vec2::new(0.5, 0.5)));
}

#[test]
fn points_that_are_no_numbers_are_nowhere() {
    let outlines = outlines(&drawn::world(&["..", ".."], 1.0, vec![]), 0.25);
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert!(!outlines.is_free(Vec2::new(bad, 1.0)));
        assert!(!outlines.is_clear(Vec2::ONE, Vec2::new(1.0, bad)));
    }
}

/// The library that joins areas finds rings in another order when programs beside this one are built with it, tests for example.
#[test]
fn rings_come_in_one_order_and_each_begins_at_its_least_point() {
    let rows = ["..........", ".##..#..#.", "..........", ".#...##...", ".........."];
    let rings: Vec<Vec<Vec2>> = outlines(&drawn::world(&rows, 1.0, vec![]), 0.25).rings().collect();
    let key = |p: &Vec2| (p.x, p.y);
    assert!(rings.len() > 3);
    for ring in &rings {
        assert!(ring.iter().all(|p| key(&ring[0]) <= key(p)), "{ring:?}");
    }
    assert!(rings.windows(2).all(|two| key(&two[0][0]) <= key(&two[1][0])), "{rings:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 160, ..ProptestConfig::default() })]

    /// A line is clear where a body touches nothing along it, a little rounding aside; and so is each line that a plain test of the
    /// grown polygons allows.
    #[test]
    fn lines_are_clear_where_the_body_touches_nothing(scene in scenes(16)) {
        let world = scene.world();
        let (outlines, plain) = (outlines(&world, scene.radius_m), Visibility::blind(&world, scene.radius_m));
        for pair in scene.points.chunks_exact(2) {
            let (from, to) = (pair[0], pair[1]);
            prop_assert!(plain.is_doubtful(from) || outlines.is_free(from) == plain.is_free(from), "{}", from);
            if outlines.is_clear(from, to) {
                prop_assert!(dip(&world, scene.radius_m, from, to) < 1e-3);
            }
        }
    }
}
