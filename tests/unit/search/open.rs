//! Tests of search/open.rs.

use bestiary::testing::search::{DaryHeap, Entry, OpenList, TwoTierList};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    /// Pushes and pops in any order: both lists hand out what a sorted vector would.
    #[test]
    fn lists_hand_out_the_same_in_the_same_order(
        ops in prop::collection::vec((0u8..3, 0u8..20, 0u8..20, 0u32..50), 1..400),
        k in 1usize..20,
    ) {
        let (mut heap, mut cheap, mut sorted) = (DaryHeap::default(), TwoTierList::new(k), Vec::new());
        for (op, total, cost, node) in ops {
            if op == 0 {
                sorted.sort();
                let least = (!sorted.is_empty()).then(|| sorted.remove(0));
                prop_assert_eq!(heap.pop(), least);
                prop_assert_eq!(cheap.pop(), least);
            } else {
                let entry = Entry { total: f32::from(total) / 3.0, cost: f32::from(cost) / 3.0, node };
                heap.push(entry);
                cheap.push(entry);
                sorted.push(entry);
            }
            prop_assert_eq!((heap.len(), cheap.len()), (sorted.len(), sorted.len()));
        }
    }
}
