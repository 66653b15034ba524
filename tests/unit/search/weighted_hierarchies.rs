//! Hierarchies over ground that does not cost the same everywhere, against Dijkstra's algorithm written plainly and against themselves
//! built from scratch.

use super::hierarchy::{any_cell, fields, same_fields};
use super::levels::{shapes, walk};
use super::weighted::{ground, oracle, step};
use bestiary::testing::geom::Cell;
use bestiary::testing::grid::{CostLayer, Field};
use bestiary::testing::rng::Rand;
use bestiary::testing::search::{
    Algorithm, AllPairs, Area, Connect, Cost, Estimate, Flood, Heuristic, Hierarchy, HierarchySearch, Landscape,
    LevelSearch, Levels, Point, Route, STRAIGHT, SearchOptions, Shape, Solver, Towards, check_path, unpack,
};
use proptest::prelude::*;

fn kinds() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(prop_oneof![1u8..=6, 4u8..=40, 1u8..=255], 1..5)
}

/// What the steps of a path cost.
fn cost_of(layer: &CostLayer, path: &[Cell]) -> Cost {
    let slant = |a: Cell, b: Cell| a.x != b.x && a.y != b.y;
    path.windows(2).map(|p| step(layer.at(p[0]), layer.at(p[1]), slant(p[0], p[1]))).sum()
}

/// Searches, checks the path, returns its cost.
fn solve(search: &mut HierarchySearch, on: Landscape, graph: &Hierarchy, ends: (Cell, Cell)) -> Option<Cost> {
    let (mut waypoints, mut path) = (Vec::new(), Vec::new());
    let layer = on.costs.expect("costs");
    let estimate = Estimate::new(Heuristic::Octile, layer.least() * HierarchySearch::HEURISTIC_WEIGHT);
    let cost = search.solve(on, graph, ends, estimate, &mut waypoints)?;
    unpack(&waypoints, &mut path);
    check_path(on.field, &path, ends.0, ends.1).expect("a legal path");
    assert_eq!(cost_of(layer, &path), cost, "the path costs what it is said to cost");
    Some(cost)
}

/// What the path over levels costs.
fn follow(on: Landscape, levels: &Levels, ends: (Cell, Cell)) -> Option<Cost> {
    let mut path = Vec::new();
    walk(&mut Route::default(), &mut LevelSearch::default(), on, levels, ends, &mut path)?;
    Some(cost_of(on.costs.expect("costs"), &path))
}

/// How often a cheapest path passes from cluster to cluster.
fn crossings(on: Landscape, size: u32, ends: (Cell, Cell)) -> u64 {
    let options = SearchOptions { algorithm: Algorithm::AStar, ..SearchOptions::default() };
    let (mut waypoints, mut path) = (Vec::new(), Vec::new());
    Solver::on_ground(on.field, on.costs, options).unwrap().solve(ends.0, ends.1, &mut waypoints);
    unpack(&waypoints, &mut path);
    let cluster = |cell: Cell| (cell.x as u32 / size, cell.y as u32 / size);
    path.windows(2).filter(|pair| cluster(pair[0]) != cluster(pair[1])).count() as u64
}

