//! Tests of experiment/compare/ranks.rs.

use bestiary::testing::experiment::{Columns, Contender, Metric, ROWS, swapped};

fn contender(row: usize, time_ms: f64) -> Contender {
    let columns = ROWS[row].columns;
    Contender { row: &ROWS[row], ours: Columns { time_ms, ..columns }, gap: 0.0 }
}

#[test]
fn only_pairs_in_another_order_count_and_ties_are_none() {
    // Before: HPA* at 0.41 ms comes before JPS at 1.00 ms there. After: JPS wins by far, by a hair, not at all.
    let swaps = |jps: f64| swapped(&[contender(4, 0.41), contender(8, jps)], Metric::Time).len();
    assert_eq!((swaps(0.02), swaps(0.40), swaps(1.0)), (1, 0, 0));
}
