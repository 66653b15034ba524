//! The size of an event.

use bestiary::testing::agent::Record;

#[test]
fn an_event_stays_small() {
    assert!(size_of::<Record>() <= 32, "{} bytes", size_of::<Record>());
}
