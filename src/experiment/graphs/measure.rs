//! Every graph of one scene, searched by both algorithms; and its picture.

use super::picture::Drawn;
use super::row::{Place, name};
use super::scene::Scene;
use super::{Algorithm, Clock, Document, Failure, Figures, Row, Watcher, WrongResult, best_of, picture};
use crate::body::MoveClass;
use crate::geom::Vec2;
use crate::graph::{BodySize, Graph, GraphError, GraphKind, Mover, Site};
use crate::search::{GraphProblem, GraphSearch, MeshCounts, MeshSearch, Tally};
use clap::ValueEnum;

/// The body: half a cell wide to both sides, as a node of the thesis's grid is.
pub(super) const BODY: BodySize = BodySize { radius_m: 0.5, height_m: 1.0, moves: MoveClass::WALK };
/// Each search of a scene that does not change is timed so often; the best counts.
const REPEATS: u32 = 3;

/// Searches that take longer are timed once.
const LONG_NS: u64 = 100_000_000;

/// A graph that was made, and what that took.
pub(super) struct Made {
    pub kind: GraphKind,
    pub graph: Box<dyn Graph>,
    pub made_ms: f64,
}

pub(super) fn wrong(what: WrongResult, scene: &Scene, kind: GraphKind) -> Failure {
    let query = format!("{} to {}", scene.from, scene.to);
    Failure::Wrong { map: scene.world.name.clone(), query, variant: name(kind), what }
}

/// Makes every graph that a world has; one that would be too large is left out.
pub(super) fn make_all(scene: &Scene, clock: &dyn Clock, watcher: &dyn Watcher) -> Result<Vec<Made>, Failure> {
    let mover = Mover::new(&scene.world, BODY, None);
    let mut all = Vec::new();
    for kind in GraphKind::value_variants().iter().copied() {
        watcher.check()?;
        let (graph, ns) = best_of(1, clock, || kind.make(&mover, scene.ends()));
        match graph {
            Ok(graph) => all.push(Made { kind, graph, made_ms: ns as f64 / 1e6 }),
            Err(GraphError::TooManyPairs { .. } | GraphError::TooLarge { .. }) => {}
            Err(e) => return Err(wrong(WrongResult::Graph(e), scene, kind)),
        }
    }
    Ok(all)
}

/// The memory of searches, and what the last one did.
#[derive(Default)]
struct Memory {
    graphs: GraphSearch,
    meshes: MeshSearch,
    tally: Tally,
    path: Vec<Vec2>,
}

impl Memory {
    /// Searches a graph; whether there is a path, and the nanoseconds of the best of so many times.
    fn search(
        &mut self,
        problem: (&dyn Graph, Mover, [Site; 2]),
        algorithm: Algorithm,
        times: u32,
        clock: &dyn Clock,
    ) -> (bool, u64) {
        let (graph, mover, ends) = problem;
        let Self { graphs, meshes, path, .. } = self;
        if let Some(mesh) = graph.as_mesh().filter(|_| algorithm == Algorithm::Polyanya) {
            let ends = ends.map(|end| end.at);
            let found = best_of(times, clock, || meshes.solve(mesh, &mover, ends, path).is_some());
            let MeshCounts { expanded, made, .. } = meshes.counts();
            self.tally = Tally { searched: expanded, opened: made, ..Tally::default() };
            return found;
        }
        let found = best_of(times, clock, || {
            graphs.solve(&GraphProblem::new(graph, mover, ends), algorithm.weight(), path).is_some()
        });
        self.tally = graphs.tally.clone();
        found
    }
}

/// Searches a graph with every algorithm that it has; also returns the last one's path. All paths are walked.
pub(super) fn search(
    scene: &Scene,
    made: &mut Made,
    place: Place,
    (changed_ms, repeats): (f64, u32),
    clock: &dyn Clock,
) -> Result<(Vec<Row>, Vec<Vec2>), Failure> {
    let Made { kind, graph, made_ms } = made;
    let mover = Mover::new(&scene.world, BODY, None);
    let (mut rows, mut memory) = (Vec::new(), Memory::default());
    let is_mesh = graph.as_mesh().is_some();
    let algorithms = Algorithm::ALL.into_iter().filter(|algorithm| is_mesh || *algorithm != Algorithm::Polyanya);
    for algorithm in algorithms {
        let (mut found, mut ns) = memory.search((&**graph, mover, scene.ends()), algorithm, 1, clock);
        // A window without a path is made larger; what all searches took counts.
        while !found && graph.widen(&mover).map_err(|e| wrong(WrongResult::Graph(e), scene, *kind))? {
            let wider = memory.search((&**graph, mover, scene.ends()), algorithm, 1, clock);
            (found, ns) = (wider.0, ns + wider.1);
        }
        if repeats > 1 && ns < LONG_NS {
            ns = memory.search((&**graph, mover, scene.ends()), algorithm, repeats - 1, clock).1.min(ns);
        }
        if !found {
            return Err(wrong(WrongResult::NoPath, scene, *kind));
        }
        let path = &memory.path;
        if let Some(pair) = path.windows(2).find(|pair| !mover.goes(pair[0], pair[1])) {
            return Err(wrong(WrongResult::Touches { from: pair[0], to: pair[1] }, scene, *kind));
        }
        let tally = &memory.tally;
        let figures = Figures {
            nodes: graph.nodes() as f64,
            searched: tally.searched.into(),
            revisited: tally.revisited.into(),
            reopened: tally.reopened.into(),
            length_m: path.windows(2).map(|pair| f64::from(pair[0].distance(pair[1]))).sum(),
            gap: 0.0,
            search_us: ns as f64 / 1e3,
            made_ms: *made_ms,
            changed_ms,
            kilobytes: graph.bytes() as f64 / 1e3,
        };
        rows.push(Row { place, kind: *kind, algorithm, figures });
    }
    Ok((rows, memory.path))
}

/// All rows of a scene.
pub(super) fn scene(
    scene: &Scene,
    place: Place,
    clock: &dyn Clock,
    watcher: &dyn Watcher,
) -> Result<Vec<Row>, Failure> {
    let mut rows = Vec::new();
    for mut made in make_all(scene, clock, watcher)? {
        watcher.check()?;
        rows.extend(search(scene, &mut made, place, (0.0, REPEATS), clock)?.0);
    }
    Ok(rows)
}

/// The pictures' file of a graph.
pub(super) fn picture_of(kind: GraphKind) -> String {
    format!("graphs-{}.svg", name(kind))
}

/// A picture of each graph of a scene, with the nodes that A* searched and its path.
pub(super) fn pictures(scene: &Scene) -> Result<Vec<Document>, Failure> {
    let mover = Mover::new(&scene.world, BODY, None);
    let ends = scene.ends();
    let mut documents = Vec::new();
    for kind in GraphKind::value_variants().iter().copied() {
        let graph = kind.make(&mover, ends).map_err(|e| wrong(WrongResult::Graph(e), scene, kind))?;
        let (mut search, mut path) = (GraphSearch::default(), Vec::new());
        search.tally.nodes = Some(Vec::new());
        search.solve(&GraphProblem::new(&*graph, mover, ends), Algorithm::AStar.weight(), &mut path);
        let searched = search.tally.nodes.as_deref().unwrap_or_default();
        let drawn = Drawn { graph: Some((&*graph, searched)), pulled: &path, ..Drawn::default() };
        documents.push(Document { name: picture_of(kind), text: picture::scene(&mover, &drawn).svg() });
    }
    Ok(documents)
}
