//! The ceiling of the work on searches in a step.

use bestiary::testing::nav::{Ceiling, Claim, Grant};
use proptest::prelude::*;

fn claim(rank: u64, slot: u32, most: u32) -> Claim {
    Claim { rank, slot, since: rank, most, may_park: true, waited: 0, asks: false }
}

fn slots(grants: &[Grant]) -> Vec<u32> {
    grants.iter().map(|g| g.slot).collect()
}

#[test]
fn the_longest_waits_come_first_and_what_they_leave_over_goes_to_others() {
    let (mut ceiling, mut grants) = (Ceiling::default(), Vec::new());
    ceiling.claims.extend([claim(8, 1, 40), claim(7, 5, 40), claim(0, 9, 10), claim(7, 4, 40)]);
    ceiling.begin(104);
    assert!(ceiling.grant(0, &mut grants));
    assert_eq!(slots(&grants), [4, 5, 9], "10 + 40 + 40 fit, whatever they cost; in order of slot");
    assert!(ceiling.grant(30, &mut grants));
    assert_eq!(slots(&grants), [1], "they cost 30 only: another 40 fits");
    assert!(!ceiling.grant(70, &mut grants));
    ceiling.end(70);
    assert_eq!((ceiling.load.most, ceiling.load.waiting), (70, 0));
}

#[test]
fn what_does_not_fit_waits_and_the_first_of_a_step_is_granted_whatever_it_costs() {
    let (mut ceiling, mut grants) = (Ceiling::default(), Vec::new());
    ceiling.owed = 1_000;
    ceiling.claims.extend([claim(2, 3, 500), claim(1, 7, u32::MAX), claim(1, 8, 1)]);
    ceiling.begin(100);
    assert!(ceiling.grant(0, &mut grants));
    assert_eq!(slots(&grants), [7]);
    assert!(!ceiling.grant(50, &mut grants));
    ceiling.end(50);
    assert_eq!([3, 7, 8].map(|slot| ceiling.refused_since(slot, false)), [Some(2), None, Some(1)]);
    assert_eq!((ceiling.load.waiting, ceiling.load.most), (2, 1_050), "levels that were brought up to date count");
}

proptest! {
    /// Claims with what they really cost: (rank, most, share of that in 256ths).
    #[test]
    fn no_step_passes_the_ceiling_and_every_claim_is_granted_once(
        claims in prop::collection::vec((0u64..20, 1u32..400, 0u32..=256), 0..70),
        limit in 400u32..2_000,
    ) {
        let (mut ceiling, mut grants, mut work) = (Ceiling::default(), Vec::new(), 0);
        let mut left: Vec<usize> = (0..claims.len()).collect();
        let mut steps = 0;
        while !left.is_empty() {
            ceiling.claims.extend(left.iter().map(|i| claim(claims[*i].0, *i as u32, claims[*i].1)));
            ceiling.begin(limit);
            let before = work;
            let mut last_rank = 0;
            while ceiling.grant(work, &mut grants) {
                for g in &grants {
                    let (_, most, share) = claims[g.slot as usize];
                    work += u64::from(most * share / 256);
                    prop_assert!(left.contains(&(g.slot as usize)));
                    left.retain(|i| *i != g.slot as usize);
                }
                let ranks = || grants.iter().map(|g| claims[g.slot as usize].0);
                prop_assert!(ranks().min() >= Some(last_rank), "the oldest first");
                last_rank = ranks().max().unwrap_or(0);
            }
            ceiling.end(work);
            prop_assert!(work - before <= u64::from(limit));
            prop_assert!(left.iter().all(|i| ceiling.refused_since(*i, false).is_some()));
            steps += 1;
            prop_assert!(steps <= claims.len());
        }
        prop_assert!(ceiling.load.most <= u64::from(limit));
    }
}
