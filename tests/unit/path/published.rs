//! String pulling and splines as others have published them.

use bestiary::testing::geom::Vec2;
use bestiary::testing::path::{Turning, catmull_rom, length_m, millington, pinter, ray_clear, walkable};
use proptest::prelude::*;

fn points(all: &[(f32, f32)]) -> Vec<Vec2> {
    all.iter().map(|(x, y)| Vec2::new(*x, *y)).collect()
}

/// A block from 2 to 4 in both directions.
fn open(at: Vec2) -> bool {
    !(at.x > 2.0 && at.x < 4.0 && at.y > 2.0 && at.y < 4.0)
}

#[test]
fn a_path_round_a_block_is_pulled_to_its_corner_by_both_but_the_wide_unit_keeps_off_it() {
    // Before: a path by cells round a block.
    let path =
        points(&[(0.5, 3.5), (0.5, 2.5), (0.5, 1.5), (1.5, 1.5), (2.5, 1.5), (3.5, 1.5), (4.5, 1.5), (5.5, 1.5)]);
    let (mut thin, mut wide) = (Vec::new(), Vec::new());
    // Action: ray casts, and a test of the unit's width every fifth of a tile.
    millington(&path, |a, b| ray_clear(a, b, 0.2, open), &mut thin);
    pinter(&path, |a, b| walkable(a, b, 0.2, 1.6, open), &mut wide);
    // After: one corner for the ray; the unit goes farther before it turns.
    assert_eq!(thin, points(&[(0.5, 3.5), (2.5, 1.5), (5.5, 1.5)]));
    assert!(wide.len() >= thin.len() && wide[1].x <= 1.5, "{wide:?}");
}

#[test]
fn what_lies_between_two_samples_is_not_seen() {
    let wall = |at: Vec2| !(at.x > 1.05 && at.x < 1.15);
    let (from, to) = (Vec2::new(0.0, 0.0), Vec2::new(2.0, 0.0));
    assert!(ray_clear(from, to, 0.2, wall) && !ray_clear(from, to, 0.05, wall));
}

#[test]
fn paths_of_no_place_one_and_two_stay_as_they_are() {
    for path in [points(&[]), points(&[(1.0, 1.0)]), points(&[(1.0, 1.0), (2.0, 2.0)])] {
        let mut out = points(&[(9.0, 9.0)]);
        millington(&path, |_, _| true, &mut out);
        assert_eq!(out, path);
        pinter(&path, |_, _| true, &mut out);
        assert_eq!(out, path);
    }
    let mut out = points(&[(9.0, 9.0)]);
    catmull_rom(&[], &mut out);
    assert!(out.is_empty());
}

#[test]
fn pieces_of_very_different_length_do_not_make_the_spline_overshoot() {
    // Before: two long pieces and a short one between them, as in the thesis's figure 12; after: the curve stays near the corner.
    let path = points(&[(0.0, 0.0), (100.0, 0.0), (101.0, 1.0), (101.0, 100.0)]);
    let mut out = Vec::new();
    catmull_rom(&path, &mut out);
    let far = out.iter().map(|p| (p.x - 101.0).max(-p.y)).fold(0.0, f32::max);
    assert!(far < 15.0 && out.iter().filter(|p| p.x > 99.0 && p.y < 2.0).all(|p| p.x < 101.3 && p.y > -0.3), "{out:?}");
}

#[test]
fn turns_are_added_up_whichever_side_they_are_to() {
    let path = points(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (1.0, 1.0), (2.0, 1.0)]);
    let turning = Turning::of(&path);
    assert!((turning.sum_rad - std::f32::consts::PI).abs() < 1e-5);
    assert!((turning.sharpest_rad - std::f32::consts::FRAC_PI_2).abs() < 1e-5);
    assert_eq!(Turning::of(&path[..1]), Turning::default());
}

proptest! {
    #[test]
    fn a_spline_has_four_places_a_piece_and_leads_through_all_points(
        all in prop::collection::vec((-50i32..50, -50i32..50), 1..40),
    ) {
        let path: Vec<Vec2> = all.iter().map(|(x, y)| Vec2::new(*x as f32, *y as f32)).collect();
        let mut out = Vec::new();
        catmull_rom(&path, &mut out);
        prop_assert_eq!(out.len(), 4 * (path.len() - 1) + 1);
        for (point, on) in path.iter().zip(out.iter().step_by(4)) {
            prop_assert!(point.distance(*on) < 1e-3);
        }
        prop_assert!(length_m(&out) >= length_m(&path) * 0.999);
    }
}
