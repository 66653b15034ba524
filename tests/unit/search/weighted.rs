//! Searches over ground that does not cost the same everywhere, against Dijkstra's algorithm written plainly.

use super::field::fields;
use bestiary::testing::geom::{Cell, Vec2};
use bestiary::testing::grid::{BitGrid, CostLayer, Field};
use bestiary::testing::rng::{Purpose, Rand};
use bestiary::testing::search::{
    Algorithm, Arrival, Buckets, Connect, Cost, Estimate, FieldSearch, Heuristic, Moves, OptionsError, STRAIGHT,
    SearchOptions, Solver, Status, WeightedSteps, check_path, unpack,
};
use proptest::prelude::*;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Beam search keeps everything here.
const WEIGHTED: [Algorithm; 7] = [
    Algorithm::Jps,
    Algorithm::Dijkstra,
    Algorithm::AStar,
    Algorithm::Beam,
    Algorithm::Bidirectional,
    Algorithm::Fringe,
    Algorithm::FringeBuckets,
];

/// Options with which nothing is dropped.
fn all_kept(algorithm: Algorithm) -> SearchOptions {
    let beam = (algorithm == Algorithm::Beam).then_some(u32::MAX);
    SearchOptions { algorithm, beam, ..SearchOptions::default() }
}

/// The cost of a step between neighbours, in units of which a cell of plain ground has 470 832: each half of it lies in one
/// of the two cells, and a diagonal step is 1.41425 times as long.
pub(super) fn step(a: u64, b: u64, slant: bool) -> Cost {
    (a + b) * if slant { 41_617 } else { 29_427 }
}

/// What the cells of a path cost.
fn walked(costs: &CostLayer, path: &[Cell]) -> Cost {
    let slant = |a: Cell, b: Cell| a.x != b.x && a.y != b.y;
    path.windows(2).map(|p| step(costs.at(p[0]), costs.at(p[1]), slant(p[0], p[1]))).sum()
}

/// What the cheapest path costs; costs are in eighths, cell by cell.
pub(super) fn oracle(field: &Field, costs: &[u8], (start, goal): (Cell, Cell), connect: Connect) -> Option<Cost> {
    let cost_of = |cell: Cell| u64::from(costs[field.node(cell).expect("inside") as usize]);
    let mut best = vec![Cost::MAX; field.nodes()];
    let mut queue = BinaryHeap::new();
    if field.open(start) && field.open(goal) {
        queue.push((Reverse(0), start));
    }
    while let Some((Reverse(cost), at)) = queue.pop() {
        if at == goal {
            return Some(cost);
        }
        let node = field.node(at).expect("inside") as usize;
        if cost >= best[node] {
            continue;
        }
        best[node] = cost;
        for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)] {
            let slant = dx != 0 && dy != 0;
            let free = |x, y| field.open(Cell::new(at.x + x, at.y + y));
            if free(dx, dy) && (!slant || connect == Connect::Eight && free(dx, 0) && free(0, dy)) {
                let to = Cell::new(at.x + dx, at.y + dy);
                queue.push((Reverse(cost + step(cost_of(at), cost_of(to), slant)), to));
            }
        }
    }
    None
}

