//! Whether a place is taken, against the comparison of all bodies.

use bestiary::testing::sim::Crowding;
use bestiary::{Storey, Vec2};
use proptest::prelude::*;

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
