//! Beam search: exact while nothing is dropped, legal with any width.

use super::field::{fields, oracle};
use crate::drawn;
use bestiary::testing::geom::Cell;
use bestiary::testing::grid::Field;
use bestiary::testing::search::{
    Algorithm, Connect, OptionsError, SearchOptions, Solver, check_path, in_cells, unpack,
};
use proptest::prelude::*;

fn options(beam: u32) -> SearchOptions {
    SearchOptions { algorithm: Algorithm::Beam, beam: Some(beam), ..SearchOptions::default() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_wide_beam_is_a_star_and_a_narrow_one_is_legal((field, start, goal) in fields(), eight in any::<bool>(), width in 1u32..80) {
        let connect = if eight { Connect::Eight } else { Connect::Four };
        let best = oracle(&field, start, goal, connect);
        let (mut waypoints, mut path) = (Vec::new(), Vec::new());
        for width in [u32::MAX, width] {
            let mut solver = Solver::new(&field, SearchOptions { connect, ..options(width) }).unwrap();
            let cost = solver.solve(start, goal, &mut waypoints);
            let counts = solver.engine.usage().counts;
            unpack(&waypoints, &mut path);
            prop_assert!(counts.max_open <= width);
            if width == u32::MAX {
                prop_assert_eq!(cost, best);
                prop_assert!(!counts.gave_up);
            } else if cost.is_none() {
                prop_assert_eq!(counts.gave_up, best.is_some(), "it says whether it let cells go");
            }
            if let Some(cost) = cost {
                let length = check_path(&field, &path, start, goal).expect("a legal path");
                prop_assert!((length - in_cells(cost)).abs() < 1e-6 && best.is_some_and(|best| best <= cost));
            }
        }
    }
}

#[test]
fn a_beam_too_narrow_for_the_detour_gives_up_and_a_wider_one_does_not() {
    // Before: the end of a corridor towards the goal, the exit on its other side; action: one cell waiting, then two; after: only
    // the second goes back.
    let field =
        Field::new(&drawn::grid(&["...........", ".########..", ".......##..", ".########..", "..........."])).unwrap();
    let ends = (Cell::new(3, 2), Cell::new(10, 2));
    let run = |width| {
        let mut solver = Solver::new(&field, options(width)).unwrap();
        let found = solver.solve(ends.0, ends.1, &mut Vec::new()).is_some();
        (found, solver.engine.usage().counts.gave_up)
    };
    assert_eq!((run(1), run(2)), ((false, true), (true, false)));
}

#[test]
fn a_width_of_no_cell_or_for_another_search_is_refused() {
    assert_eq!(options(0).check(), Err(OptionsError::Beam));
    assert_eq!(SearchOptions { algorithm: Algorithm::AStar, ..options(5) }.check(), Err(OptionsError::Beam));
}
