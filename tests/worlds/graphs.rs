//! Every kind of graph on random worlds: paths are legal for the body, and there is one where the geometry says so.

mod changes;
mod markers;
mod plain;
mod pulled;
mod regions;
mod teleporters;

use bestiary::testing::graph::{BodySize, Graph, GraphKind, Mover, Site};
use bestiary::testing::grid::CostLayer;
use bestiary::testing::search::{GraphProblem, GraphSearch, MeshSearch};
use bestiary::testing::world::Volume;
use bestiary::{MoveClass, Obb, Vec2};
use clap::ValueEnum;
use plain::{BETWEEN_M, HEIGHT_M, Oracle, clearance_m, worlds};
use proptest::prelude::*;

/// Half a cell: where the geometry leaves so much more than the body's radius, a graph must find a path.
const HALF_CELL_M: f64 = 0.5;
/// The rounding of sums in a world of this size, metres.
const ROUNDING_M: f64 = 2e-3;
/// How much longer, as a share of the radius, a path round a corner is than the arc: outlines have corners there.
const ROUND_SHARE: f32 = 0.1;
/// How far beyond a round corner its outline reaches, as a share of the radius.
const CORNER_SHARE: f32 = 0.083;

const GROUND: fn(Vec2) -> Site = Site::on_ground;

fn size(radius_m: f32) -> BodySize {
    BodySize { radius_m, height_m: HEIGHT_M, moves: MoveClass::WALK }
}

/// Searches with A* and Dijkstra's algorithm; both must agree.
fn path(graph: &mut dyn Graph, mover: Mover, from: Vec2, to: Vec2) -> Option<(f32, Vec<Vec2>)> {
    let ends = [GROUND(from), GROUND(to)];
    let (mut search, mut path, mut other) = (GraphSearch::default(), Vec::new(), Vec::new());
    let mut cost = search.solve(&GraphProblem::new(graph, mover, ends), 1.0, &mut path);
    while cost.is_none() && graph.widen(&mover).expect("a small world") {
        cost = search.solve(&GraphProblem::new(graph, mover, ends), 1.0, &mut path);
    }
    let problem = GraphProblem::new(graph, mover, ends);
    let dijkstra = search.solve(&problem, 0.0, &mut other);
    assert_eq!(cost.is_some(), dijkstra.is_some());
    if let Some((cost, dijkstra)) = cost.zip(dijkstra) {
        assert!((cost - dijkstra).abs() <= 1e-3 * cost.max(1.0), "A* {cost}, Dijkstra {dijkstra}");
    }
    cost.map(|cost| (cost, path))
}

/// A graph of a kind, made again for each search if that is what it is for.
struct Graphs<'a> {
    kind: GraphKind,
    mover: Mover<'a>,
    kept: Option<Box<dyn Graph>>,
}

impl<'a> Graphs<'a> {
    fn new(kind: GraphKind, mover: Mover<'a>) -> Self {
        Self { kind, mover, kept: None }
    }

    fn path(&mut self, [from, to]: [Vec2; 2]) -> Option<(f32, Vec<Vec2>)> {
        if self.kept.is_none() || self.kind == GraphKind::Turned {
            self.kept = Some(self.kind.make(&self.mover, [GROUND(from), GROUND(to)]).expect("a small world"));
        }
        self.kept.as_mut().and_then(|graph| path(&mut **graph, self.mover, from, to))
    }

    /// Where a mesh has a path over the middles of its sides it has an exact one, legal and no longer.
    fn check_exact(&mut self, ends: [Vec2; 2], here: &str) {
        let Some(mesh) = self.kept.as_ref().and_then(|graph| graph.as_mesh()) else { return };
        let (mut exact, mut search) = (Vec::new(), MeshSearch::default());
        let found = search.solve(mesh, &self.mover, ends, &mut exact);
        let over = self.path(ends);
        assert_eq!(found.is_some(), over.is_some(), "{here}: {exact:?}, {over:?}");
        if let Some((found, (_, over))) = found.zip(over) {
            assert!(found <= length(&over) * 1.0001, "{here}: {found} for {exact:?}, {over:?}");
            check_legal(&self.mover, &exact, here);
        }
    }
}

/// The kinds that need nothing but a world.
fn kinds() -> impl Iterator<Item = GraphKind> {
    GraphKind::value_variants().iter().copied().filter(|kind| *kind != GraphKind::Markers)
}

/// The two ends of a query: places of the oracle, by their numbers. Most places are closed to wide bodies, so many are among those where
/// one fits.
fn ends(oracle: &Oracle, wide: &[u32], [a, b, c, d]: [u32; 4]) -> [usize; 2] {
    let fits: Vec<usize> = (0..wide.len()).filter(|i| wide[*i] != 0).collect();
    [[a, b], [c, d]].map(|[x, y]| {
        let one = fits.get(y as usize % fits.len().max(1)).copied();
        one.filter(|_| x % 3 != 0).unwrap_or_else(|| oracle.number(x, y))
    })
}

