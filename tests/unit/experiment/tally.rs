//! Tests of experiment/tally.rs.

use bestiary::testing::experiment::{Effort, Tally};

#[test]
fn means_and_deviation_are_over_all_queries_of_all_maps() {
    let effort = Effort { expanded: 4, visited: 6, max_open: 2 };
    let (mut a, mut b) = (Tally::default(), Tally::default());
    a.add(1_000_000, 10.0, 10.0, effort);
    b.add(3_000_000, 22.0, 20.0, Effort::default());
    a.merge(&b);
    let c = a.columns();
    assert_eq!((c.length, c.time_ms, c.deviation_ms), (16.0, 2.0, 1.0));
    assert_eq!((c.expanded, c.visited, c.max_open), (2.0, 3.0, 1.0));
    assert!((a.mean_gap() - 0.05).abs() < 1e-12);
    assert_eq!((a.within_frame(), a.p99_ms()), (1.0, 3.0));
    assert_eq!(Tally::default().columns().time_ms, 0.0);
}
