//! The order of searches near agents.

use bestiary::testing::nav::{Grant, Turns};
use proptest::prelude::*;

fn slots(grants: &[Grant]) -> Vec<u32> {
    grants.iter().map(|g| g.slot).collect()
}

#[test]
fn those_that_have_waited_longest_come_first_and_what_they_leave_over_goes_to_others() {
    let (mut turns, mut grants) = (Turns::default(), Vec::new());
    let most = u64::from(Turns::MOST_WORK);
    turns.begin([(9, 1), (4, 7), (9, 0), (4, 8), (4, 7)].into_iter(), 2 * most, 1_000);
    assert!(turns.grant(1_000, &mut grants));
    assert_eq!(slots(&grants), [7, 8], "two fit, whatever they cost; one that came up twice is there once");
    assert!(turns.grant(1_000 + most, &mut grants));
    assert_eq!(slots(&grants), [0], "they cost half as much");
    assert!(!turns.grant(1_000 + 2 * most, &mut grants));
}

#[test]
fn the_first_of_a_step_is_granted_whatever_is_left() {
    let (mut turns, mut grants) = (Turns::default(), Vec::new());
    turns.begin([(9, 3), (8, 5)].into_iter(), 0, 0);
    assert!(turns.grant(0, &mut grants));
    assert_eq!(slots(&grants), [5]);
    assert!(!turns.grant(10, &mut grants));
}

proptest! {
    /// Agents that ask again as soon as they were served, a new one in every step in a low slot: each comes to its turn.
    #[test]
    fn nothing_starves(agents in 1_u32..100, fit in 0_u64..5, cost in 1_u64..2_000) {
        let (mut turns, mut grants, mut work) = (Turns::default(), Vec::new(), 0);
        let cost = cost.min(Turns::MOST_WORK.into());
        let mut since = vec![0_u64; agents as usize];
        for step in 1..=u64::from(agents) + 1 {
            let due = (0..).zip(&since).map(|(slot, since)| (*since, slot));
            turns.begin(due.collect::<Vec<_>>().into_iter(), fit * u64::from(Turns::MOST_WORK), work);
            let begun = work;
            while turns.grant(work, &mut grants) {
                work += cost * grants.len() as u64;
                slots(&grants).into_iter().for_each(|slot| since[slot as usize] = step);
            }
            prop_assert!(work - begun <= (fit * u64::from(Turns::MOST_WORK)).max(cost), "no more than the limit");
        }
        prop_assert!(since.iter().all(|since| *since > 0), "{since:?}");
    }
}
