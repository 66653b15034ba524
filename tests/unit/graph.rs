//! The navigation graph against the grid that it is made of.

mod mesh;
mod outlines;
pub(crate) mod plane;

use crate::drawn;
use crate::random::row_lengths;
use bestiary::testing::crowd::{GateProblem, On};
use bestiary::testing::graph::{DIRECTIONS, NavGraph, opposite};
use bestiary::testing::grid::{BitGrid, Field};
use bestiary::testing::search::{AStar, Connect, DaryHeap, Entry, GridProblem, Heuristic, Status};
use bestiary::{Cell, Vec2};
use proptest::prelude::*;
use std::f64::consts::SQRT_2;

fn graph_of(grid: &BitGrid) -> NavGraph {
    NavGraph::of_field(&Field::new(grid).expect("a small grid"))
}

fn cells(grid: &BitGrid) -> impl Iterator<Item = Cell> + use<> {
    let (width, height) = (grid.width() as i32, grid.height() as i32);
    (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
}

/// Grids with start and goal, about one word of bits wide or high among them.
fn grids() -> impl Strategy<Value = (BitGrid, Cell, Cell)> {
    (row_lengths(), 3u32..14, any::<bool>()).prop_flat_map(|(long, short, turned)| {
        let (w, h) = if turned { (short, long) } else { (long, short) };
        let closed = prop::collection::vec(prop::bool::weighted(0.3), (w * h) as usize);
        (closed, 0..w * h, 0..w * h).prop_map(move |(closed, start, goal)| {
            let mut grid = BitGrid::new(w, h);
            let cell = |i: u32| Cell::new((i % w) as i32, (i / w) as i32);
            for i in (0..w * h).filter(|i| closed[*i as usize] && *i != start && *i != goal) {
                grid.close(cell(i).x, cell(i).y);
            }
            (grid, cell(start), cell(goal))
        })
    })
}

/// What the cheapest path over a grid costs: Dijkstra's algorithm, the next cell found by looking at all.
fn dijkstra(grid: &BitGrid, start: Cell, goal: Cell) -> Option<f64> {
    let at = |c: Cell| (c.y * grid.width() as i32 + c.x) as usize;
    let open = |x: i32, y: i32| grid.open(x, y);
    let mut cost = vec![f64::INFINITY; grid.nodes()];
    let mut done = vec![false; grid.nodes()];
    cost[at(start)] = 0.0;
    loop {
        let left = cells(grid).filter(|c| !done[at(*c)] && cost[at(*c)].is_finite());
        let here = left.min_by(|a, b| cost[at(*a)].total_cmp(&cost[at(*b)]))?;
        if here == goal {
            return Some(cost[at(goal)]);
        }
        done[at(here)] = true;
        for (dx, dy) in (-1..=1).flat_map(|y| (-1..=1).map(move |x| (x, y))) {
            let to = Cell::new(here.x + dx, here.y + dy);
            let legal = open(to.x, to.y) && open(to.x, here.y) && open(here.x, to.y);
            if legal && to != here {
                let length = if dx != 0 && dy != 0 { SQRT_2 } else { 1.0 };
                cost[at(to)] = cost[at(to)].min(cost[at(here)] + length);
            }
        }
    }
}

#[test]
fn nodes_are_open_cells_and_edges_keep_the_corner_rule() {
    let graph = graph_of(&drawn::grid(&["..#", "...", "#.."]));
    assert_eq!(graph.nodes(), 7, "no node for a closed cell");
    assert_eq!(graph.node(Cell::new(2, 0)), None);
    assert_eq!(graph.node(Cell::new(3, 0)), None);
    assert_eq!(graph.node(Cell::new(-1, 0)), None);
    let middle = graph.node(Cell::new(1, 1)).expect("it is open");
    let ends: Vec<Cell> = graph.edges_of(middle).each().map(|d| beside(Cell::new(1, 1), d)).collect();
    let wanted = [(2, 1), (1, 2), (0, 1), (1, 0), (2, 2), (0, 0)].map(|(x, y)| Cell::new(x, y));
    assert_eq!(ends, wanted, "no diagonal into a closed cell");
    let corner = graph.node(Cell::new(1, 0)).expect("it is open");
    let ends: Vec<Cell> = graph.edges_of(corner).each().map(|d| beside(Cell::new(1, 0), d)).collect();
    assert_eq!(ends, [(1, 1), (0, 0), (0, 1)].map(|(x, y)| Cell::new(x, y)), "none past a closed corner");
}

fn beside(cell: Cell, direction: u8) -> Cell {
    let (dx, dy) = DIRECTIONS[usize::from(direction)];
    Cell::new(cell.x + dx, cell.y + dy)
}

#[test]
fn closed_cells_take_no_memory() {
    let open = graph_of(&BitGrid::new(64, 64));
    let mut half = BitGrid::new(64, 64);
    (0..64).for_each(|y| half.close_run(y, 0, 31));
    let half = graph_of(&half);
    assert_eq!((half.nodes(), open.nodes()), (32 * 64, 64 * 64));
    assert!(2 * half.bytes() < open.bytes() + 2_048, "{} and {}", half.bytes(), open.bytes());
    assert_eq!(graph_of(&BitGrid::new(0, 0)).nodes(), 0);
}

proptest! {
    #[test]
    fn a_path_costs_the_same_as_on_the_grid((grid, start, goal) in grids()) {
        let graph = graph_of(&grid);
        let problem = GateProblem::new(On::Graph(&graph), 1.0, (start, goal), None, (|_| 1.0, 1.0));
        let problem = problem.expect("the ends are open");
        let mut search = AStar::new(DaryHeap::<Entry>::default());
        search.begin(&problem, 1.0);
        let status = search.run(&problem, u32::MAX);
        let wanted = dijkstra(&grid, start, goal);
        prop_assert_eq!(status == Status::Found, wanted.is_some());
        if let (Some(cost), Some(wanted)) = (search.cost(), wanted) {
            prop_assert!((f64::from(cost) - wanted).abs() < 1e-3, "{} for {}", cost, wanted);
        }
        // And the same as the grid's own problem.
        let of = |c: Cell| c.y as u32 * grid.width() + c.x as u32;
        let mut plain = GridProblem::new(&grid, of(start), of(goal));
        (plain.connect, plain.heuristic) = (Connect::Eight, Heuristic::Octile);
        search.begin(&plain, 1.0);
        prop_assert_eq!(search.run(&plain, u32::MAX) == Status::Found, wanted.is_some());
    }

    #[test]
    fn nodes_and_edges_are_those_of_the_grid((grid, ..) in grids()) {
        let graph = graph_of(&grid);
        prop_assert_eq!(graph.nodes(), cells(&grid).filter(|c| grid.open(c.x, c.y)).count());
        let mut edges = 0;
        for cell in cells(&grid) {
            let Some(node) = graph.node(cell) else {
                prop_assert!(!grid.open(cell.x, cell.y));
                continue;
            };
            prop_assert_eq!(graph.cell(node), cell);
            let of_node = graph.edges_of(node);
            for (position, direction) in (0..).zip(of_node.each()) {
                edges += 1;
                prop_assert_eq!(of_node.position(direction), Some(position));
                let to = beside(cell, direction);
                prop_assert!(grid.open(to.x, to.y) && grid.open(to.x, cell.y) && grid.open(cell.x, to.y));
                let back = graph.node(to).expect("an edge leads to a node");
                prop_assert!(graph.edges_of(back).position(opposite(direction)).is_some(), "and another one back");
            }
        }
        prop_assert_eq!(edges, graph.edges());
        let pairs = cells(&grid).flat_map(|a| (0..8).map(move |d| (a, beside(a, d))));
        let joined = |a: Cell, b: Cell| {
            grid.open(a.x, a.y) && grid.open(b.x, b.y) && grid.open(a.x, b.y) && grid.open(b.x, a.y)
        };
        prop_assert_eq!(pairs.filter(|(a, b)| joined(*a, *b)).count(), edges);
    }
}

#[test]
fn opposite_directions_cancel() {
    for (direction, (dx, dy)) in (0..).zip(DIRECTIONS) {
        let (bx, by) = DIRECTIONS[usize::from(opposite(direction))];
        assert_eq!((dx + bx, dy + by), (0, 0));
        assert!(Vec2::new(dx as f32, dy as f32).length() > 0.9);
    }
}
