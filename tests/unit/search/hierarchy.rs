//! Hierarchies against a plain flood and against themselves built from scratch: random grids of all densities and shapes.

use crate::drawn;
use bestiary::testing::geom::Cell;
use bestiary::testing::grid::{BitGrid, Field};
use bestiary::testing::rng::{Purpose, Rand};
use bestiary::testing::search::{
    Algorithm, Area, Cost, Estimate, Flood, Hierarchy, HierarchySearch, SearchOptions, Smoother, Solver, check_path,
    in_cells, unpack,
};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// A field of any density: noise, corridors or rooms; sides of 1, about a word, or in between.
pub(super) fn fields() -> impl Strategy<Value = (Field, BitGrid, Rand)> {
    let side = || prop_oneof![1u32..40, 60u32..68];
    (side(), side(), 0u32..=100, 0u32..3, any::<u64>()).prop_map(|(w, h, percent, kind, seed)| {
        let mut rand = Rand::new(seed, Purpose::Spawning, 0);
        let mut grid = BitGrid::new(w, h);
        for i in 0..w * h {
            let (x, y) = (i % w, i / w);
            let rare = rand.index(100) < percent as usize;
            let wall = match kind {
                0 => rare,
                1 => (x % 2 == 1 && y % 2 == 1) || ((x % 2 == 1 || y % 2 == 1) && rare),
                _ => (x % 7 == 6 || y % 7 == 6) && rand.index(100) >= percent as usize / 5,
            };
            if wall {
                grid.close(x as i32, y as i32);
            }
        }
        (Field::new(&grid).unwrap(), grid, rand)
    })
}

/// Fields that are the same in every run: for what holds on average and not for every map that there could be.
pub(super) fn same_fields(count: usize) -> impl Iterator<Item = (Field, Rand)> {
    let mut runner = TestRunner::deterministic();
    std::iter::repeat_with(move || fields().new_tree(&mut runner).unwrap().current())
        .map(|(field, _, rand)| (field, rand))
        .take(count)
}

pub(super) fn any_cell(field: &Field, rand: &mut Rand) -> Cell {
    Cell::new(rand.index(field.width() as usize) as i32, rand.index(field.height() as usize) as i32)
}

pub(super) fn shortest(field: &Field, start: Cell, goal: Cell) -> Option<Cost> {
    let choice = SearchOptions { algorithm: Algorithm::Dijkstra, ..SearchOptions::default() };
    Solver::new(field, choice).unwrap().solve(start, goal, &mut Vec::new())
}

/// Searches, checks the path, returns its cost.
fn solve(search: &mut HierarchySearch, field: &Field, graph: &Hierarchy, ends: (Cell, Cell)) -> Option<Cost> {
    let (mut waypoints, mut path) = (Vec::new(), Vec::new());
    let cost = search.solve(field, graph, ends, Estimate::default(), &mut waypoints);
    unpack(&waypoints, &mut path);
    match cost {
        Some(cost) => {
            let length = check_path(field, &path, ends.0, ends.1).expect("a legal path");
            assert!((length - in_cells(cost)).abs() < 1e-6, "the path is as long as it is said to be");
        }
        None => assert!(path.is_empty()),
    }
    cost
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn a_path_is_found_where_there_is_one((field, _, mut rand) in fields(), size in prop_oneof![Just(10u32), 4u32..33]) {
        let graph = Hierarchy::with_size(&field, size);
        let mut search = HierarchySearch::default();
        for _ in 0..4 {
            let ends = (any_cell(&field, &mut rand), any_cell(&field, &mut rand));
            let best = shortest(&field, ends.0, ends.1);
            let found = solve(&mut search, &field, &graph, ends);
            prop_assert_eq!(found.is_some(), best.is_some());
            if let (Some(found), Some(best)) = (found, best) {
                prop_assert!(found >= best, "{} for {}", in_cells(found), in_cells(best));
            }
        }
    }

    #[test]
    fn a_repaired_hierarchy_equals_one_built_from_scratch((mut field, _, mut rand) in fields(), size in prop_oneof![Just(10u32), 4u32..33], edits in 1usize..40) {
        let mut graph = Hierarchy::with_size(&field, size);
        for _ in 0..edits {
            let cell = any_cell(&field, &mut rand);
            field.set(cell, !field.open(cell));
            let rebuilt = graph.repair(&field, cell);
            let on_border = |c: i32, side: u32| {
                let (at, last) = (c as u32 % size, c as u32 + 1 == side);
                u32::from(at == 0 && c > 0) + u32::from(at == size - 1 && !last)
            };
            prop_assert!(rebuilt <= 1 + on_border(cell.x, field.width()) + on_border(cell.y, field.height()));
        }
        prop_assert!(graph == Hierarchy::with_size(&field, size));
        // Searches over a repaired hierarchy give what those over a new one give.
        let ends = (any_cell(&field, &mut rand), any_cell(&field, &mut rand));
        let mut search = HierarchySearch::default();
        let found = solve(&mut search, &field, &graph, ends);
        prop_assert_eq!(found.is_some(), shortest(&field, ends.0, ends.1).is_some());
    }

    #[test]
    fn cells_lie_open_to_each_other_when_the_shortest_path_is_as_over_open_ground((field, _, mut rand) in fields()) {
        let (a, b) = (any_cell(&field, &mut rand), any_cell(&field, &mut rand));
        let mut path = vec![a];
        let seen = field.open(a) && field.open(b) && Smoother::default().go(&field, a, b, &mut path);
        let open_ground = Estimate::default().of(a, b);
        prop_assert_eq!(seen, shortest(&field, a, b) == Some(open_ground) && a.x.abs_diff(b.x).min(a.y.abs_diff(b.y)) < 64);
        if seen {
            prop_assert!(check_path(&field, &path, a, b).is_ok());
        }
    }
}

