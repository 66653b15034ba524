//! The searches that keep no sorted queue, or two of them, against Dijkstra's algorithm written plainly.

use super::field::{fields, oracle};
use bestiary::testing::geom::Cell;
use bestiary::testing::grid::{BitGrid, Field};
use bestiary::testing::search::{
    Algorithm, Bidirectional, Connect, Engine, Estimate, Fringe, FringeKind, Heuristic, Ida, OptionsError,
    SearchOptions, Solver, Steps, check_path, in_cells, unpack,
};
use proptest::prelude::*;

/// A legal path of the cost claimed, or none where none was claimed.
fn hold(field: &Field, (start, goal): (Cell, Cell), cost: Option<u64>, waypoints: &[Cell]) {
    let mut path = Vec::new();
    unpack(waypoints, &mut path);
    match cost {
        None => assert!(path.is_empty()),
        Some(cost) => {
            let length = check_path(field, &path, start, goal).expect("a legal path");
            assert!((length - in_cells(cost)).abs() < 1e-6);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn fringe_and_both_ends_find_the_shortest_path((field, start, goal) in fields(), (eight, ordered) in any::<(bool, bool)>()) {
        let connect = if eight { Connect::Eight } else { Connect::Four };
        let steps = Steps { field: &field, connect, ordered };
        let (ends, best) = ((start, goal), oracle(&field, start, goal, connect));
        let mut waypoints = Vec::new();
        let (mut list, mut buckets) = ((steps, Fringe::new(FringeKind::List)), (steps, Fringe::new(FringeKind::Buckets)));
        let mut both = (steps, Bidirectional::default());
        for estimate in [Estimate::default(), Estimate::new(Heuristic::Euclidean, 1.0), Estimate::new(Heuristic::Octile, 0.5)] {
            for engine in [&mut list as &mut dyn Engine, &mut buckets, &mut both] {
                prop_assert_eq!(engine.solve(ends, estimate, &mut waypoints), best);
                hold(&field, ends, best, &waypoints);
            }
        }
    }

    #[test]
    fn ida_star_finds_the_shortest_path_or_gives_up_at_its_limit((field, start, goal) in fields(), eight in any::<bool>()) {
        let connect = if eight { Connect::Eight } else { Connect::Four };
        let heuristic = if eight { Heuristic::Octile } else { Heuristic::Manhattan };
        let best = oracle(&field, start, goal, connect);
        let mut engine = (Steps { field: &field, connect, ordered: false }, Ida::default());
        engine.1.limit = 3_000;
        let mut waypoints = Vec::new();
        let cost = engine.solve((start, goal), Estimate::new(heuristic, 1.0), &mut waypoints);
        if engine.usage().counts.gave_up {
            prop_assert_eq!((cost, engine.usage().counts.expanded), (None, 3_000));
        } else {
            prop_assert_eq!(cost, best);
        }
        hold(&field, (start, goal), cost, &waypoints);
    }
}

#[test]
fn both_ends_expand_less_than_one_does_without_an_estimate() {
    let field = Field::new(&BitGrid::new(60, 60)).unwrap();
    let steps = Steps { field: &field, connect: Connect::Eight, ordered: true };
    let ends = (Cell::new(20, 30), Cell::new(40, 30));
    let mut both = (steps, Bidirectional::default());
    both.solve(ends, Estimate::new(Heuristic::Zero, 1.0), &mut Vec::new()).unwrap();
    let mut one =
        Solver::new(&field, SearchOptions { algorithm: Algorithm::Dijkstra, ..SearchOptions::default() }).unwrap();
    one.solve(ends.0, ends.1, &mut Vec::new()).unwrap();
    assert!(both.usage().counts.expanded * 3 < one.engine.usage().counts.expanded * 2);
}

#[test]
fn buckets_look_at_fewer_cells_than_a_list_walked_again_and_again() {
    let mut grid = BitGrid::new(60, 60);
    (5..55).for_each(|y| grid.close(30, y));
    let field = Field::new(&grid).unwrap();
    let steps = Steps { field: &field, connect: Connect::Eight, ordered: true };
    let looks = [FringeKind::List, FringeKind::Buckets].map(|kind| {
        let mut fringe = (steps, Fringe::new(kind));
        fringe.solve((Cell::new(3, 30), Cell::new(57, 31)), Estimate::default(), &mut Vec::new()).unwrap();
        fringe.usage().counts.looks
    });
    assert!(looks[1] * 2 < looks[0], "{looks:?}");
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    let field = Field::new(&BitGrid::new(3, 3)).unwrap();
    let refused = |options: SearchOptions| Solver::new(&field, options).err();
    assert_eq!(
        refused(SearchOptions { connect: Connect::Four, ..SearchOptions::default() }),
        Some(OptionsError::FourDirections)
    );
    assert_eq!(refused(SearchOptions { weight: -1.0, ..SearchOptions::default() }), Some(OptionsError::Weight));
    assert_eq!(refused(SearchOptions::default()), None);
}
