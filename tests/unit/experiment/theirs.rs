//! Tests of experiment/compare/theirs.rs.

use bestiary::testing::experiment::{ROWS, SETS, find};

#[test]
fn no_row_occurs_twice_and_each_set_has_some() {
    for (i, a) in ROWS.iter().enumerate() {
        assert!(ROWS[i + 1..].iter().all(|b| (a.set, a.variant) != (b.set, b.variant)), "{}", a.variant.name());
        assert_eq!(find(a.set, &a.variant).map(|r| r.columns), Some(a.columns));
    }
    for set in &SETS {
        assert!(ROWS.iter().any(|r| r.set == set.name));
    }
}
