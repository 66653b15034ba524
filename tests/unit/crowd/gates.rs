//! Gates: what paths leave, how it fades, and what it does to searches.

use crate::drawn;
use crate::random::between;
use bestiary::testing::crowd::{
    CrowdParams, FinerProblem, GateMap, GateProblem, GateWeights, Gates, Marking, On, Side,
};
use bestiary::testing::graph::{DIRECTIONS, NavGraph};
use bestiary::testing::grid::{BitGrid, Field, RegionSet};
use bestiary::testing::search::{AStar, DaryHeap, Entry, Status};
use bestiary::{Aabb, Cell, Edit, GateGround, MoveClass, Storey, Vec2};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

const EAST: u8 = 0;
const WEST: u8 = 2;

fn row(from: i32, to: i32, y: i32) -> Vec<Cell> {
    let step = (to - from).signum();
    (0..=(to - from).abs()).map(|i| Cell::new(from + i * step, y)).collect()
}

/// The gates of a grid, and of the graph of the same cells.
fn both(grid: &BitGrid) -> [Gates; 2] {
    let field = Field::new(grid).expect("a small grid");
    [Gates::of_grid(grid.width(), grid.height()), Gates::of_graph(Arc::new(NavGraph::of_field(&field)))]
}

/// What a path costs, and its cells.
fn search(grid: &BitGrid, gates: &Gates, weights: GateWeights, ends: (Cell, Cell)) -> Option<(f32, Vec<Cell>)> {
    let field = Field::new(grid).expect("a small grid");
    let on = gates.graph().map_or(On::Grid(&field), |graph| On::Graph(graph));
    let problem = GateProblem::new(on, 1.0, ends, Some((gates, weights)), (|_| 1.0, 1.0))?;
    let mut search = AStar::new(DaryHeap::<Entry>::default());
    search.begin(&problem, 1.0);
    (search.run(&problem, u32::MAX) == Status::Found).then(|| {
        let mut nodes = Vec::new();
        search.path(&mut nodes);
        (search.cost().unwrap_or_default(), nodes.iter().map(|node| on.cell(*node)).collect())
    })
}

#[test]
fn a_path_is_marked_through_twenty_cells_less_and_less() {
    for mut gates in both(&BitGrid::new(66, 9)) {
        gates.advance(0);
        gates.mark(&row(0, 60, 4), 1_000.0);
        for x in 0..=60 {
            let into = gates.gate(Cell::new(x, 4), Side::In, WEST).map_or(0.0, |gate| gate.0);
            let wanted = if (1..=20).contains(&x) { 1_000.0 / x as f32 } else { 0.0 };
            assert_eq!(into, wanted, "column {x}: c / i, from the cell after the start on");
            assert_eq!(gates.sum(Cell::new(x, 4), Side::In).potential, wanted, "through one gate alone");
            assert_eq!(gates.sum(Cell::new(x, 3), Side::In).potential, 0.0, "nothing beside the path");
        }
        let (out, along) = gates.gate(Cell::new(5, 4), Side::Out, EAST).expect("an open cell");
        assert_eq!((out, along), (200.0, Vec2::X));
    }
}

#[test]
fn a_gate_turns_towards_those_that_use_it_most() {
    let mut gates = Gates::of_grid(9, 9);
    gates.advance(0);
    let into_middle = |then: Cell| [Cell::new(3, 4), Cell::new(4, 4), then];
    gates.mark(&into_middle(Cell::new(5, 4)), 30.0);
    assert_eq!(gates.gate(Cell::new(4, 4), Side::In, WEST), Some((30.0, Vec2::X)));
    gates.mark(&into_middle(Cell::new(5, 5)), 10.0);
    let (potential, along) = gates.gate(Cell::new(4, 4), Side::In, WEST).expect("a gate");
    assert_eq!(potential, 40.0);
    assert!((along.length() - 1.0).abs() < 1e-6, "its length stays 1");
    assert!(along.x > 0.9 && along.y > 0.05, "most go straight on: {along}");
}

