//! Tests of world/query.rs.

use crate::drawn;
use crate::random::between;
use bestiary::MoveClass;
use bestiary::testing::geom::{Obb, Vec2};
use bestiary::testing::world::Volume;
use proptest::prelude::*;

#[test]
fn a_body_as_wide_as_the_corridor_fits_and_a_wider_one_does_not() {
    let w = drawn::world(&["###", "...", "###"], 1.0, vec![]);
    assert!(w.is_free(Vec2::new(1.5, 1.5), 0.5, 1.0, MoveClass::WALK));
    assert!(!w.is_free(Vec2::new(1.5, 1.5), 0.6, 1.0, MoveClass::WALK));
    assert!(!w.is_free(Vec2::new(0.2, 1.5), 0.5, 1.0, MoveClass::WALK), "the border is closed");
}

#[test]
fn low_boxes_are_stepped_over_and_high_ones_walked_under() {
    let at = |base_m, top_m| Volume {
        footprint: Obb::new(Vec2::new(2.5, 1.5), Vec2::splat(0.5), 0.3),
        base_m,
        top_m,
        object: 0,
    };
    let rows = ["......", "......", "......"];
    let (from, to) = (Vec2::new(0.5, 1.5), Vec2::new(5.5, 1.5));
    for (base, top, met) in [(0.0, 0.4, false), (0.0, 2.0, true), (1.5, 3.0, false), (0.5, 3.0, true)] {
        let w = drawn::world(&rows, 1.0, vec![at(base, top)]);
        assert_eq!(w.probe(from, to, 1.0, MoveClass::WALK).is_some(), met, "base {base} top {top}");
    }
    // 3 m up in the air.
    for (base, top, met) in [(0.0, 2.9, false), (0.0, 3.1, true), (3.9, 6.0, true), (4.0, 6.0, false)] {
        let w = drawn::world(&rows, 1.0, vec![at(base, top)]);
        assert_eq!(w.probe(from, to, 1.0, MoveClass::FLY).is_some(), met, "flown, base {base} top {top}");
        assert_eq!(w.is_free(Vec2::new(2.5, 1.5), 0.3, 1.0, MoveClass::FLY), !met);
    }
}

#[test]
fn a_line_meets_the_first_wall_cell() {
    let w = drawn::world(&["......", "...#..", "......"], 1.0, vec![]);
    let hit = w.probe(Vec2::new(0.5, 1.5), Vec2::new(5.5, 1.5), 1.0, MoveClass::WALK).expect("wall");
    assert!((hit.distance_m - 2.5).abs() < 1e-5);
    assert!(!w.sees(Vec2::new(0.5, 1.5), Vec2::new(5.5, 1.5), 0.8).0);
    assert!(w.sees(Vec2::new(0.5, 0.5), Vec2::new(5.5, 0.5), 0.8).0);
}

proptest! {
    #[test]
    fn lines_and_bodies_meet_what_a_look_at_everything_says_they_meet(
        boxes in prop::collection::vec((between(0.0, 24.0), between(0.0, 8.0), between(0.1, 3.0), between(0.1, 3.0), between(0.0, 6.3), between(0.0, 2.0)), 0..20),
        a in (between(0.0, 24.0), between(0.0, 8.0)), b in (between(-2.0, 26.0), between(-2.0, 10.0)), radius in between(0.0, 1.5),
    ) {
        let rows = ["........................"; 8];
        let volumes: Vec<Volume> = boxes.iter().map(|(x, y, w, d, turn, base_m)| Volume {
            footprint: Obb::new(Vec2::new(*x, *y), Vec2::new(*w, *d), *turn), base_m: *base_m, top_m: base_m + 1.0, object: 0,
        }).collect();
        let w = drawn::world(&rows, 1.0, volumes);
        let (from, to) = (Vec2::new(a.0, a.1), Vec2::new(b.0, b.1));
        let nearest = |solid: &dyn Fn(&Volume) -> bool| {
            w.volumes.iter().filter(|v| solid(v)).filter_map(|v| v.footprint.hit(from, to)).fold(f32::INFINITY, f32::min)
        };
        let border = w.first_closed_cell(from, to, |c| !w.ground.walkable(c)).unwrap_or(f32::INFINITY);
        let met = nearest(&|v| v.matters_to(1.0, MoveClass::WALK)).min(border);
        let got = w.probe(from, to, 1.0, MoveClass::WALK).map_or(f32::INFINITY, |hit| hit.distance_m / from.distance(to));
        prop_assert!(got == met || (got - met).abs() < 1e-4, "{} is {}", got, met);
        let hidden = border <= 1.0 || nearest(&|v| v.base_m <= 0.9 && v.top_m >= 0.9) <= 1.0;
        prop_assert_eq!(w.sees(from, to, 0.9).0, !hidden);
        let touched = w.volumes.iter().any(|v| v.matters_to(1.0, MoveClass::WALK) && v.meets(from, radius));
        prop_assert_eq!(w.volumes_free(from, radius, 1.0, MoveClass::WALK), !touched);
    }
}

#[test]
fn nonsense_coordinates_do_not_panic() {
    let w = drawn::world(&["...", "...", "..."], 1.0, vec![]);
    for bad in [f32::NAN, f32::INFINITY, f32::MIN, f32::MAX] {
        let (here, there) = (Vec2::splat(1.5), Vec2::new(bad, 1.0));
        for (from, to) in [(here, there), (there, here), (there, there)] {
            let _ = (w.probe(from, to, 1.0, MoveClass::WALK), w.sees(from, to, 1.0));
        }
        assert!(!w.is_free(there, 0.5, 1.0, MoveClass::WALK));
    }
}
