//! Tests of search/algorithm.rs.

use bestiary::testing::search::ALGORITHMS;

#[test]
fn every_algorithm_has_its_own_row() {
    for (i, row) in ALGORITHMS.iter().enumerate() {
        assert_eq!((row.algorithm as usize, row.algorithm.profile().name), (i, row.name));
        assert!(ALGORITHMS[i + 1..].iter().all(|other| other.name != row.name), "{}", row.name);
    }
}
