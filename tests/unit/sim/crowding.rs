//! Whether a place is taken, against the comparison of all bodies.

use bestiary::testing::sim::Crowding;
use bestiary::{Storey, Vec2};
use proptest::prelude::*;

/// Thousands that begin at a few places are not compared with each other.
#[test]
fn newcomers_on_top_of_each_other_are_listed_once_a_place_and_radius() {
    let mut crowding = Crowding::default();
    for i in 0..10_000_u32 {
        let at = Vec2::new((i % 5) as f32, (i / 5 % 9) as f32);
        // The first at each place is narrower than the second.
        crowding.add(Storey::GROUND, at, if i < 45 { 0.2 } else { 0.4 });
    }
    assert_eq!(crowding.listed(), 2 * 45);
    assert!(crowding.is_taken(Storey::GROUND, Vec2::new(-0.7, 0.0), 0.31));
    assert!(!crowding.is_taken(Storey::GROUND, Vec2::new(-0.7, 0.0), 0.29));
}

proptest! {
    #[test]
    fn it_agrees_with_comparing_all_bodies(
        all in prop::collection::vec((0..2_u32, -30.0f32..30.0, -30.0f32..30.0, 0.1f32..3.0), 0..300),
        places in prop::collection::vec((-30.0f32..30.0, -30.0f32..30.0, 0.1f32..3.0), 20),
    ) {
        let mut crowding = Crowding::default();
        all.iter().for_each(|&(storey, x, y, r)| crowding.add(Storey(storey), Vec2::new(x, y), r));
        for (x, y, radius) in places {
            let at = Vec2::new(x, y);
            for on in 0..3 {
                let overlaps = |&(storey, x, y, r): &_| storey == on && Vec2::new(x, y).distance(at) < r + radius;
                prop_assert_eq!(crowding.is_taken(Storey(on), at, radius), all.iter().any(overlaps));
            }
        }
    }
}
