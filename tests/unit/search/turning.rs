//! A cost of turns, against an oracle that relaxes every step of every cell and direction until nothing changes.

use super::field::fields;
use crate::drawn;
use bestiary::testing::geom::Cell;
use bestiary::testing::grid::Field;
use bestiary::testing::search::{
    Algorithm, Connect, Cost, DIAGONAL, OptionsError, STRAIGHT, SearchOptions, Solver, check_path, unpack,
};
use proptest::prelude::*;

const ROUND: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

fn options(turn_cost: f32) -> SearchOptions {
    SearchOptions { algorithm: Algorithm::AStar, turn_cost: Some(turn_cost), ..SearchOptions::default() }
}

/// The least cost from start to goal where each change of direction costs `turn`.
fn oracle(field: &Field, start: Cell, goal: Cell, four: bool, turn: Cost) -> Option<Cost> {
    if !field.open(start) || !field.open(goal) {
        return None;
    }
    let steps = || (0..8).filter(|d| !four || usize::is_multiple_of(*d, 2));
    let leads = |from: Cell, d: usize| {
        let to = Cell::new(from.x + ROUND[d].0, from.y + ROUND[d].1);
        let is_free = field.open(to) && field.open(Cell::new(from.x, to.y)) && field.open(Cell::new(to.x, from.y));
        is_free.then_some(to)
    };
    let mut cost = vec![[None::<Cost>; 8]; field.nodes()];
    let index = |cell: Cell| field.node(cell).unwrap() as usize;
    let step = |d: usize| if d.is_multiple_of(2) { STRAIGHT } else { DIAGONAL };
    for d in steps() {
        if let Some(to) = leads(start, d) {
            cost[index(to)][d] = Some(step(d));
        }
    }
    let mut changed = true;
    while changed {
        changed = false;
        for node in 0..field.nodes() {
            for d in steps() {
                let Some(here) = cost[node][d] else { continue };
                for next in steps() {
                    let Some(to) = leads(field.cell(node as u32), next) else { continue };
                    let there = here + step(next) + if next == d { 0 } else { turn };
                    let known = &mut cost[index(to)][next];
                    if known.is_none_or(|known| there < known) {
                        (*known, changed) = (Some(there), true);
                    }
                }
            }
        }
    }
    if start == goal { Some(0) } else { cost[index(goal)].iter().flatten().min().copied() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn no_path_costs_less_with_its_turns(
        (field, start, goal) in fields(), four in any::<bool>(), sixteenths in 0u32..64, blind in any::<bool>(),
    ) {
        let algorithm = if blind { Algorithm::Dijkstra } else { Algorithm::AStar };
        let connect = if four { Connect::Four } else { Connect::Eight };
        let options = SearchOptions { algorithm, connect, ..options(sixteenths as f32 / 16.0) };
        let turn = Cost::from(sixteenths) * STRAIGHT / 16;
        let (mut waypoints, mut path) = (Vec::new(), Vec::new());
        let cost = Solver::new(&field, options).unwrap().solve(start, goal, &mut waypoints);
        prop_assert_eq!(cost, oracle(&field, start, goal, four, turn));
        if let Some(cost) = cost {
            unpack(&waypoints, &mut path);
            let cells = check_path(&field, &path, start, goal).expect("a legal path") * STRAIGHT as f64;
            let turns = waypoints.len().saturating_sub(2) as f64 * turn as f64;
            prop_assert!((cells + turns - cost as f64).abs() < 1e-3 * STRAIGHT as f64, "the waypoints are where it turns");
        }
    }
}

#[test]
fn a_path_that_turns_less_is_taken_when_turns_cost_enough() {
    // Before: stairs along a diagonal wall, and open ground beside them; action: search without and with a cost of turns; after: as
    // long a path with one turn.
    let rows = [".......", ".#.....", ".##....", "..##...", "...##..", "......."];
    let field = Field::new(&drawn::grid(&rows)).unwrap();
    let turns = |turn_cost| {
        let mut waypoints = Vec::new();
        Solver::new(&field, options(turn_cost))
            .unwrap()
            .solve(Cell::new(0, 0), Cell::new(6, 5), &mut waypoints)
            .unwrap();
        waypoints.len() - 2
    };
    assert!(turns(0.5) <= 2 && turns(0.5) <= turns(0.0), "{} of {}", turns(0.5), turns(0.0));
}

#[test]
fn a_cost_of_turns_is_for_searches_cell_by_cell_and_a_number() {
    for wrong in [f32::NAN, -1.0, 1001.0, f32::INFINITY] {
        assert_eq!(options(wrong).check(), Err(OptionsError::TurnCost));
    }
    assert_eq!(SearchOptions { algorithm: Algorithm::Jps, ..options(1.0) }.check(), Err(OptionsError::TurnCost));
    assert_eq!(options(0.0).check(), Ok(()));
}
