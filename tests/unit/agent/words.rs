//! Strings are kept once and not for ever.

use bestiary::testing::agent::{LONGEST, MOST, Words};

#[test]
fn equal_strings_are_kept_once_and_old_ones_are_dropped() {
    let mut words = Words::default();
    let a = words.intern("a");
    assert_eq!((words.intern("a"), words.text(a)), (a, "a"));
    for n in 0..MOST {
        words.intern(&n.to_string());
    }
    assert_eq!(words.text(a), "…");
    let again = words.intern("a");
    assert_eq!(words.text(again), "a");
    let long = words.intern(&"ä".repeat(400));
    assert_eq!(words.text(long).len(), LONGEST);
}
