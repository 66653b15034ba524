//! What is posted on boards while versions are on probation, against a log of all that ever happened.

use bestiary::testing::agent::BoardOwner;
use bestiary::testing::sim::PostLog;
use bestiary::{Symbol, Value};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

#[derive(Clone, Debug)]
enum Change {
    /// By a creature that runs those of the versions 0 to 3 whose bit is set.
    Post(u8),
    Undo(u32),
    Keep(u32),
    Join(u32, u32),
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let version = 0u32..4;
    let change = prop_oneof![
        6 => (0u8..16).prop_map(Change::Post),
        1 => version.clone().prop_map(Change::Undo),
        1 => version.clone().prop_map(Change::Keep),
        1 => (version.clone(), version).prop_map(|(earlier, later)| Change::Join(earlier, later)),
    ];
    prop::collection::vec(change, 0..40)
}

proptest! {
    #[test]
    fn the_last_post_of_a_version_that_did_not_fail_stays(changes in changes()) {
        let place = (BoardOwner::Faction(Symbol(1)), "key".to_owned());
        let (mut log, mut board) = (PostLog::default(), Arc::new(Value::Nil));
        // All posts in order, with the versions that can undo them.
        let mut history: Vec<(BTreeSet<u32>, Arc<Value>)> = vec![(BTreeSet::new(), Arc::clone(&board))];
        for (n, change) in changes.into_iter().enumerate() {
            match change {
                Change::Post(bits) => {
                    let versions: BTreeSet<u32> = (0..4).filter(|v| bits >> v & 1 == 1).collect();
                    let value = Arc::new(Value::Number(n as f64));
                    log.note(&place, versions.iter().copied().collect(), Arc::clone(&board), &value);
                    board = Arc::clone(&value);
                    history.push((versions, value));
                }
                Change::Undo(version) => {
                    log.undo(version).into_iter().for_each(|(_, value)| board = value);
                    history.retain(|post| !post.0.contains(&version));
                }
                Change::Keep(version) => {
                    log.keep(version);
                    history.iter_mut().for_each(|post| post.0.retain(|v| *v != version));
                }
                Change::Join(earlier, later) => {
                    log.join(earlier, later);
                    for (versions, _) in &mut history {
                        if versions.remove(&earlier) {
                            versions.insert(later);
                        }
                    }
                }
            }
            prop_assert_eq!(&board, &history.last().expect("the first stays").1);
        }
    }
}
