//! The half-plane of a wall against its definition: no allowed velocity leads a disc to the box within the horizon, and none
//! that leads past it is lost.

use crate::random::between;
use bestiary::testing::crowd::Mover;
use bestiary::{Obb, Vec2};
use proptest::prelude::*;

fn within(most: f32) -> impl Strategy<Value = Vec2> {
    (between(-most, most), between(-most, most)).prop_map(Vec2::from)
}

/// The least distance from a box to a point that moves for so long, metres: the distance is a convex function of time.
fn least_distance(wall: &Obb, from: Vec2, velocity: Vec2, horizon_s: f32) -> f32 {
    let (mut low, mut high) = (0.0, horizon_s);
    for _ in 0..60 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if wall.distance(from + velocity * a) <= wall.distance(from + velocity * b) { high = b } else { low = a }
    }
    wall.distance(from + velocity * low)
}

/// A disc that touches no wall, and one wall.
fn movers() -> impl Strategy<Value = (Mover, Obb)> {
    let wall = (within(5.0), between(0.05, 3.0), between(0.05, 3.0), between(-3.2, 3.2));
    (wall, between(0.1, 2.0), between(0.05, 1.0)).prop_map(|((centre, width, height, angle), radius, horizon_s)| {
        (Mover { here: Vec2::ZERO, radius, horizon_s }, Obb::new(centre, Vec2::new(width, height), angle))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, ..ProptestConfig::default() })]

    #[test]
    fn no_allowed_velocity_leads_into_a_wall(
        (mover, wall) in movers(),
        wanted in within(30.0),
        others in prop::collection::vec(within(30.0), 16),
    ) {
        if wall.distance(mover.here) < mover.radius + 1e-3 {
            return Ok(());
        }
        let plane = mover.clear_of(&wall, wanted).expect("it is outside");
        prop_assert!(plane.normal.is_normalized());
        for v in others.into_iter().chain([wanted]) {
            let allowed = v - plane.normal * (v.dot(plane.normal) - plane.limit).max(0.0);
            let left = least_distance(&wall, mover.here, allowed, mover.horizon_s) - mover.radius;
            prop_assert!(left > -5e-4, "{allowed} leads {left} m from the wall");
        }
    }

    #[test]
    fn a_velocity_that_leads_past_is_allowed((mover, wall) in movers(), wanted in within(30.0)) {
        if least_distance(&wall, mover.here, wanted, mover.horizon_s) < mover.radius + 1e-3 {
            return Ok(());
        }
        let plane = mover.clear_of(&wall, wanted).expect("it is outside");
        prop_assert!(wanted.dot(plane.normal) <= plane.limit + 1e-3, "{} m/s lost", wanted.dot(plane.normal) - plane.limit);
    }

    /// What has to be taken is little where the wall is only grazed.
    #[test]
    fn a_body_that_grazes_a_corner_keeps_its_speed(angle in between(-3.2, 3.2), speed in between(1.0, 30.0), off in between(0.001, 0.05)) {
        let turned = |v: Vec2| Vec2::from_angle(angle).rotate(v);
        // The corner lies 3 m ahead, and a little less than the radius aside.
        let wall = Obb::new(turned(Vec2::new(4.0, 1.5 - off)), Vec2::splat(1.0), angle);
        let mover = Mover { here: Vec2::ZERO, radius: 0.5, horizon_s: 0.25 };
        let wanted = turned(Vec2::X) * speed;
        let plane = mover.clear_of(&wall, wanted).expect("it is outside");
        let lost = (wanted.dot(plane.normal) - plane.limit).max(0.0);
        prop_assert!(lost <= speed * off / 2.0 + 1e-3, "{lost} of {speed} m/s lost");
    }
}

#[test]
fn a_body_inside_a_wall_is_let_out() {
    let wall = Obb::new(Vec2::ZERO, Vec2::splat(1.0), 0.3);
    let at = |here: Vec2| Mover { here, radius: 0.5, horizon_s: 0.25 }.clear_of(&wall, Vec2::X);
    assert_eq!(at(Vec2::new(0.2, 0.1)), None, "with its centre inside");
    let plane = at(Vec2::new(1.2, 0.0)).expect("its centre is outside");
    assert!(plane.limit == 0.0 && plane.normal.x < -0.9, "away from it, {plane:?}");
}
