//! Tests of search/algorithm.rs.

use bestiary::testing::search::Algorithm;
use clap::ValueEnum;

#[test]
fn every_algorithm_has_a_name_and_a_line_of_help_of_its_own() {
    let values = Algorithm::value_variants().iter().map(|a| a.to_possible_value().expect("none is hidden"));
    let said: Vec<(String, String)> =
        values.map(|v| (v.get_name().to_owned(), v.get_help().expect("a line of help").to_string())).collect();
    for (i, (name, help)) in said.iter().enumerate() {
        assert!(said[i + 1..].iter().all(|(other, more)| other != name && more != help), "{name}");
    }
}
