//! Breadth-first and depth-first search against plain counting of steps.

use super::field::fields;
use bestiary::testing::geom::Cell;
use bestiary::testing::grid::{BitGrid, CostLayer, Field};
use bestiary::testing::search::{
    Algorithm, Connect, OptionsError, SearchOptions, Solver, check_path, in_cells, unpack,
};
use proptest::prelude::*;

/// The fewest steps to each cell, ring by ring over the whole field.
fn fewest_steps(field: &Field, start: Cell, goal: Cell, connect: Connect) -> Option<usize> {
    let mut ring = vec![start];
    let mut met = vec![false; field.nodes()];
    ring.retain(|cell| field.open(*cell));
    for steps in 0.. {
        if ring.is_empty() {
            return None;
        }
        if ring.contains(&goal) {
            return Some(steps);
        }
        let mut next = Vec::new();
        for cell in ring {
            met[field.node(cell).unwrap() as usize] = true;
            for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)] {
                let free = |x, y| field.open(Cell::new(cell.x + x, cell.y + y));
                let slant = dx != 0 && dy != 0;
                let to = Cell::new(cell.x + dx, cell.y + dy);
                let allowed = !slant || (connect == Connect::Eight && free(dx, 0) && free(0, dy));
                if free(dx, dy) && allowed && !met[field.node(to).unwrap() as usize] && !next.contains(&to) {
                    next.push(to);
                }
            }
        }
        ring = next;
    }
    None
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn breadth_first_takes_the_fewest_steps_and_depth_first_finds_a_path_exactly_when_there_is_one(
        (field, start, goal) in fields(),
        eight in any::<bool>(),
    ) {
        let connect = if eight { Connect::Eight } else { Connect::Four };
        let fewest = fewest_steps(&field, start, goal, connect);
        for algorithm in [Algorithm::BreadthFirst, Algorithm::DepthFirst] {
            let options = SearchOptions { algorithm, connect, ..SearchOptions::default() };
            let mut solver = Solver::new(&field, options).unwrap();
            let (mut waypoints, mut path) = (Vec::new(), Vec::new());
            // Twice: with the memory of the first search, too.
            for _ in 0..2 {
                let cost = solver.solve(start, goal, &mut waypoints);
                unpack(&waypoints, &mut path);
                prop_assert_eq!(cost.is_some(), fewest.is_some());
                let (Some(cost), Some(fewest)) = (cost, fewest) else {
                    prop_assert!(path.is_empty());
                    continue;
                };
                let length = check_path(&field, &path, start, goal).expect("a legal path");
                prop_assert!((length - in_cells(cost)).abs() < 1e-6);
                let straight = path.windows(2).all(|p| p[0].x == p[1].x || p[0].y == p[1].y);
                prop_assert!(eight || straight);
                if algorithm == Algorithm::BreadthFirst {
                    prop_assert_eq!(path.len() - 1, fewest);
                } else {
                    let mut cells = path.clone();
                    cells.sort_unstable();
                    cells.dedup();
                    prop_assert_eq!(cells.len(), path.len(), "no cell twice");
                }
            }
        }
    }
}

#[test]
fn over_ground_of_all_costs_they_return_what_their_path_costs() {
    // Before: a swamp in the middle; action: straight through; after: the steps are the fewest, and cost what the swamp does.
    let field = Field::new(&BitGrid::new(5, 1)).unwrap();
    let costs = CostLayer::new(5, 1.0, vec![8, 8, 80, 8, 8]);
    for algorithm in [Algorithm::BreadthFirst, Algorithm::DepthFirst] {
        let options = SearchOptions { algorithm, ..SearchOptions::default() };
        let mut solver = Solver::on_ground(&field, Some(&costs), options).unwrap();
        let cost = solver.solve(Cell::new(0, 0), Cell::new(4, 0), &mut Vec::new());
        assert_eq!(cost.map(in_cells), Some(13.0));
    }
}

#[test]
fn they_have_no_estimate() {
    for algorithm in [Algorithm::BreadthFirst, Algorithm::DepthFirst] {
        let options = SearchOptions { algorithm, weight: 2.0, ..SearchOptions::default() };
        assert_eq!(options.check(), Err(OptionsError::NoEstimate));
    }
}
