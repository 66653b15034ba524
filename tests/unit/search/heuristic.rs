//! Tests of search/heuristic.rs.

use bestiary::testing::search::Heuristic;
use std::f32::consts::SQRT_2;

#[test]
fn estimates_for_three_columns_and_four_rows() {
    assert_eq!(Heuristic::Euclidean.estimate(3, 4), 5.0);
    assert_eq!(Heuristic::Manhattan.estimate(3, 4), 7.0);
    assert!((Heuristic::Octile.estimate(3, 4) - (1.0 + 3.0 * SQRT_2)).abs() < 1e-6);
}
