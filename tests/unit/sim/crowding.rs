//! Whether a place is taken, against the comparison of all bodies.

use bestiary::testing::sim::Crowding;
use bestiary::{Storey, Vec2};
use proptest::prelude::*;

proptest! {
    #[test]
    fn it_agrees_with_comparing_all_bodies(
        all in prop::collection::vec((0.0f32..20.0, 0.0f32..20.0, 0.1f32..3.0), 0..40),
        (x, y, radius) in (0.0f32..20.0, 0.0f32..20.0, 0.1f32..3.0),
    ) {
        let mut crowding = Crowding::default();
        all.iter().for_each(|&(x, y, r)| crowding.add(Storey::GROUND, Vec2::new(x, y), r));
        let at = Vec2::new(x, y);
        let taken = all.iter().any(|&(x, y, r)| Vec2::new(x, y).distance(at) < r + radius);
        prop_assert_eq!(crowding.is_taken(Storey::GROUND, at, radius), taken);
        prop_assert!(!crowding.is_taken(Storey(1), at, radius));
    }
}