#[test]
fn a_tenth_fades_each_step_and_is_brought_up_to_date_late() {
    let cell = Cell::new(1, 1);
    for mut gates in both(&BitGrid::new(9, 9)) {
        gates.advance(0);
        gates.mark(&row(0, 3, 1), 100.0);
        for (step, left) in [(0, 100.0), (1, 90.0), (2, 81.0), (10, 34.867_844), (127, 100.0 * 0.9_f32.powi(127))] {
            gates.advance(step);
            let now = gates.sum(cell, Side::In).potential;
            assert!((now - left).abs() <= left * 1e-4, "{now} after {step} steps");
        }
        // What is added later does not bring back what has faded.
        gates.advance(130);
        gates.mark(&row(0, 3, 1), 100.0);
        assert!((gates.sum(cell, Side::In).potential - 100.0).abs() < 1e-3);
    }
}

#[test]
fn only_what_something_moved_over_lately_takes_memory() {
    for mut gates in both(&BitGrid::new(64, 64)) {
        let empty = gates.bytes();
        gates.advance(0);
        gates.mark(&row(8, 15, 11), 100.0);
        assert_eq!(gates.tile_count(), 1);
        let one = gates.bytes();
        assert!(one > empty);
        gates.advance(192);
        assert_eq!(gates.tile_count(), 0, "it has faded");
        gates.mark(&row(40, 47, 43), 100.0);
        assert_eq!((gates.tile_count(), gates.bytes()), (1, one), "its memory is used again");
    }
}

#[test]
fn a_graph_has_gates_for_its_nodes_and_edges_alone() {
    let grid = drawn::grid(&["....", ".##.", "...."]);
    let [mut on_grid, mut on_graph] = both(&grid);
    assert_eq!(on_graph.gate(Cell::new(1, 1), Side::In, EAST), None, "no node in a closed cell");
    assert_eq!(on_graph.gate(Cell::new(1, 0), Side::In, 1), None, "no edge into it");
    assert!(on_grid.gate(Cell::new(1, 1), Side::In, EAST).is_some());
    for gates in [&mut on_grid, &mut on_graph] {
        gates.advance(0);
        gates.mark(&row(0, 3, 0), 10.0);
    }
    assert!(on_graph.bytes() < on_grid.bytes() / 4, "{} and {}", on_graph.bytes(), on_grid.bytes());
    // A path through what is no node is marked as far as there are gates.
    on_graph.mark(&row(0, 3, 1), 10.0);
    on_graph.mark(&[Cell::new(-3, -3), Cell::new(-2, -3), Cell::new(i32::MAX, 0)], 10.0);
    on_grid.mark(&[Cell::new(0, 0), Cell::new(-1, 0), Cell::new(-2, 0)], 10.0);
}

#[test]
fn the_first_cost_function_leads_round_what_many_plan_to_pass() {
    let grid = BitGrid::new(21, 21);
    for mut gates in both(&grid) {
        gates.advance(0);
        gates.mark(&row(0, 20, 10), 100.0);
        let ends = (Cell::new(0, 10), Cell::new(20, 10));
        let plain = search(&grid, &gates, GateWeights::potential(0.0), ends).expect("a path");
        assert_eq!(plain.0, 20.0, "without weight nothing changes");
        let (cost, cells) = search(&grid, &gates, GateWeights::potential(0.3), ends).expect("a path");
        assert!(cost > 20.0 && cells.iter().filter(|c| c.y == 10).count() <= 4, "{cost}: {cells:?}");
    }
}

#[test]
fn the_second_one_costs_nothing_with_the_flow_and_much_against_it() {
    let grid = BitGrid::new(21, 3);
    for mut gates in both(&grid) {
        gates.advance(0);
        (0..3).for_each(|y| gates.mark(&row(0, 20, y), 100.0));
        let (west, east) = (Cell::new(0, 1), Cell::new(20, 1));
        let cost = |weights, ends| search(&grid, &gates, weights, ends).map_or(0.0, |found| found.0);
        let meant = [(west, east), (east, west)].map(|ends| cost(GateWeights::flow(0.3), ends));
        assert!((meant[0] - 20.0).abs() < 1e-3 && meant[1] > 60.0, "with and against the flow: {meant:?}");
        // As printed, what the flow into a cell costs is the other way round.
        let printed = [(west, east), (east, west)].map(|ends| cost(GateWeights::flow_as_printed(0.3), ends));
        assert!(printed[0] > meant[0] + 20.0 && printed[1] < meant[1] - 20.0, "{printed:?}");
    }
}