/// Opens or closes a cell, or changes what it costs.
fn change(field: &mut Field, (layer, costs): (&mut CostLayer, &mut [u8]), kinds: &[u8], rand: &mut Rand) -> Cell {
    let cell = any_cell(field, rand);
    if rand.index(2) == 0 {
        field.set(cell, !field.open(cell));
    }
    let node = field.node(cell).unwrap() as usize;
    costs[node] = kinds[rand.index(kinds.len())];
    layer.set(field, cell, costs[node]);
    cell
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Each time that a cheapest path crosses a border, a path over the graph may have to go as far as the side of a cluster, on
    /// the worst ground there is; a cell more in the queue, which sorts to cells; and estimates are weighted.
    #[test]
    fn a_path_over_costs_is_found_where_there_is_one_and_costs_little_more_than_the_cheapest(
        (field, _, mut rand) in fields(), kinds in kinds(), (seed, size) in (any::<u64>(), 4u32..15),
    ) {
        let costs = ground(&field, &kinds, seed);
        let layer = CostLayer::new(field.width(), 1.0, costs.clone());
        let on = Landscape::of(&field, Some(&layer));
        let graph = Hierarchy::with_size(on, size);
        let mut search = HierarchySearch::default();
        for _ in 0..3 {
            let ends = (any_cell(&field, &mut rand), any_cell(&field, &mut rand));
            let best = oracle(&field, &costs, ends, Connect::Eight);
            let found = solve(&mut search, on, &graph, ends);
            prop_assert_eq!(found.is_some(), best.is_some());
            let (Some(found), Some(best)) = (found, best) else { continue };
            let worst = u64::from(*kinds.iter().max().unwrap()) * STRAIGHT / 8;
            let detours = crossings(on, size, ends) * u64::from(size + 2) * worst;
            prop_assert!(found >= best && found <= (best + detours) * 5 / 4 + detours, "{} for {}", found, best);
        }
    }

    #[test]
    fn a_path_over_levels_with_costs_is_found_where_there_is_one(
        (field, _, mut rand) in fields(), kinds in kinds(), seed in any::<u64>(), shape in shapes(),
    ) {
        let costs = ground(&field, &kinds, seed);
        let layer = CostLayer::new(field.width(), 1.0, costs.clone());
        let on = Landscape::of(&field, Some(&layer));
        let levels = Levels::new(on, shape, |_| ());
        for _ in 0..3 {
            let ends = (any_cell(&field, &mut rand), any_cell(&field, &mut rand));
            let best = oracle(&field, &costs, ends, Connect::Eight);
            let found = follow(on, &levels, ends);
            prop_assert_eq!(found.is_some(), best.is_some());
            prop_assert!(found >= best, "{:?} for {:?}", found, best);
        }
    }

    #[test]
    fn hierarchies_repaired_after_changes_of_cells_and_costs_equal_those_built_from_scratch(
        (mut field, _, mut rand) in fields(), kinds in kinds(), (seed, size) in (any::<u64>(), 4u32..15),
        shape in shapes(), edits in 1usize..25, at_once in 1usize..4,
    ) {
        let mut costs = ground(&field, &kinds, seed);
        let mut layer = CostLayer::new(field.width(), 1.0, costs.clone());
        let mut graph = Hierarchy::with_size(Landscape::of(&field, Some(&layer)), size);
        let mut levels = Levels::new(Landscape::of(&field, Some(&layer)), shape, |_| ());
        for _ in 0..edits {
            let cells: Vec<Cell> =
                (0..at_once).map(|_| change(&mut field, (&mut layer, &mut costs), &kinds, &mut rand)).collect();
            let on = Landscape::of(&field, Some(&layer));
            graph.repair_all(on, &cells);
            levels.repair_all(on, &cells);
        }
        let on = Landscape::of(&field, Some(&layer));
        prop_assert!(graph == Hierarchy::with_size(on, size));
        prop_assert!(levels == Levels::new(on, shape, |_| ()));
        let mut file = Vec::new();
        levels.write(on, &mut file).unwrap();
        prop_assert!(Levels::read(on, shape, &mut &file[..]).unwrap() == levels);
        prop_assert!(Levels::read(&field, shape, &mut &file[..]).is_err(), "costs are part of what levels belong to");
    }

    /// Where the first cell costs something else, levels go on as if they had been prepared with costs.
    #[test]
    fn levels_of_plain_ground_serve_when_some_of_it_comes_to_cost_more(
        (field, _, mut rand) in fields(), shape in shapes(), cost in 1u8..=255,
    ) {
        let mut levels = Levels::new(&field, shape, |_| ());
        let mut layer = CostLayer::new(field.width(), 1.0, vec![8; field.nodes()]);
        let cell = any_cell(&field, &mut rand);
        layer.set(&field, cell, cost);
        let on = Landscape::of(&field, Some(&layer));
        levels.repair(on, cell);
        prop_assert!(levels == Levels::new(on, shape, |_| ()));
    }

    #[test]
    fn a_flood_over_costs_finds_the_cheapest_path_in_its_area(
        (field, _, mut rand) in fields(), kinds in kinds(), seed in any::<u64>(),
    ) {
        let (width, height) = (field.width() as i32, field.height() as i32);
        if width > 64 || height > 64 {
            return Ok(());
        }
        let costs = ground(&field, &kinds, seed);
        let layer = CostLayer::new(field.width(), 1.0, costs.clone());
        let on = Landscape::of(&field, Some(&layer));
        let (from, to) = (any_cell(&field, &mut rand), any_cell(&field, &mut rand));
        let best = oracle(&field, &costs, (from, to), Connect::Eight);
        let mut flood = Flood::default();
        for towards in [None, Some(Towards::anyhow(to)), best.map(|best| Towards { goal: to, at_most: best })] {
            if field.open(from) {
                flood.run(on, Area { x: 0, y: 0, width, height }, from, towards);
                // Ground of one cost is measured as plain ground is, whose diagonals are shorter by a 50 000th.
                let same = flood.cost(to).zip(best).is_none_or(|(cost, best)| cost.abs_diff(best) <= best / 40_000);
                prop_assert!(same && flood.cost(to).is_some() == best.is_some(), "{:?} for {:?}", flood.cost(to), best);
            }
        }
    }

    /// Any part of a field: steps out of it count no more than those through it. More points than are measured at once.
    #[test]
    fn paths_between_all_points_of_an_area_cost_what_floods_from_each_find(
        (field, _, mut rand) in fields(), kinds in kinds(), seed in any::<u64>(), count in 0usize..30,
    ) {
        let costs = ground(&field, &kinds, seed);
        let layer = CostLayer::new(field.width(), 1.0, costs);
        let corners = [0; 2].map(|_| any_cell(&field, &mut rand));
        let (x, y) = (corners[0].x.min(corners[1].x), corners[0].y.min(corners[1].y));
        let side = |a: i32, b: i32| (a.abs_diff(b) as i32 + 1).min(32);
        let area = Area { x, y, width: side(corners[0].x, corners[1].x), height: side(corners[0].y, corners[1].y) };
        let open: Vec<Cell> = area.all().filter(|cell| field.open(*cell)).collect();
        let at = |cell: Cell| Point { x: cell.x as u16, y: cell.y as u16, sides: 0 };
        let count = if open.is_empty() { 0 } else { count };
        let points: Vec<Point> = (0..count).map(|_| at(open[rand.index(open.len())])).collect();
        // The lower half of a cost differs where the cost does, by however little.
        let kept = |cost: Option<Cost>| cost.map_or(u32::MAX, |cost| cost as u32);
        let (mut all, mut flood) = (AllPairs::default(), Flood::default());
        for on in [Landscape::of(&field, Some(&layer)), Landscape::of(&field, None)] {
            let (mut found, mut expected) = (Vec::new(), Vec::new());
            all.measure(on, area, &points, kept, &mut found);
            for (i, from) in points.iter().enumerate().skip(1) {
                flood.run(on, area, from.cell(), None);
                expected.extend(points[..i].iter().map(|to| kept(flood.cost(to.cell()))));
            }
            prop_assert_eq!(found, expected);
        }
    }
}

