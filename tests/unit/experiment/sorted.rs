//! Tests of experiment/entropia/lists.rs.

use bestiary::testing::experiment::SortedList;
use bestiary::testing::search::{Entry, OpenList};
use proptest::prelude::*;

proptest! {
    #[test]
    fn it_hands_out_what_a_sorted_vector_would(ops in prop::collection::vec((0u8..3, 0u8..9, 0u32..20), 1..200)) {
        let (mut list, mut sorted) = (SortedList::default(), Vec::new());
        for (op, total, node) in ops {
            if op == 0 {
                sorted.sort();
                let least = (!sorted.is_empty()).then(|| sorted.remove(0));
                prop_assert_eq!(list.pop(), least);
            } else {
                let entry = Entry { total: total.into(), cost: 0.0, node };
                list.push(entry);
                sorted.push(entry);
            }
            prop_assert_eq!(list.len(), sorted.len());
        }
    }
}