#[test]
fn a_finer_path_keeps_to_the_cells_that_it_leads_through_and_out_of_the_flow() {
    let params = CrowdParams { gates: GateGround::Grid, gate_cell_m: 4.0, gate_weight: 0.3, ..CrowdParams::default() };
    let world = drawn::world(&vec![".".repeat(32); 12], 1.0, Vec::new());
    let (mut regions, mut map) = (RegionSet::default(), GateMap::new(&params, 1.0));
    regions.prepare(&world, 0.3, 1.8, MoveClass::WALK);
    regions.prepare_field(&world, 0.3, 1.8, MoveClass::WALK);
    let class = (30, 18, MoveClass::WALK);
    map.prepare(Storey::GROUND, &regions, class);
    map.advance(0);
    let through: Vec<Cell> = row(1, 5, 1);
    assert!(!map.is_loaded(map.of(Storey::GROUND, &regions, class).expect("gates"), through[1]));
    for _ in 0..5 {
        map.mark(Storey::GROUND, &row(6, 0, 1), Marking::Whole);
        map.mark(Storey::GROUND, &row(27, 3, 6), Marking::Finer { first: 1 });
    }
    let sheet = map.of(Storey::GROUND, &regions, class).expect("gates");
    assert!(map.is_loaded(sheet, Cell::new(4, 1)) && !map.is_loaded(sheet, Cell::new(4, 0)));
    let problem = FinerProblem::new(&map, sheet, &through, (|_| 1.0, 1.0));
    let mut search = AStar::new(DaryHeap::<Entry>::default());
    search.begin(&problem, 1.0);
    assert_eq!(search.run(&problem, u32::MAX), Status::Found);
    let mut nodes = Vec::new();
    search.path(&mut nodes);
    let cells: Vec<Cell> = nodes.iter().map(|node| problem.cell(*node)).collect();
    assert_eq!((cells[0], cells[cells.len() - 1]), (Cell::new(6, 6), Cell::new(22, 6)), "from middle to middle");
    assert!(cells.iter().all(|c| (4..=7).contains(&c.y)), "within the cells with gates");
    // The row against which others come is left as soon as they are met.
    assert!(cells.iter().filter(|c| c.y == 6).count() < cells.len() / 2, "{cells:?}");
}

#[test]
fn wide_cells_have_no_finer_level_and_large_worlds_no_gates() {
    let loaded = |gate_cell_m: f32, cells: usize| {
        let params = CrowdParams { gates: GateGround::Grid, gate_cell_m, ..CrowdParams::default() };
        let world = drawn::world(&vec![".".repeat(cells); cells], 1.0, Vec::new());
        let (mut regions, mut map) = (RegionSet::default(), GateMap::new(&params, 1.0));
        regions.prepare_field(&world, 0.3, 1.8, MoveClass::WALK);
        let class = (30, 18, MoveClass::WALK);
        map.prepare(Storey::GROUND, &regions, class);
        (0..9).for_each(|_| map.mark(Storey::GROUND, &row(0, 2, 0), Marking::Whole));
        let sheet = map.of(Storey::GROUND, &regions, class);
        sheet.map(|sheet| map.is_loaded(sheet, Cell::new(1, 0)))
    };
    assert_eq!([8.0, 9.0].map(|gate_cell_m| loaded(gate_cell_m, 27)), [Some(true), Some(false)]);
    assert_eq!([1.0, 2.0].map(|gate_cell_m| loaded(gate_cell_m, 257)), [None, Some(true)]);
}

