//! Tests of experiment/scenario.rs.

use crate::drawn;
use bestiary::testing::diag::NoClock;
use bestiary::testing::experiment::{Figures, ScenarioRun, Verdict};
use bestiary::testing::geom::Cell;
use bestiary::testing::grid::Field;
use bestiary::testing::search::{Algorithm, SearchOptions, Solver};
use bestiary::testing::world::format::Query;

fn ask(length: f64, goal: Cell, choice: SearchOptions) -> (Verdict, Figures) {
    let field = Field::new(&drawn::grid(&["....", ".##.", "...#", "..#."])).unwrap();
    let mut solver = Solver::new(&field, choice).unwrap();
    let mut run = ScenarioRun::default();
    let query = Query { line: 2, start: Cell::new(0, 0), goal, length };
    (run.ask(&mut solver, &query, 2, &NoClock), run.figures())
}

#[test]
fn results_are_judged_by_length_and_by_what_the_file_says_of_reachability() {
    let choice = SearchOptions::default();
    assert_eq!(ask(4.0, Cell::new(3, 1), choice).0, Verdict::Optimal);
    assert_eq!(ask(4.005, Cell::new(3, 1), choice).0, Verdict::Optimal);
    assert_eq!(ask(2.0, Cell::new(3, 1), choice).0, Verdict::TooLong(1.0));
    assert!(matches!(ask(5.0, Cell::new(3, 1), choice).0, Verdict::Wrong(_)), "shorter than the shortest");
    assert_eq!(ask(0.0, Cell::new(3, 3), choice).0, Verdict::Optimal, "walled in, and the file knows");
    assert!(matches!(ask(4.0, Cell::new(3, 3), choice).0, Verdict::Wrong(_)));
    assert!(matches!(ask(0.0, Cell::new(3, 1), choice).0, Verdict::Wrong(_)));
    assert_eq!(ask(0.0, Cell::new(0, 0), choice).0, Verdict::Optimal, "the empty path");
}

#[test]
fn figures_count_what_the_search_counted() {
    let figures =
        ask(4.0, Cell::new(3, 1), SearchOptions { algorithm: Algorithm::Dijkstra, ..SearchOptions::default() }).1;
    assert_eq!((figures.queries, figures.solved, figures.optimal, figures.worst_gap), (1, 1, 1, 0.0));
    assert!(figures.expanded_mean >= 5.0 && figures.visited_mean >= figures.expanded_mean);
    assert_eq!(ScenarioRun::default().figures().mean_us, 0.0);
}
