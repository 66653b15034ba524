//! The half-plane of a pair against its definition: times at which two discs that keep their velocities touch.

use crate::random::between;
use bestiary::Vec2;
use bestiary::testing::crowd::{CrowdParams, Pair};
use proptest::prelude::*;

/// When a point that moves by `closing` enters a disc, seconds; `None` where it passes by.
fn touches_after(to_other: Vec2, touch_m: f32, closing: Vec2) -> Option<f64> {
    let [x, y, u, v, r] = [to_other.x, to_other.y, closing.x, closing.y, touch_m].map(f64::from);
    let (ahead, speed) = (x * u + y * v, u * u + v * v);
    let under = ahead * ahead - speed * (x * x + y * y - r * r);
    (speed > 0.0 && under >= 0.0 && ahead > 0.0).then(|| (ahead - under.sqrt()) / speed)
}

/// How much of a disc's radius a point that moves for so long comes to lie inside of it, metres.
fn depth_m(to_other: Vec2, touch_m: f32, closing: Vec2, horizon_s: f32) -> f32 {
    let along = (to_other.dot(closing) / closing.length_squared().max(1e-12)).clamp(0.0, horizon_s);
    touch_m - to_other.distance(closing * along)
}

fn within(most: f32) -> impl Strategy<Value = Vec2> {
    (between(-most, most), between(-most, most)).prop_map(Vec2::from)
}

/// Two bodies that do not overlap, and a horizon.
fn pairs() -> impl Strategy<Value = (Pair, f32)> {
    let bodies = (
        within(6.0),
        between(0.1, 2.0),
        between(0.0, 3.0),
        within(2.0),
        within(2.0),
        between(0.0, 1.001),
        between(0.1, 4.0),
    );
    bodies.prop_map(|(towards, touch_m, gap, velocity, other, share, horizon)| {
        let to_other = towards.normalize_or(Vec2::X) * (touch_m + 1e-3 + gap);
        (Pair { to_other, closing: velocity - other, velocity, touch_m, share }, horizon)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, ..ProptestConfig::default() })]

    /// Whatever each of two selects of its own half-plane, they do not touch within the horizon.
    #[test]
    fn two_that_keep_to_their_halves_do_not_touch(
        (pair, horizon) in pairs(),
        selected in prop::collection::vec((within(3.0), within(3.0)), 16),
    ) {
        let other = Pair {
            to_other: -pair.to_other,
            closing: -pair.closing,
            velocity: pair.velocity - pair.closing,
            share: 1.0 - pair.share,
            ..pair
        };
        let (mine, theirs) = (pair.safe(horizon), other.safe(horizon));
        prop_assert!(mine.normal.is_normalized() && theirs.normal.is_normalized());
        // The nearest allowed velocity to any.
        let allowed = |v: Vec2, n: Vec2, limit: f32| v - n * (v.dot(n) - limit).max(0.0);
        for (a, b) in selected {
            let closing = allowed(a, mine.normal, mine.limit) - allowed(b, theirs.normal, theirs.limit);
            let depth = depth_m(pair.to_other, pair.touch_m, closing, horizon);
            prop_assert!(depth < 2e-3 * (1.0 + closing.length()), "{depth} m deep at {closing} m/s");
        }
    }

    /// The change is no greater than it has to be: what is nearer to the present velocities than the border is as they are,
    /// safe or not.
    #[test]
    fn the_border_is_the_nearest_there_is((pair, horizon) in pairs(), angles in prop::collection::vec(between(-3.2, 3.2), 32)) {
        // One that takes it all: the border's distance from its velocity is the size of the change.
        let plane = Pair { share: 1.0, ..pair }.safe(horizon);
        let change = (pair.velocity.dot(plane.normal) - plane.limit).abs();
        prop_assume!(change > 1e-3);
        let touches = |closing: Vec2| touches_after(pair.to_other, pair.touch_m, closing).is_some_and(|t| t <= f64::from(horizon));
        let now = touches(pair.closing);
        prop_assert_eq!(now, pair.velocity.dot(plane.normal) > plane.limit, "allowed as long as they are to pass each other");
        for angle in angles {
            let near = pair.closing + Vec2::from_angle(angle) * change * 0.98;
            prop_assert_eq!(touches(near), now, "{} m/s", near);
        }
    }

    /// The share moves the border from the present velocity to the whole change, in proportion.
    #[test]
    fn a_share_is_a_share_of_the_change((pair, horizon) in pairs()) {
        let [none, part, whole] = [0.0, pair.share, 1.0].map(|share| Pair { share, ..pair }.safe(horizon));
        prop_assert!((none.limit - pair.velocity.dot(none.normal)).abs() < 1e-4);
        let between = none.limit + (whole.limit - none.limit) * pair.share;
        prop_assert!((part.limit - between).abs() < 1e-4 * (1.0 + between.abs()));
    }
}

#[test]
fn a_pair_looks_as_far_ahead_as_it_takes_to_meet_and_no_farther_than_the_horizon() {
    let params = CrowdParams { neighbour_m: 5.0, horizon_s: 2.0, ..CrowdParams::default() };
    for (speeds_m_s, seconds) in [(12.0, 5.0 / 12.0), (2.5, 2.0), (1.0, 2.0), (0.0, 2.0)] {
        assert_eq!(params.pair_horizon_s(speeds_m_s), seconds, "{speeds_m_s} m/s");
    }
    let blind = CrowdParams { neighbour_m: 0.0, ..params };
    assert!(blind.pair_horizon_s(12.0) > 0.0, "its reciprocal is finite");
}
