//! Tests of grid/open.rs.

use bestiary::testing::grid::widen;
use proptest::prelude::*;

proptest! {
    #[test]
    fn widening_sets_the_bits_beside_those_that_are_set(words in prop::collection::vec(any::<u64>() , 1..4), mask in any::<u64>()) {
        let sparse: Vec<u64> = words.iter().map(|w| w & mask & mask.rotate_left(7)).collect();
        let bits = sparse.len() as i32 * 64;
        let is_set = |i: i32| !(0..bits).contains(&i) || sparse[i as usize / 64] >> (i % 64) & 1 == 1;
        let mut widened = sparse.clone();
        widen(&mut widened);
        for i in 0..bits {
            let expected = is_set(i - 1) || is_set(i) || is_set(i + 1);
            prop_assert_eq!(widened[i as usize / 64] >> (i % 64) & 1 == 1, expected, "bit {}", i);
        }
    }
}