#[test]
fn paths_are_hardly_too_long_on_the_whole() {
    let mut search = HierarchySearch::default();
    let (mut all_found, mut all_best, mut worst) = (0.0, 0.0, 0.0_f64);
    for (field, mut rand) in same_fields(600) {
        let graph = Hierarchy::with_size(&field, 10);
        let ends = (any_cell(&field, &mut rand), any_cell(&field, &mut rand));
        let Some(best) = shortest(&field, ends.0, ends.1).map(in_cells) else { continue };
        let found = solve(&mut search, &field, &graph, ends).map(in_cells).unwrap();
        (all_found, all_best) = (all_found + found, all_best + best);
        worst = worst.max(found - best);
    }
    assert!(all_found < 1.02 * all_best && worst < 10.0, "{all_found} for {all_best}; worst {worst}");
}

#[test]
fn entrances_narrower_than_six_get_one_transit_point_and_wider_ones_two() {
    // Before: three clusters side by side, an entrance of 5 between the first two, one of 6 between the others.
    let rows: Vec<String> = (0..10)
        .map(|y| {
            if y < 4 {
                "#".repeat(30)
            } else {
                format!("{}.{}", if y < 9 { "." } else { "#" }.repeat(10), ".".repeat(19))
            }
        })
        .collect();
    let field = Field::new(&drawn::grid(&rows.iter().map(String::as_str).collect::<Vec<_>>())).unwrap();
    let graph = Hierarchy::new(&field);
    let points = |i| {
        let cluster = graph.cluster(i);
        cluster.view.points.iter().map(|p| (i32::from(p.x), i32::from(p.y))).collect::<Vec<_>>()
    };
    assert_eq!(points(0), [(9, 6)]);
    assert_eq!(points(1), [(19, 4), (10, 6), (19, 9)]);
    assert_eq!(points(2), [(20, 4), (20, 9)]);
}

#[test]
fn a_change_rebuilds_only_the_clusters_that_it_concerns() {
    // Before: 3 × 3 clusters of open ground.
    let mut field = Field::new(&BitGrid::new(30, 30)).unwrap();
    let mut graph = Hierarchy::new(&field);
    let mut toggle = |x, y| {
        let cell = Cell::new(x, y);
        field.set(cell, !field.open(cell));
        graph.repair(&field, cell)
    };
    assert_eq!(toggle(15, 15), 1, "in the middle of a cluster");
    assert_eq!(toggle(10, 10), 3, "in a corner");
    assert_eq!(toggle(10, 15), 2, "on a border: the neighbour's entrance parted");
    assert_eq!(toggle(0, 5), 1, "the border of the map is none");
    assert_eq!(toggle(40, 5), 0, "outside");
}

#[test]
fn a_flood_keeps_to_its_area() {
    let field = Field::new(&drawn::grid(&["..#..", "..#..", "....."])).unwrap();
    let mut flood = Flood::default();
    let area = Area { x: 0, y: 0, width: 5, height: 2 };
    flood.run(&field, area, Cell::new(0, 0), None);
    assert_eq!(flood.cost(Cell::new(4, 0)), None);
    flood.run(&field, Area { height: 3, ..area }, Cell::new(0, 0), None);
    assert_eq!(flood.cost(Cell::new(4, 0)), shortest(&field, Cell::new(0, 0), Cell::new(4, 0)));
}
