//! Paths on the mesh beside those over cells, pulled straight as creatures walk them.

use super::plain::worlds;
use super::{Graphs, check_legal, length, size};
use bestiary::Vec2;
use bestiary::testing::graph::{GraphKind, Mover, Site};
use bestiary::testing::path::{Sees, pull};
use bestiary::testing::search::{GraphProblem, GraphSearch, MeshSearch, funnel};
use bestiary::testing::world::format::{load, load_scenario};
use proptest::prelude::*;
use std::path::Path;

/// The rounding of sums, as a share of a length and in metres.
const SAME: f32 = 1e-4;

/// The sight of a body lets it dip into corners a little deeper than the path on the mesh does: so much is it shorter at each.
const A_CORNER_M: f32 = 5e-4;

/// The exact sight of a body.
struct Sight<'a>(Mover<'a>);

impl Sees for Sight<'_> {
    fn clear(&self, from: Vec2, to: Vec2) -> bool {
        self.0.goes(from, to)
    }
}

/// The path over cells, pulled; the path on the mesh is legal. Both, if there are such.
fn both(cells: &mut Graphs, mesh: &mut Graphs, ends: [Vec2; 2]) -> Option<[Vec<Vec2>; 2]> {
    let (_, path) = cells.path(ends)?;
    let mut pulled = Vec::new();
    pull(&path, &Sight(cells.mover), &mut pulled);
    pulled.insert(0, ends[0]);
    let (mut exact, mut search) = (Vec::new(), MeshSearch::default());
    let (kind, mover) = (mesh.kind, mesh.mover);
    let made = || kind.make(&mover, ends.map(Site::on_ground)).expect("a mesh of a small world");
    let graph = mesh.kept.get_or_insert_with(made).as_mesh()?;
    search.solve(graph, &mesh.mover, ends, &mut exact)?;
    check_legal(&mesh.mover, &exact, "on the mesh");
    Some([pulled, exact])
}

/// The path on the mesh is not longer, but for the rounding of sums.
fn check(cells: &mut Graphs, mesh: &mut Graphs, ends: [Vec2; 2]) -> bool {
    let Some([pulled, exact]) = both(cells, mesh, ends) else { return false };
    let (longest, found, radius_m) = (length(&pulled), length(&exact), mesh.mover.size().radius_m);
    let corners = pulled.len().saturating_sub(2) as f32;
    let is_short = found <= longest * (1.0 + SAME) + SAME + A_CORNER_M * corners;
    assert!(is_short, "radius {radius_m}: {found} m by {exact:?}, {longest} m by {pulled:?}");
    true
}

#[test]
fn on_the_map_of_a_game_paths_on_the_mesh_are_not_longer_than_pulled_ones() {
    let map = Path::new(env!("CARGO_MANIFEST_DIR")).join("maps/bg512/AR0411SR.map");
    let world = load(&map).expect("a map of the project").world;
    let scenario = load_scenario(&map.with_extension("map.scen")).expect("its scenario");
    // Those that are short: over cells a search of a whole map takes long.
    let mover = Mover::new(&world, size(0.5), None);
    let [mut cells, mut mesh] = [GraphKind::Grid, GraphKind::Mesh].map(|kind| Graphs::new(kind, mover));
    let queries = scenario.queries.iter().take(90).step_by(30);
    let compared =
        queries.filter(|q| check(&mut cells, &mut mesh, [q.start, q.goal].map(|cell| cell.centre(1.0)))).count();
    assert!(compared > 1, "{compared} of 3");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn a_path_on_the_mesh_is_not_longer_than_one_over_cells_that_is_pulled(
        (world, radius_m) in worlds(),
        ends in proptest::collection::vec((0.0_f32..14.0, 0.0_f32..14.0), 24),
    ) {
        let mover = Mover::new(&world, size(radius_m), None);
        let [mut cells, mut mesh] = [GraphKind::Grid, GraphKind::Mesh].map(|kind| Graphs::new(kind, mover));
        for pair in ends.windows(2) {
            let ends = [pair[0], pair[1]].map(|(x, y)| Vec2::new(x, y));
            check(&mut cells, &mut mesh, ends);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// It is legal, no longer than the path by the middles of sides, and no shorter than the exact one.
    #[test]
    fn a_funnel_pulls_the_path_through_its_polygons(
        (world, radius_m) in worlds(),
        ends in proptest::collection::vec((0.0_f32..14.0, 0.0_f32..14.0), 16),
    ) {
        let mover = Mover::new(&world, size(radius_m), None);
        let made = GraphKind::Mesh.make(&mover, [Site::on_ground(Vec2::ZERO); 2]).expect("a mesh of a small world");
        let graph = made.as_mesh().expect("a mesh");
        let (mut search, mut exact) = (GraphSearch::default(), MeshSearch::default());
        for pair in ends.windows(2) {
            let ends = [pair[0], pair[1]].map(|(x, y)| Vec2::new(x, y));
            let (mut middles, mut pulled, mut shortest) = (Vec::new(), Vec::new(), Vec::new());
            let sites = ends.map(Site::on_ground);
            if search.solve(&GraphProblem::new(graph, mover, sites), 1.0, &mut middles).is_none() {
                continue;
            }
            funnel(graph, &mover, search.nodes(), ends, &mut pulled).expect("the ends fit");
            check_legal(&mover, &pulled, "through a funnel");
            exact.solve(graph, &mover, ends, &mut shortest).expect("there is a path");
            let lengths = [&shortest, &pulled, &middles].map(|path| length(path));
            let apart = |a: f32, b: f32| a <= b * (1.0 + SAME) + SAME;
            // By the corners of outlines, which the exact path is pulled round at its end.
            prop_assert!(apart(lengths[0], lengths[1]), "{:?}: {:?} and {:?}", lengths, shortest, pulled);
            prop_assert!(apart(lengths[1], lengths[2] + 0.2 * radius_m), "{:?}: {:?} and {:?}", lengths, pulled, middles);
        }
    }
}
