//! Tests of experiment/plan.rs.

use bestiary::testing::experiment::spread;

#[test]
fn a_share_is_spread_evenly_and_never_more_than_there_is() {
    assert_eq!(spread(6, Some(3)), [0, 2, 4]);
    assert_eq!(spread(7, Some(3)), [0, 2, 4]);
    assert_eq!(spread(2, Some(3)), [0, 1]);
    assert_eq!(spread(3, None), [0, 1, 2]);
    assert!(spread(0, None).is_empty());
}
