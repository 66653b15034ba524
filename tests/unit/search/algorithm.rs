//! Tests of search/algorithm.rs.

use bestiary::testing::geom::Cell;
use bestiary::testing::grid::{BitGrid, Field};
use bestiary::testing::search::{Algorithm, SearchOptions, Solver};
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

/// A search remembers the cells that it meets, not those of the map: a record for each cell of this one would be 16 MB.
#[test]
fn a_short_search_takes_little_memory_on_a_large_map() {
    let field = Field::new(&BitGrid::new(1024, 1024)).unwrap();
    for algorithm in [
        Algorithm::BreadthFirst,
        Algorithm::Dijkstra,
        Algorithm::AStar,
        Algorithm::Jps,
        Algorithm::Bidirectional,
        Algorithm::Beam,
        Algorithm::Theta,
        Algorithm::LazyTheta,
    ] {
        let mut solver = Solver::new(&field, SearchOptions { algorithm, ..SearchOptions::default() }).unwrap();
        solver.solve(Cell::new(500, 500), Cell::new(512, 505), &mut Vec::new()).expect("nothing is in between");
        let bytes = solver.engine.usage().search_bytes;
        assert!(bytes > 0 && bytes < 1 << 20, "{algorithm:?}: {bytes} bytes");
    }
}