fn length(path: &[Vec2]) -> f32 {
    path.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}

/// How far a path is from everything.
fn least_clearance_m(mover: &Mover, path: &[Vec2]) -> f64 {
    let pieces = path.iter().zip(path.iter().skip(1).chain(path.last()));
    pieces.map(|(from, to)| clearance_m(mover.world(), *from, *to)).fold(f64::INFINITY, f64::min)
}

/// The body walks the whole path and touches nothing.
fn check_legal(mover: &Mover, path: &[Vec2], here: &str) {
    let left = least_clearance_m(mover, path);
    assert!(left >= f64::from(mover.size().radius_m) - ROUNDING_M, "{here}: {left} m are left beside {path:?}");
}

/// A query to each graph: every path is legal, there is one where the geometry says so within half a cell, and none is shorter than
/// that over points of visibility, but for the corners of round outlines.
fn check(graphs: &mut [Graphs], oracle: &Oracle, wide: &[u32], narrow: &[u32], numbers: [usize; 2]) {
    let ends = numbers.map(|number| oracle.place(number));
    let (mut shortest, mut others): (Option<f32>, Option<(f32, String)>) = (None, None);
    for graph in graphs {
        let mover = graph.mover;
        let radius_m = mover.size().radius_m;
        let here = format!("{:?}, radius {radius_m}, from {} to {}", graph.kind, ends[0], ends[1]);
        let found = graph.path(ends);
        graph.check_exact(ends, &here);
        let are_joined = |parts: &[u32]| parts[numbers[0]] != 0 && parts[numbers[0]] == parts[numbers[1]];
        assert!(found.is_some() || !are_joined(wide), "{here}: no path, though there is a wide one");
        let Some((cost, path)) = found else { continue };
        assert!(are_joined(narrow), "{here}: {path:?} leads through something");
        assert_eq!((path.first(), path.last()), (Some(&ends[0]), path.last().filter(|end| **end == ends[1])), "{here}");
        assert!(cost >= length(&path) * 0.999 * mover.least_cost(), "{here}: {cost} for {} m", length(&path));
        check_legal(&mover, &path, &here);
        if mover.costs.is_none() {
            let round = ROUND_SHARE * radius_m * path.len() as f32 + 0.01;
            if graph.kind == GraphKind::Visibility {
                shortest = Some(length(&path) - round);
            }
            // Beside corners the outlines close a little more than the body touches.
            let is_wide = least_clearance_m(&mover, &path) >= f64::from((1.0 + CORNER_SHARE) * radius_m) + ROUNDING_M;
            if is_wide && others.as_ref().is_none_or(|(least, _)| length(&path) < *least) {
                others = Some((length(&path), format!("{here}: {path:?}")));
            }
        }
    }
    if let Some((shortest, (other, here))) = shortest.zip(others) {
        assert!(shortest <= other, "{shortest} m by sight, {other} m by {here}");
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
        let wide = oracle.parts(f64::from(radius_m) + HALF_CELL_M + BETWEEN_M);
        let narrow = oracle.parts((f64::from(radius_m) - HALF_CELL_M).max(0.0) - BETWEEN_M);
        let mut graphs: Vec<Graphs> = kinds().map(|kind| Graphs::new(kind, mover)).collect();
        for query in queries {
            check(&mut graphs, &oracle, &wide, &narrow, ends(&oracle, &wide, query));
        }
    }
}

/// A body that begins beside a round corner, which outlines cut off: from there it goes straight to no middle of a side of the mesh.
#[test]
fn a_path_over_the_middles_of_sides_begins_beside_a_round_corner_too() {
    let volume = |centre: (f32, f32), half: (f32, f32), turn: f32| Volume {
        footprint: Obb::new(centre.into(), half.into(), turn),
        base_m: 0.0,
        top_m: 3.0,
        object: 0,
    };
    let volumes = vec![volume((11.375, 2.5), (1.25, 1.125), -0.589_048_6), volume((8.0, 5.375), (0.0625, 1.3125), 0.0)];
    let world = plain::world(vec![0; plain::SIDE * plain::SIDE], volumes);
    let mut graphs = Graphs::new(GraphKind::Mesh, Mover::new(&world, size(1.187_616_3), None));
    let ends = [Vec2::new(10.25, 5.125), Vec2::new(7.0, 9.75)];
    assert!(graphs.path(ends).is_some());
    graphs.check_exact(ends, "beside a round corner");
}
