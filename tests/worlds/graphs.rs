//! Every kind of graph on random worlds: paths are legal for the body, and there is one where the geometry says so.

mod plain;

use bestiary::testing::graph::{BodySize, Graph, GraphKind, Mover, Site};
use bestiary::testing::grid::CostLayer;
use bestiary::testing::search::{GraphProblem, GraphSearch};
use bestiary::{MoveClass, Vec2};
use clap::ValueEnum;
use plain::{BETWEEN_M, HEIGHT_M, Oracle, clearance_m, worlds};
use proptest::prelude::*;

/// Half a cell: where the geometry leaves so much more than the body's radius, a graph must find a path.
const HALF_CELL_M: f64 = 0.5;
/// The rounding of sums in a world of this size, metres.
const ROUNDING_M: f64 = 2e-3;

const GROUND: fn(Vec2) -> Site = Site::on_ground;

fn size(radius_m: f32) -> BodySize {
    BodySize { radius_m, height_m: HEIGHT_M, moves: MoveClass::WALK }
}

/// Searches with A* and Dijkstra's algorithm; both must agree.
fn path(graph: &dyn Graph, mover: Mover, from: Vec2, to: Vec2) -> Option<(f32, Vec<Vec2>)> {
    let problem = GraphProblem::new(graph, mover, [GROUND(from), GROUND(to)]);
    let (mut search, mut path, mut other) = (GraphSearch::default(), Vec::new(), Vec::new());
    let cost = search.solve(&problem, 1.0, &mut path);
    let dijkstra = search.solve(&problem, 0.0, &mut other);
    assert_eq!(cost.is_some(), dijkstra.is_some());
    if let Some((cost, dijkstra)) = cost.zip(dijkstra) {
        assert!((cost - dijkstra).abs() <= 1e-3 * cost.max(1.0), "A* {cost}, Dijkstra {dijkstra}");
    }
    cost.map(|cost| (cost, path))
}

/// Random queries to a graph of a world: each path is legal, and there is one where the geometry says so within half a cell.
fn check(name: &str, graph: &dyn Graph, mover: Mover, oracle: &Oracle, queries: &[[u32; 4]]) {
    let radius = f64::from(mover.size().radius_m);
    let wide = oracle.parts(radius + HALF_CELL_M + BETWEEN_M);
    let narrow = oracle.parts((radius - HALF_CELL_M).max(0.0) - BETWEEN_M);
    // Most places are closed to wide bodies: of those where one fits, pairs are asked for too.
    let fits: Vec<usize> = (0..wide.len()).filter(|i| wide[*i] != 0).collect();
    let pick = |n: [u32; 2]| {
        let among = fits.len().max(1);
        if n[0] % 3 == 0 {
            oracle.number(n[0], n[1])
        } else {
            fits.get(n[1] as usize % among).copied().unwrap_or_default()
        }
    };
    for [a, b, c, d] in queries.iter().copied() {
        let (from, to) = (pick([a, b]), pick([c, d]));
        let ends = [oracle.place(from), oracle.place(to)];
        let found = path(graph, mover, ends[0], ends[1]);
        let here = || format!("{name}, radius {radius}, from {} to {}", ends[0], ends[1]);
        if wide[from] != 0 && wide[from] == wide[to] {
            assert!(found.is_some(), "{}: no path, though there is a wide one", here());
        }
        let Some((cost, path)) = found else { continue };
        assert!(narrow[from] != 0 && narrow[from] == narrow[to], "{}: {path:?} leads through something", here());
        assert_eq!((path.first(), path.last()), (Some(&ends[0]), Some(&ends[1])), "{}", here());
        let length: f32 = path.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        assert!(cost >= length * 0.999 * mover.least_cost(), "{}: {cost} for {length} m", here());
        for pair in path.windows(2).chain([&[ends[0], ends[0]][..]]) {
            let left = clearance_m(mover.world(), pair[0], pair[1]);
            assert!(left >= radius - ROUNDING_M, "{}: {left} m are left beside {pair:?} of {path:?}", here());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn paths_are_legal_and_there_is_one_where_the_geometry_says_so(
        (world, radius_m) in worlds(),
        queries in proptest::collection::vec(any::<[u32; 4]>(), 40),
    ) {
        let costs = CostLayer::of_world(&world, MoveClass::WALK);
        let mover = Mover::new(&world, size(radius_m), costs.as_ref());
        let oracle = Oracle::new(&world);
        for kind in GraphKind::value_variants() {
            let graph = kind.make(&mover, GROUND(Vec2::ZERO)).expect("a small world");
            check(&format!("{kind:?}"), &*graph, mover, &oracle, &queries);
        }
    }
}
