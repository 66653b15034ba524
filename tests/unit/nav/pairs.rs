//! Between which ends of portals walks are measured.

use bestiary::Cell;
use bestiary::testing::nav::pairs;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The places that lines join with one, itself included.
fn joined(from: u32, pairs: &[(u32, u32)]) -> BTreeSet<u32> {
    let (mut open, mut known) = (vec![from], BTreeSet::from([from]));
    while let Some(at) = open.pop() {
        let next = pairs.iter().filter_map(|(a, b)| (*a == at).then_some(*b).or_else(|| (*b == at).then_some(*a)));
        open.extend(next.filter(|place| known.insert(*place)).collect::<Vec<_>>());
    }
    known
}

proptest! {
    #[test]
    fn all_places_of_a_part_are_joined_by_few_lines(
        places in prop_oneof![0_usize..8, 60_usize..70, 150_usize..200].prop_flat_map(|count| {
            prop::collection::vec(prop::option::weighted(0.9, (0_i32..40, 0_i32..40, 0_u32..3)), count)
        })
    ) {
        let places: Vec<_> = places.into_iter().map(|p| p.map(|(x, y, part)| (Cell::new(x, y), part))).collect();
        let found = pairs(&places);
        let mut sorted = found.clone();
        sorted.sort_unstable();
        sorted.dedup();
        prop_assert_eq!(&sorted, &found, "in order, each once");
        prop_assert!(found.iter().all(|(a, b)| a < b && (*b as usize) < places.len()));
        let few = places.len() <= 64;
        prop_assert!(few || found.len() < 9 * places.len());
        for (place, part) in (0..).zip(&places).filter_map(|(i, p)| Some((i, p.as_ref()?.1))) {
            let same = (0..).zip(&places).filter(|(_, p)| p.is_some_and(|p| p.1 == part)).map(|(i, _)| i);
            let joined = joined(place, &found);
            if few {
                prop_assert!(same.into_iter().all(|other| joined.contains(&other)));
            } else {
                prop_assert_eq!(same.collect::<BTreeSet<u32>>(), joined, "its part, and nothing else");
            }
        }
    }
}
