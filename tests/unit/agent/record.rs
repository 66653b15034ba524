//! The size of an event, and of what it holds of memory.

use bestiary::testing::agent::{Brief, BriefChange, Record, Recorder};

#[test]
fn an_event_stays_small() {
    assert!(size_of::<Record>() <= 24, "{} bytes", size_of::<Record>());
}

#[test]
fn a_change_keeps_both_values_of_every_kind() {
    let word = Recorder::new(1, 1).word("prey");
    let numbers = [i32::MIN, -1, 0, i32::MAX].map(Brief::Whole).into_iter().chain([f32::MIN, 0.25].map(Brief::Number));
    let others = [Brief::Nil, Brief::Bool(false), Brief::Bool(true), Brief::String(word), Brief::Table];
    let values: Vec<Brief> = others.into_iter().chain(numbers).collect();
    for old in &values {
        for new in &values {
            let change = BriefChange::new(*old, *new);
            assert_eq!((change.old(), change.now()), (*old, *new));
        }
    }
}
