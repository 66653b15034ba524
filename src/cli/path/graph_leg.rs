//! One leg of a path over a graph: the search on one storey, and the check that a body can walk what it found.

use super::legs::Leg;
use super::looks::{Looked, LooksArgs};
use super::scene::uniform_cost;
use crate::cli::{Clock, WallClock};
use crate::experiment::picture::{self, Drawn, Scene};
use crate::geom::Vec2;
use crate::graph::{BodySize, Graph, GraphError, GraphKind, Mover, Site};
use crate::grid::CostLayer;
use crate::nav::Reason;
use crate::search::{GraphProblem, GraphSearch, MeshCounts, MeshSearch, Tally, funnel};
use crate::world::World;

/// Shorter searches are repeated, so that their time is measured better.
pub(super) const LONG_NS: u64 = 200_000_000;

/// What all legs of a path are searched with.
#[derive(Clone, Copy)]
pub(super) struct LegQuery {
    pub(super) kind: GraphKind,
    pub(super) weight: f32,
    /// Where the graph is a mesh, its exact search is used.
    pub(super) is_exact: bool,
    /// Where it is a mesh, the path is pulled through its polygons.
    pub(super) is_funnel: bool,
    pub(super) draws: bool,
    pub(super) size: BodySize,
    pub(super) looks: LooksArgs,
}

/// What came of one leg.
pub(super) struct GraphLeg {
    pub(super) leg: Leg,
    /// Metres and metres of plain ground, or why there is no path.
    pub(super) found: Result<(f32, f32), Reason>,
    pub(super) path: Vec<Vec2>,
    pub(super) search: GraphSearch,
    /// How it looks as it was asked for.
    pub(super) looked: Option<Looked>,
    pub(super) memory_bytes: usize,
    pub(super) search_ns: u64,
    pub(super) prepared_ns: u64,
    pub(super) picture: Option<Scene>,
}

impl LegQuery {
    /// Searches a leg.
    ///
    /// # Errors
    /// [`GraphError`]: there can be no such graph of its storey.
    pub(super) fn search(&self, world: &World, leg: Leg) -> Result<GraphLeg, GraphError> {
        let (plane, ends, clock) = (world.on(leg.storey), leg.ends, WallClock::default());
        let costs = CostLayer::of_world(plane, self.size.moves);
        let a_metre = if costs.is_some() { 1.0 } else { uniform_cost(&plane.ground) as f32 };
        let mover = Mover::new(plane, self.size, costs.as_ref());
        let mut graph = self.kind.make(&mover, ends)?;
        let prepared_ns = clock.nanos();
        let is_exact = self.is_exact && mover.costs.is_none();
        let (mut search, mut exact, mut path) = (GraphSearch::default(), MeshSearch::default(), Vec::new());
        search.tally.nodes = self.draws.then(Vec::new);
        // The first search also makes its memory; a game has done that before.
        let mut timed = |graph: &dyn Graph| {
            let before = clock.nanos();
            let cost = match graph.as_mesh().filter(|_| is_exact) {
                Some(mesh) => {
                    let cost = exact.solve(mesh, &mover, ends.map(|end| end.at), &mut path);
                    let MeshCounts { expanded, made, open_max } = exact.counts();
                    search.tally = Tally { searched: expanded, opened: made, ..Tally::default() };
                    search.open_max = open_max;
                    cost
                }
                None => {
                    let cost = search.solve(&GraphProblem::new(graph, mover, ends), self.weight, &mut path);
                    let mesh = graph.as_mesh().filter(|_| self.is_funnel && cost.is_some());
                    let places = ends.map(|end| end.at);
                    match mesh.and_then(|mesh| funnel(mesh, &mover, search.nodes(), places, &mut path)) {
                        Some(_) => Some(path.windows(2).map(|pair| mover.cost(pair[0], pair[1])).sum()),
                        None => cost,
                    }
                }
            };
            (cost, clock.nanos() - before)
        };
        let (mut cost, mut search_ns) = timed(&*graph);
        while cost.is_none() && graph.widen(&mover)? {
            (cost, search_ns) = timed(&*graph);
        }
        if search_ns < LONG_NS {
            (cost, search_ns) = timed(&*graph);
        }
        let nodes = search.tally.nodes.as_deref().unwrap_or_default();
        let looked = cost.map(|_| self.looks.look(&mover, &path, &clock));
        let seen = (search.nodes(), &*path, looked.as_ref());
        let picture = self.draws.then(|| self.picture(&mover, (&*graph, nodes), seen, ends));
        let length = |path: &[Vec2]| path.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        let found = cost.map(|cost| (length(&path), cost * a_metre)).ok_or_else(|| why_none(&mover, ends));
        let memory_bytes = graph.bytes();
        Ok(GraphLeg { leg, found, path, search, looked, memory_bytes, search_ns, prepared_ns, picture })
    }
}

impl LegQuery {
    /// What was found, and what a body walks: a path that turns where the ground or the corners want it is not pulled any more.
    fn picture(
        &self,
        mover: &Mover,
        (graph, searched): (&dyn Graph, &[u32]),
        (nodes, path, looked): (&[u32], &[Vec2], Option<&Looked>),
        ends: [Site; 2],
    ) -> Scene {
        let over_nodes: Vec<Vec2> = match path {
            [] => Vec::new(),
            _ => std::iter::once(ends[0].at)
                .chain(nodes.iter().map(|n| graph.place(*n).at))
                .chain([ends[1].at])
                .collect(),
        };
        let is_final = graph.is_sampled() || graph.as_mesh().is_some() && (self.is_exact || self.is_funnel);
        let [pulled, round] = self.looks.drawn(mover, (path, is_final), looked);
        let is_exact = is_final && nodes.is_empty();
        let raw = if is_exact {
            &[]
        } else if is_final {
            &over_nodes[..]
        } else {
            path
        };
        picture::scene(
            mover,
            &Drawn { graph: Some((graph, searched)), raw, pulled: &pulled, round: &round, ..Drawn::default() },
        )
    }
}

/// Why no path was found.
fn why_none(mover: &Mover, [from, to]: [Site; 2]) -> Reason {
    match (mover.fits(from.at), mover.fits(to.at)) {
        (false, _) => Reason::StartBlocked,
        (_, false) => Reason::GoalBlocked,
        _ => Reason::DifferentRegion,
    }
}