/// Patches of a few kinds of ground.
pub(super) fn ground(field: &Field, kinds: &[u8], seed: u64) -> Vec<u8> {
    let mut rand = Rand::new(seed, Purpose::Spawning, 1);
    let patch = 1 + rand.index(20) as u32;
    let across = field.width() / patch + 1;
    let patches: Vec<u8> = (0..across * (field.height() / patch + 1)).map(|_| kinds[rand.index(kinds.len())]).collect();
    let of = |i: u32| patches[(i / field.width() / patch * across + i % field.width() / patch) as usize];
    (0..field.nodes() as u32).map(of).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_algorithm_that_takes_costs_finds_a_cheapest_path(
        (field, start, goal) in fields(),
        kinds in prop::collection::vec(prop_oneof![1u8..=6, 1u8..=255], 1..5),
        (seed, eight, euclidean) in any::<(u64, bool, bool)>(),
    ) {
        let costs = ground(&field, &kinds, seed);
        let connect = if eight { Connect::Eight } else { Connect::Four };
        let best = oracle(&field, &costs, (start, goal), connect);
        let layer = CostLayer::new(field.width(), 1.0, costs.clone());
        // Jumps go in 8 directions.
        for algorithm in WEIGHTED.into_iter().filter(|a| eight || *a != Algorithm::Jps) {
            let heuristic = (euclidean && algorithm != Algorithm::Dijkstra).then_some(Heuristic::Euclidean);
            let options = SearchOptions { connect, heuristic, ..all_kept(algorithm) };
            let mut solver = Solver::on_ground(&field, Some(&layer), options).expect("takes costs");
            let (mut waypoints, mut path) = (Vec::new(), Vec::new());
            let found = solver.solve(start, goal, &mut waypoints);
            prop_assert_eq!(found, best, "{:?}", algorithm);
            unpack(&waypoints, &mut path);
            if let Some(found) = found {
                check_path(&field, &path, start, goal).expect("a legal path");
                prop_assert_eq!(walked(&layer, &path), found, "{:?}", algorithm);
            }
        }
    }

    #[test]
    fn a_weighted_search_reports_what_its_path_costs(
        (field, start, goal) in fields(),
        kinds in prop::collection::vec(1u8..=20, 2..5),
        (seed, weight) in (any::<u64>(), 0.5f32..4.0),
        heuristic in prop::sample::select(vec![Heuristic::Octile, Heuristic::Euclidean, Heuristic::Manhattan]),
    ) {
        let costs = ground(&field, &kinds, seed);
        let best = oracle(&field, &costs, (start, goal), Connect::Eight);
        let layer = CostLayer::new(field.width(), 1.0, costs.clone());
        // A diagonal step is the most by which the heuristic is wrong.
        let most = weight * if heuristic == Heuristic::Manhattan { 1.415 } else { 1.0 };
        for algorithm in WEIGHTED.into_iter().filter(|a| *a != Algorithm::Dijkstra) {
            let options = SearchOptions { weight, heuristic: Some(heuristic), ..all_kept(algorithm) };
            let mut solver = Solver::on_ground(&field, Some(&layer), options).expect("takes costs");
            let (mut waypoints, mut path) = (Vec::new(), Vec::new());
            let found = solver.solve(start, goal, &mut waypoints);
            prop_assert_eq!(found.is_some(), best.is_some());
            unpack(&waypoints, &mut path);
            if let (Some(found), Some(best)) = (found, best) {
                prop_assert_eq!(walked(&layer, &path), found, "{:?}", algorithm);
                prop_assert!(best <= found);
                if [Algorithm::Jps, Algorithm::AStar].contains(&algorithm) {
                    prop_assert!(found as f64 <= best as f64 * f64::from(most.max(1.0)) * 1.000_1, "{:?}", algorithm);
                }
            }
        }
    }
}

/// With 8 directions columns and rows are more than a diagonal step costs: a cell that had led to the goal was reached more cheaply
/// afterwards, and what follows it still counted what it had cost before.
#[test]
fn an_estimate_that_is_too_high_for_a_diagonal_step_reports_what_its_path_costs() {
    let rows = ["acabcabaca", "aaabbacaab", "cbbbabcaaa", "aabaaaacab", "aaaacacbba"];
    let of = |kind: u8| match kind {
        b'a' => 8,
        b'b' => 9,
        _ => 32,
    };
    let costs: Vec<u8> = rows.iter().flat_map(|row| row.bytes().map(of)).collect();
    let field = Field::new(&BitGrid::new(10, 5)).expect("small");
    let layer = CostLayer::new(field.width(), 1.0, costs);
    for algorithm in WEIGHTED.into_iter().filter(|a| *a != Algorithm::Dijkstra) {
        for (from, to) in [((0, 4), (9, 0)), ((9, 0), (0, 4)), ((0, 0), (9, 4)), ((4, 4), (9, 0))] {
            let [from, to] = [from, to].map(|(x, y)| Cell::new(x, y));
            let options = SearchOptions { heuristic: Some(Heuristic::Manhattan), ..all_kept(algorithm) };
            let mut solver = Solver::on_ground(&field, Some(&layer), options).expect("takes costs");
            let (mut waypoints, mut path) = (Vec::new(), Vec::new());
            let found = solver.solve(from, to, &mut waypoints);
            unpack(&waypoints, &mut path);
            assert_eq!(found, Some(walked(&layer, &path)), "{algorithm:?} {from:?} {to:?}");
        }
    }
}

/// Moves that note which cells were expanded.
struct Noted<'a> {
    moves: WeightedSteps<'a>,
    expanded: RefCell<Vec<Cell>>,
}