#[test]
fn gates_outlive_a_change_of_the_graph_where_it_stays_as_it_is() {
    let params = CrowdParams { gates: GateGround::Graph, gate_cell_m: 1.0, ..CrowdParams::default() };
    let mut world = drawn::world(&vec![".".repeat(40); 16], 1.0, Vec::new());
    let (mut regions, mut map) = (RegionSet::default(), GateMap::new(&params, 1.0));
    regions.prepare(&world, 0.3, 1.8, MoveClass::WALK);
    regions.prepare_field(&world, 0.3, 1.8, MoveClass::WALK);
    let class = (30, 18, MoveClass::WALK);
    map.prepare(Storey::GROUND, &regions, class);
    map.advance(0);
    for at in [1, 25] {
        map.mark(Storey::GROUND, &row(at, at + 4, 3), Marking::Whole);
    }
    let into = |map: &GateMap, regions: &RegionSet, x| {
        let sheet = map.of(Storey::GROUND, regions, class).expect("gates");
        sheet.gates.sum(Cell::new(x, 3), Side::In).potential
    };
    assert!(into(&map, &regions, 2) > 0.0 && into(&map, &regions, 26) > 0.0);
    // A wall in the midst of the second path.
    let edit = Edit::Ground { corners: [Cell::new(27, 3); 2], kind: "wall".into() };
    let changes = world.make(world.plan(&edit).expect("can be made"));
    let areas: Vec<Aabb> = changes.iter().map(|change| change.area).collect();
    let repaired = regions.repair(&world, &areas);
    assert!(map.repair(Storey::GROUND, &regions, &repaired) > 0);
    assert!(into(&map, &regions, 2) > 0.0, "far away nothing is forgotten");
    assert_eq!(into(&map, &regions, 26), 0.0, "in the block that changed all is");
    let sheet = map.of(Storey::GROUND, &regions, class).expect("gates");
    let graph = sheet.gates.graph().expect("a graph");
    assert_eq!((graph.node(Cell::new(27, 3)), graph.nodes()), (None, 40 * 16 - 1));
    assert_eq!(sheet.ground.on().node(Cell::new(27, 3)), None, "and what is searched is the same graph");
}

/// One gate as the oracle keeps it: potential and direction.
type Plain = BTreeMap<(i32, i32, bool, u8), (f64, f64, f64)>;

proptest! {
    /// Against gates in a map, all of which fade every step.
    #[test]
    fn they_are_as_gates_that_fade_every_step(
        paths in prop::collection::vec((0u64..6, 0i32..66, 0i32..5, prop::collection::vec(0usize..8, 1..26), between(1.0, 900.0)), 1..12)
    ) {
        let (mut gates, mut plain, mut now) = (Gates::of_grid(66, 9), Plain::new(), 0);
        gates.advance(0);
        for (wait, x, y, turns, growth) in paths {
            for _ in 0..wait {
                now += 1;
                gates.advance(now);
                plain.values_mut().for_each(|gate| gate.0 *= 0.9);
            }
            let mut path = vec![Cell::new(x, y)];
            for turn in turns {
                let (dx, dy) = DIRECTIONS[turn];
                let at = path[path.len() - 1];
                path.push(Cell::new((at.x + dx).clamp(0, 65), (at.y + dy).clamp(0, 8)));
            }
            path.dedup();
            gates.mark(&path, growth);
            for i in 1..path.len().min(21) {
                let (a, b, c) = (path[i - 1], path[i], path.get(i + 1));
                let end = c.unwrap_or(&b);
                let (dx, dy) = (f64::from(end.x - a.x), f64::from(end.y - a.y));
                let length = dx.hypot(dy).max(1e-9);
                let towards = |to: Cell| (0..8).find(|d| DIRECTIONS[usize::from(*d)] == (to.x - b.x, to.y - b.y));
                let used = [towards(a).map(|d| (false, d)), c.and_then(|c| towards(*c)).map(|d| (true, d))];
                for (out, d) in used.into_iter().flatten() {
                    let gate = plain.entry((b.x, b.y, out, d)).or_default();
                    let amount = f64::from(growth) / i as f64;
                    let (sx, sy) = (gate.1 * gate.0 + dx / length * amount, gate.2 * gate.0 + dy / length * amount);
                    let long = sx.hypot(sy);
                    let turned = if long > 1e-9 { (sx / long, sy / long) } else { (0.0, 0.0) };
                    *gate = (gate.0 + amount, turned.0, turned.1);
                }
            }
        }
        for ((x, y, out, direction), (potential, ..)) in &plain {
            let side = if *out { Side::Out } else { Side::In };
            let (found, along) = gates.gate(Cell::new(*x, *y), side, *direction).expect("a cell");
            prop_assert!((f64::from(found) - potential).abs() <= 1e-3 * potential + 1e-3, "{} for {}", found, potential);
            prop_assert!(along.length() < 1.001);
        }
        let total: f64 = plain.iter().filter(|(key, _)| !key.2).map(|(_, gate)| gate.0).sum();
        let mut sum = 0.0;
        gates.each_cell(|_, _, into| sum += f64::from(into.potential));
        prop_assert!((sum - total).abs() <= 1e-3 * total + 1e-3, "nothing anywhere else: {} for {}", sum, total);
    }
}
