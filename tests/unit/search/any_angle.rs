//! Theta* and Lazy Theta* against an exact test of each line, written differently from the searches' own, and against Dijkstra's
//! algorithm in 8 directions.

use super::field::{fields, oracle};
use crate::drawn;
use bestiary::testing::geom::Cell;
use bestiary::testing::grid::{BitGrid, Field};
use bestiary::testing::search::{Algorithm, Connect, OptionsError, PathFault, SearchOptions, Solver, in_cells};
use proptest::prelude::*;

const BOTH: [Algorithm; 2] = [Algorithm::Theta, Algorithm::LazyTheta];

fn options(algorithm: Algorithm) -> SearchOptions {
    SearchOptions { algorithm, ..SearchOptions::default() }
}

/// Whether the segment between two centres meets the square of a cell, its border included: in half cells, so that all numbers
/// are whole. They do not meet where a line along one of the axes, or along the segment, parts them.
fn meets(a: Cell, b: Cell, cell: Cell) -> bool {
    let centre = |c: Cell| (i64::from(c.x) * 2 + 1, i64::from(c.y) * 2 + 1);
    let ((ax, ay), (bx, by)) = (centre(a), centre(b));
    let (left, top) = (i64::from(cell.x) * 2, i64::from(cell.y) * 2);
    let corners = [(left, top), (left + 2, top), (left, top + 2), (left + 2, top + 2)];
    let apart = ax.max(bx) < left || ax.min(bx) > left + 2 || ay.max(by) < top || ay.min(by) > top + 2;
    let sides = corners.map(|(x, y)| ((bx - ax) * (y - ay) - (by - ay) * (x - ax)).signum());
    !apart && sides.iter().any(|side| *side != sides[0] || *side == 0)
}

/// Whether no closed cell meets the line.
fn is_free(field: &Field, a: Cell, b: Cell) -> bool {
    let (columns, rows) = (a.x.min(b.x) - 1..=a.x.max(b.x) + 1, a.y.min(b.y) - 1..=a.y.max(b.y) + 1);
    rows.flat_map(|y| columns.clone().map(move |x| Cell::new(x, y))).all(|c| field.open(c) || !meets(a, b, c))
}

fn straight(a: Cell, b: Cell) -> f64 {
    f64::from(a.x - b.x).hypot(f64::from(a.y - b.y))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn paths_are_legal_lines_no_longer_than_steps_and_no_shorter_than_the_straight_line((field, start, goal) in fields()) {
        let steps = oracle(&field, start, goal, Connect::Eight).map(in_cells);
        for algorithm in BOTH {
            let mut solver = Solver::new(&field, options(algorithm)).unwrap();
            let (mut waypoints, mut cells) = (Vec::new(), Vec::new());
            let cost = solver.solve(start, goal, &mut waypoints);
            solver.unpack(&waypoints, &mut cells);
            prop_assert_eq!(cost.is_some(), steps.is_some(), "{:?}", algorithm);
            let (Some(cost), Some(steps)) = (cost, steps) else {
                prop_assert!(waypoints.is_empty() && cells.is_empty());
                continue;
            };
            prop_assert!(waypoints.windows(2).all(|pair| is_free(&field, pair[0], pair[1])), "{:?}", algorithm);
            let length: f64 = waypoints.windows(2).map(|pair| straight(pair[0], pair[1])).sum();
            prop_assert!(length <= steps + 1e-4 && length >= straight(start, goal) - 1e-4, "{:?}: {} {}", algorithm, length, steps);
            prop_assert!((length - in_cells(cost)).abs() < 1e-4);
            let walked = solver.check(&waypoints, &cells, (start, goal)).expect("legal");
            prop_assert!((walked - length).abs() < 1e-9);
        }
    }

    #[test]
    fn a_line_is_refused_exactly_where_a_closed_cell_meets_it((field, start, goal) in fields()) {
        let solver = Solver::new(&field, options(Algorithm::Theta)).unwrap();
        let mut cells = Vec::new();
        solver.unpack(&[start, goal], &mut cells);
        let legal = solver.check(&[start, goal], &cells, (start, goal));
        prop_assert_eq!(legal.is_ok(), is_free(&field, start, goal), "{:?}", legal);
    }
}

#[test]
fn over_open_ground_the_path_is_the_straight_line() {
    let field = Field::new(&BitGrid::new(70, 64)).unwrap();
    for algorithm in BOTH {
        let mut waypoints = Vec::new();
        let (from, to) = (Cell::new(3, 2), Cell::new(69, 31));
        let cost = Solver::new(&field, options(algorithm)).unwrap().solve(from, to, &mut waypoints).unwrap();
        assert_eq!(waypoints, [from, to]);
        assert!((in_cells(cost) - straight(from, to)).abs() < 1e-5);
    }
}

#[test]
fn a_line_through_a_corner_needs_both_cells_beside_it() {
    let field = Field::new(&drawn::grid(&["..#", "...", "..."])).unwrap();
    let solver = Solver::new(&field, options(Algorithm::Theta)).unwrap();
    let ends = (Cell::new(1, 0), Cell::new(2, 1));
    let line = [ends.0, ends.1];
    assert_eq!(solver.check(&line, &line, ends), Err(PathFault::Corner(ends.0, ends.1)));
}

#[test]
fn through_rooms_both_are_shorter_than_the_shortest_path_in_8_directions() {
    // Before: rooms with doors; action: both searches from corner to corner; after: both shorter than any in 8 directions.
    let mut grid = BitGrid::new(65, 65);
    for i in 0..65 {
        for wall in [16, 32, 48] {
            if i % 16 != 5 {
                grid.close(wall, i);
                grid.close(i, wall);
            }
        }
    }
    let field = Field::new(&grid).unwrap();
    let ends = (Cell::new(0, 0), Cell::new(64, 64));
    let steps = in_cells(oracle(&field, ends.0, ends.1, Connect::Eight).unwrap());
    let [eager, lazy] = BOTH.map(|algorithm| {
        let mut solver = Solver::new(&field, options(algorithm)).unwrap();
        in_cells(solver.solve(ends.0, ends.1, &mut Vec::new()).unwrap())
    });
    assert!(eager < steps * 0.99 && lazy < steps * 0.99, "{eager} {lazy} {steps}");
}

#[test]
fn four_directions_and_an_open_list_are_refused() {
    for algorithm in BOTH {
        let four = SearchOptions { connect: Connect::Four, ..options(algorithm) };
        assert_eq!(four.check(), Err(OptionsError::FourDirections));
        assert!(!options(algorithm).is_exact() && options(algorithm).is_any_angle());
    }
}
