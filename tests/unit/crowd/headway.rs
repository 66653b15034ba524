//! How fast a body follows another.

use super::density::bodies;
use bestiary::Vec2;
use bestiary::testing::agent::NeighbourIndex;
use bestiary::testing::body::Bodies;
use bestiary::testing::crowd::{Headway, Wanted};
use proptest::prelude::*;

const SIZE: Vec2 = Vec2::new(64.0, 64.0);
const HEADWAY: Headway = Headway { time_s: 0.8, space_m: 0.1 };

/// Bodies of radius 0.25 m with a place and the velocity that each wants.
fn all(bodies_and_wanted: &[(Vec2, Vec2)]) -> (Bodies, NeighbourIndex, Vec<Wanted>) {
    let bodies = bodies(bodies_and_wanted);
    let mut near = NeighbourIndex::default();
    near.rebuild(SIZE, &bodies, None);
    let wanted = bodies_and_wanted.iter().map(|(_, velocity)| Wanted { velocity: *velocity, ..Wanted::default() });
    (bodies, near, wanted.collect())
}

/// The speed of the first, which walks along x at 1.5 m/s, with another.
fn speed_with(headway: Headway, other: Vec2, its: Vec2) -> f32 {
    let here = Vec2::splat(30.0);
    let (bodies, near, wanted) = all(&[(here, Vec2::X * 1.5), (here + other, its)]);
    headway.speed(&bodies, &near, &wanted, 0)
}

#[test]
fn a_follower_takes_so_many_seconds_for_the_gap() {
    // 1 m between the centres: 0.5 m between the rims, 0.4 m beyond the space that is kept.
    assert!((speed_with(HEADWAY, Vec2::X, Vec2::X) - 0.5).abs() < 1e-5);
    assert_eq!(speed_with(HEADWAY, Vec2::X * 0.55, Vec2::X), 0.0, "in the space that is kept");
    assert_eq!(speed_with(HEADWAY, Vec2::X * 3.0, Vec2::X), 1.5, "far ahead");
    // However long its headway is, it looks 25 m ahead.
    let long = Headway { time_s: 1_000.0, ..HEADWAY };
    assert!(speed_with(long, Vec2::X * 24.9, Vec2::X) < 0.1);
    assert_eq!(speed_with(long, Vec2::X * 25.1, Vec2::X), 1.5);
}

#[test]
fn one_beside_or_at_the_back_or_on_the_opposite_course_is_not_followed() {
    for (other, its) in [
        (Vec2::new(0.5, 0.7), Vec2::X),
        (Vec2::X * -0.6, Vec2::X),
        (Vec2::X, Vec2::NEG_X),
        (Vec2::X, Vec2::ZERO),
        // It crosses this one's path.
        (Vec2::X, Vec2::new(0.6, 0.8)),
        // Its course leads it to this one: each is ahead of the other.
        (Vec2::new(0.7, 0.3), Vec2::new(0.3, -1.0)),
    ] {
        assert_eq!(speed_with(HEADWAY, other, its), 1.5, "{other} {its}");
    }
    let none = Headway::default();
    assert_eq!(speed_with(none, Vec2::X * 0.5, Vec2::X), 1.5, "no headway is kept");
}

proptest! {
    /// Against every pair, looked at plainly; and no two ever wait for each other.
    #[test]
    fn the_nearest_of_those_ahead_counts(
        all_of in prop::collection::vec((20.0_f32..30.0, 20.0_f32..30.0, -1.5_f32..1.5, -1.5_f32..1.5), 1..=70)
    ) {
        let list: Vec<(Vec2, Vec2)> = all_of.iter().map(|(x, y, vx, vy)| (Vec2::new(*x, *y), Vec2::new(*vx, *vy))).collect();
        let (bodies, near, wanted) = all(&list);
        let follows = |a: usize, b: usize| {
            let across = list[b].0 - list[a].0;
            let Some(ahead) = list[a].1.try_normalize() else { return false };
            let is_ahead = across.dot(ahead) > 0.0 && across.perp_dot(ahead).abs() <= 0.6;
            a != b && is_ahead && list[b].1.dot(ahead) > 0.7 * list[b].1.length() && list[b].1.dot(across) > 0.0
        };
        for a in 0..list.len() {
            let gaps = (0..list.len()).filter(|b| follows(a, *b)).map(|b| list[a].0.distance(list[b].0) - 0.6);
            let nearest = gaps.fold(f32::INFINITY, f32::min);
            let expected = list[a].1.length().min((nearest / HEADWAY.time_s).max(0.0));
            let found = HEADWAY.speed(&bodies, &near, &wanted, a);
            prop_assert!((found - expected).abs() < 1e-4, "{} {}", found, expected);
            for b in 0..a {
                prop_assert!(!(follows(a, b) && follows(b, a)));
            }
        }
    }
}