impl Moves for Noted<'_> {
    fn field(&self) -> &Field {
        self.moves.field
    }

    fn slack(&self) -> Cost {
        self.moves.slack()
    }

    fn each(&self, cell: Cell, arrival: Arrival, goal: Cell, each: &mut impl FnMut(Cell, Arrival, Cost)) {
        self.expanded.borrow_mut().push(cell);
        self.moves.each(cell, arrival, goal, each);
    }
}

proptest! {
    #[test]
    fn with_more_weight_no_cell_is_opened_again(
        (field, start, goal) in fields(),
        seed in any::<u64>(),
        weight in 1.1f32..4.0,
    ) {
        let costs = CostLayer::new(field.width(), 1.0, ground(&field, &[3, 8, 40, 200], seed));
        let moves = WeightedSteps { field: &field, costs: &costs, connect: Connect::Eight };
        let noted = Noted { moves, expanded: RefCell::default() };
        let mut search = FieldSearch::new(Buckets::default());
        search.begin(&noted, start, goal, Estimate::new(Heuristic::Octile, weight * costs.least()));
        while search.run(&noted, 7) == Status::Running {}
        let mut expanded = noted.expanded.into_inner();
        let all = expanded.len();
        expanded.sort_unstable();
        expanded.dedup();
        prop_assert_eq!(expanded.len(), all);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// Also after the ground has changed here and there.
    #[test]
    fn no_path_costs_less_than_a_line_that_is_said_to_be_the_cheapest(
        (width, height) in (1u32..90, 1u32..90),
        kinds in prop::collection::vec(4u8..=16, 1..4),
        (seed, changes) in (any::<u64>(), 0usize..4),
    ) {
        let field = Field::new(&BitGrid::new(width, height)).unwrap();
        let mut costs = ground(&field, &kinds, seed);
        let mut layer = CostLayer::new(width, 1.0, costs.clone());
        let mut rand = Rand::new(seed, Purpose::Spawning, 2);
        let mut cell = || Cell::new(rand.index(width as usize) as i32, rand.index(height as usize) as i32);
        for _ in 0..changes {
            let at = cell();
            costs[field.node(at).unwrap() as usize] = kinds[0];
            layer.set(&field, at, kinds[0]);
        }
        let (start, goal) = (cell(), cell());
        let line = layer.along(start.centre(1.0), goal.centre(1.0));
        let is_cheapest = layer.is_cheapest((start.centre(1.0), goal.centre(1.0)), 0.0);
        prop_assert_eq!(is_cheapest, layer.is_cheapest((goal.centre(1.0), start.centre(1.0)), 0.0), "there as back");
        let best = oracle(&field, &costs, (start, goal), Connect::Eight).expect("all is open");
        if is_cheapest {
            prop_assert!(best as f64 / STRAIGHT as f64 >= f64::from(line) * 0.999_8, "{line}");
        }
    }
}

#[test]
fn a_road_counts_where_it_is_near_enough_to_be_worth_a_detour() {
    // Meadow; a road half as expensive along one side.
    let (width, road) = (100, 80);
    let costs = (0..width * width).map(|i| if i / width >= road { 4 } else { 8 }).collect();
    let layer = CostLayer::new(width, 1.0, costs);
    let line = |y: f32, metres: f32| layer.is_cheapest((Vec2::new(20.5, y), Vec2::new(20.5 + metres, y)), 0.0);
    // At half the cost a path may be twice as long: it leads away by 0.87 of the line at most.
    assert!(line(50.5, 30.0), "26 m, and the road is 29 away");
    assert!(!line(50.5, 45.0), "39 m");
    assert!(!line(75.5, 30.0));
    assert!(line(90.5, 30.0), "on the road");
    assert!(line(10.5, 0.0), "nowhere");
}

#[test]
fn over_rolling_ground_nearly_all_lines_are_nearly_the_cheapest_and_none_round_a_swamp() {
    // Costs between 8 and 17 that change slowly, as those of slopes and vegetation do.
    let width = 200;
    let wave = |i: u32, by: f32| (i as f32 / by).sin();
    let cost = |i: u32| 12.5 + 2.5 * wave(i % width, 19.0) + 2.0 * wave(i / width + i % width / 3, 31.0);
    let costs: Vec<u8> = (0..width * width).map(|i| cost(i) as u8).collect();
    let (field, layer) = (Field::new(&BitGrid::new(width, width)).unwrap(), CostLayer::new(width, 1.0, costs.clone()));
    let mut solver = Solver::on_ground(&field, Some(&layer), SearchOptions::default()).unwrap();
    let (mut taken, mut worst, mut rand) = (0, 1.0_f64, Rand::new(5, Purpose::Spawning, 3));
    for _ in 0..300 {
        let start = Cell::new(40 + rand.index(120) as i32, 40 + rand.index(120) as i32);
        let by = Vec2::from_angle(rand.unit() as f32 * std::f32::consts::TAU) * 31.0;
        let goal = Cell::new(start.x + by.x as i32, start.y + by.y as i32);
        let ends = (start.centre(1.0), goal.centre(1.0));
        let best = solver.solve(start, goal, &mut Vec::new()).expect("all is open") as f64 / STRAIGHT as f64;
        if layer.is_cheapest(ends, 0.05) {
            taken += 1;
            worst = worst.max(f64::from(layer.along(ends.0, ends.1)) / best);
        }
    }
    assert!(taken > 270, "{taken} of 300");
    assert!(worst < 1.06, "{worst}");
    assert!(!layer.is_cheapest((Vec2::new(60.5, 100.5), Vec2::new(150.5, 100.5)), 0.05), "too long to say");
    // A swamp in the middle, 10 m wide.
    let is_swamp = |i: u32| (i % width).abs_diff(100) < 5 && (i / width).abs_diff(100) < 5;
    let costs = (0..width * width).map(|i| if is_swamp(i) { 40 } else { 8 }).collect();
    let layer = CostLayer::new(width, 1.0, costs);
    let line = |y: f32, metres: f32| (Vec2::new(100.5 - metres / 2.0, y), Vec2::new(100.5 + metres / 2.0, y));
    assert!(!layer.is_cheapest(line(100.5, 40.0), 0.05), "through it");
    assert!(layer.is_cheapest(line(107.5, 40.0), 0.05), "past it");
}

#[test]
fn plain_ground_costs_what_it_does_without_a_layer() {
    let field = Field::new(&BitGrid::new(60, 40)).unwrap();
    let layer = CostLayer::new(60, 1.0, vec![8; 60 * 40]);
    let options = SearchOptions { algorithm: Algorithm::AStar, ..SearchOptions::default() };
    let ends = (Cell::new(0, 0), Cell::new(59, 39));
    let solve = |costs| {
        let mut solver = Solver::on_ground(&field, costs, options).unwrap();
        solver.solve(ends.0, ends.1, &mut Vec::new()).expect("there is a path") as f64 / STRAIGHT as f64
    };
    let (plain, weighted) = (solve(None), solve(Some(&layer)));
    assert!((plain - weighted).abs() < 0.002, "{plain} {weighted}");
}

#[test]
fn algorithms_that_rely_on_uniform_ground_refuse_costs() {
    let field = Field::new(&BitGrid::new(4, 4)).unwrap();
    let layer = CostLayer::new(4, 1.0, vec![8; 16]);
    for algorithm in [Algorithm::JpsPlus, Algorithm::IdaStar, Algorithm::Theta, Algorithm::LazyTheta] {
        let options = SearchOptions { algorithm, ..SearchOptions::default() };
        assert_eq!(Solver::on_ground(&field, Some(&layer), options).err(), Some(OptionsError::Costs), "{algorithm:?}");
    }
}

#[test]
fn totals_beyond_all_buckets_are_spread_again() {
    // Before: a long strip of the most expensive ground with a cell of the cheapest, which makes buckets narrow.
    let field = Field::new(&BitGrid::new(3000, 2)).unwrap();
    let mut costs = vec![255; 3000 * 2];
    costs[3000 * 2 - 1] = 1;
    let layer = CostLayer::new(3000, 1.0, costs);
    for algorithm in WEIGHTED {
        let options = all_kept(algorithm);
        let mut solver = Solver::on_ground(&field, Some(&layer), options).unwrap();
        let found = solver.solve(Cell::new(0, 0), Cell::new(2999, 0), &mut Vec::new());
        assert_eq!(found, Some(2999 * step(255, 255, false)), "{algorithm:?}");
    }
    // Wide ground, too, where the last bucket holds many cells: the search ends.
    let field = Field::new(&BitGrid::new(1500, 100)).unwrap();
    let mut costs = vec![240; 1500 * 100];
    costs[1500 * 100 - 1] = 1;
    let layer = CostLayer::new(1500, 1.0, costs);
    let options = SearchOptions { algorithm: Algorithm::FringeBuckets, ..SearchOptions::default() };
    let mut solver = Solver::on_ground(&field, Some(&layer), options).unwrap();
    let found = solver.solve(Cell::new(0, 0), Cell::new(1499, 0), &mut Vec::new());
    assert_eq!(found, Some(1499 * step(240, 240, false)));
}