/// Patches and noise of a few kinds of ground: what paths cost more than the cheapest, on average.
#[test]
fn paths_over_costs_are_hardly_too_expensive_on_the_whole() {
    let (mut sums, mut worst) = ([0.0; 3], [0.0_f64; 2]);
    let mut search = HierarchySearch::default();
    for (seed, (field, mut rand)) in (0..).zip(same_fields(400)) {
        let costs = ground(&field, &[8, 8, 12, 16, 32], seed);
        let layer = CostLayer::new(field.width(), 1.0, costs.clone());
        let on = Landscape::of(&field, Some(&layer));
        let ends = (any_cell(&field, &mut rand), any_cell(&field, &mut rand));
        let Some(best) = oracle(&field, &costs, ends, Connect::Eight).filter(|best| *best > 0) else { continue };
        let graph = Hierarchy::new(on);
        let levels = Levels::new(on, Shape { cluster: 6, factor: 2, gates: 4, top: 4 }, |_| ());
        let found = [solve(&mut search, on, &graph, ends), follow(on, &levels, ends)].map(|cost| cost.unwrap() as f64);
        sums = [sums[0] + best as f64, sums[1] + found[0], sums[2] + found[1]];
        worst = [0, 1].map(|i| worst[i].max(found[i] / best as f64));
    }
    let means = [sums[1] / sums[0], sums[2] / sums[0]];
    assert!(
        means.iter().all(|mean| *mean < 1.02) && worst.iter().all(|worst| *worst < 1.4),
        "{means:?}; worst {worst:?}"
    );
}

#[test]
fn a_road_is_followed_across_clusters() {
    // Before: 60 × 60 cells of mud, four times as expensive as the road of one cell's width that leads round in an arc.
    let (side, mut costs) = (60, vec![32; 60 * 60]);
    let mut road = Vec::new();
    road.extend((5..55).map(|x| (x, 7)));
    road.extend((7..50).map(|y| (54, y)));
    road.iter().for_each(|(x, y)| costs[y * side + x] = 8);
    let field = Field::new(&bestiary::testing::grid::BitGrid::new(60, 60)).unwrap();
    let layer = CostLayer::new(60, 1.0, costs.clone());
    let on = Landscape::of(&field, Some(&layer));
    let ends = (Cell::new(5, 7), Cell::new(54, 49));
    let best = oracle(&field, &costs, ends, Connect::Eight).unwrap();
    let found = solve(&mut HierarchySearch::default(), on, &Hierarchy::new(on), ends).unwrap();
    let levels = Levels::new(on, Shape { cluster: 8, factor: 2, gates: 2, top: 4 }, |_| ());
    assert!(levels.count() > 2);
    assert_eq!((found, follow(on, &levels, ends)), (best, Some(best)));
}
