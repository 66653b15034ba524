//! Tests of rng.rs.

use bestiary::testing::rng::{Purpose, Rand};

#[test]
fn the_same_seed_gives_the_same_draws_and_streams_do_not_meet() {
    let draw = |seed, id| {
        let mut r = Rand::new(seed, Purpose::Script, id);
        [r.between(0, 1000), r.between(0, 1000), r.between(0, 1000), r.between(0, 1000)]
    };
    assert_eq!(draw(7, 1), draw(7, 1));
    assert_ne!(draw(7, 1), draw(7, 2));
    assert_ne!(draw(7, 1), draw(8, 1));
}
