//! The memory of a worker for searches over graphs: by A\*, or by Polyanya where a mesh gives exact paths.

use crate::geom::Vec2;
use crate::graph::{Graph, GraphError, GraphKind, MeshGraph, Mover, Site};
use crate::nav::planner::parking::Parking;
use crate::search::{GraphProblem, GraphSearch, JoinedPlaces, MeshSearch, Status};

/// What an expansion costs, in expansions of a search in a window: where its edges are kept, where some are tested with the body, …
const KEPT_WORK: u32 = 4;
const SQUARE_WORK: u32 = 8;
/// … where all are, …
const TESTED_WORK: u32 = 24;
/// … where a polygon has many points on its sides, …
const SAMPLED_WORK: u32 = 40;
/// … and on points of visibility that are not joined, one for so many corners.
const CORNERS_A_WORK: u32 = 2;
/// What it costs to join both ends to nodes near them, to frames, to each marker, and to each corner of a whole world.
const NEAR_WORK: u32 = 64;
const FRAMES_WORK: u32 = 2_048;
const MARKER_WORK: u32 = 8;
const CORNER_WORK: u32 = 32;
/// What it costs to refine a path, for each node on it.
const REFINE_WORK: u32 = 128;

/// Memory of one search at a time.
#[derive(Debug, Default)]
pub(super) struct Memory {
    search: GraphSearch,
    exact: MeshSearch,
    ends: JoinedPlaces,
    sites: Option<[Site; 2]>,
    /// The window of the search under way, where it has one of its own.
    window: Option<Box<dyn Graph>>,
    /// Nodes that were expanded in windows that were too small.
    before: u32,
    pub(super) parking: Parking,
}

/// What is searched.
#[derive(Clone, Copy)]
pub(in crate::nav::planner) struct Searched<'a> {
    pub(super) kind: GraphKind,
    pub(in crate::nav::planner) mover: Mover<'a>,
    /// `None`: the search has a window of its own.
    pub(in crate::nav::planner) graph: Option<&'a dyn Graph>,
}

impl Searched<'_> {
    /// What an expansion costs, in expansions of a search in a window.
    pub(super) fn work(&self) -> u32 {
        match self.kind {
            GraphKind::Visibility => TESTED_WORK + self.graph.map_or(0, Graph::nodes) as u32 / CORNERS_A_WORK,
            GraphKind::FramedQuadtree | GraphKind::Turned => TESTED_WORK,
            GraphKind::Quadtree => SQUARE_WORK,
            _ if self.is_sampled() => SAMPLED_WORK,
            _ => KEPT_WORK,
        }
    }

    /// What it costs to join the ends to the graph.
    pub(super) fn joining_work(&self) -> u32 {
        let nodes = self.graph.map_or(0, Graph::nodes) as u32;
        match self.kind {
            GraphKind::Visibility | GraphKind::VisibilityFull => nodes.saturating_mul(CORNER_WORK),
            GraphKind::Markers => nodes.saturating_mul(MARKER_WORK),
            GraphKind::FramedQuadtree => FRAMES_WORK,
            _ => NEAR_WORK,
        }
    }

    /// Whether paths are refined once they are found.
    pub(super) fn is_sampled(&self) -> bool {
        self.graph.is_some_and(Graph::is_sampled)
    }

    /// What it costs to refine the path that was found.
    pub(super) fn refining_work(&self, nodes: usize) -> u32 {
        if self.is_sampled() { REFINE_WORK.saturating_mul(nodes as u32) } else { 0 }
    }

    /// The mesh, where paths over it are exact.
    fn mesh(&self) -> Option<&MeshGraph> {
        self.graph?.as_mesh().filter(|_| self.mover.costs.is_none())
    }
}

impl Memory {
    /// Begins a search. What came before is forgotten.
    ///
    /// # Errors
    /// [`GraphError`] where it has a window of its own, and that would be too large.
    pub(super) fn begin(&mut self, on: Searched, ends: [Site; 2]) -> Result<Status, GraphError> {
        (self.before, self.sites) = (0, Some(ends));
        self.window = match on.graph {
            None => Some(on.kind.make(&on.mover, ends)?),
            Some(_) => None,
        };
        Ok(self.begin_again(on, ends))
    }

    fn begin_again(&mut self, on: Searched, sites: [Site; 2]) -> Status {
        if let Some(mesh) = on.mesh() {
            return self.exact.begin(mesh, &on.mover, sites.map(|site| site.at));
        }
        let Self { search, ends, window, .. } = self;
        let Some(graph) = on.graph.or(window.as_deref()) else { return Status::Exhausted };
        ends.join(graph, &on.mover, sites);
        search.begin(&GraphProblem::between(graph, on.mover, ends), 1.0);
        Status::Running
    }

    /// Goes on with the search, over what it began on.
    ///
    /// # Errors
    /// As [`Memory::begin`].
    pub(super) fn run(&mut self, on: Searched, expansions: u32) -> Result<Status, GraphError> {
        if let Some(mesh) = on.mesh() {
            return Ok(self.exact.run(mesh, expansions));
        }
        let Self { search, ends, window, .. } = self;
        let Some(graph) = on.graph.or(window.as_deref()) else { return Ok(Status::Exhausted) };
        let status = search.run(&GraphProblem::between(graph, on.mover, ends), expansions);
        let Some((window, sites)) = window.as_mut().zip(self.sites).filter(|_| status == Status::Exhausted) else {
            return Ok(status);
        };
        if !window.widen(&on.mover)? {
            return Ok(status);
        }
        self.before += self.search.tally.searched;
        Ok(self.begin_again(on, sites))
    }

    /// Nodes that the search has expanded so far.
    pub(super) fn expanded(&self, on: Searched) -> u32 {
        if on.mesh().is_some() { self.exact.counts().expanded } else { self.before + self.search.tally.searched }
    }

    /// Keeps the nodes that the search expands.
    pub(super) fn keep_expanded(&mut self) {
        self.search.tally.nodes = Some(Vec::new());
        self.exact.keep_expanded();
    }

    /// Writes the places of the nodes that were kept, in order; of a search that widened its window those of the last one.
    pub(super) fn replay(&self, on: Searched, out: &mut Vec<Vec2>) {
        let nodes = if on.mesh().is_some() {
            self.exact.expanded()
        } else {
            self.search.tally.nodes.as_deref().unwrap_or_default()
        };
        let Some((graph, ends)) = on.graph.or(self.window.as_deref()).zip(self.sites) else { return };
        // The start has a number after those of the graph.
        let place = |node: u32| if (node as usize) < graph.nodes() { graph.place(node) } else { ends[0] };
        out.extend(nodes.iter().map(|node| place(*node).at));
    }

    /// How many nodes are on the path that was found last over a graph.
    pub(super) fn nodes(&self) -> usize {
        self.search.nodes().len()
    }

    /// Writes the places of the path that was found, both ends included.
    pub(super) fn path(&mut self, on: Searched, out: &mut Vec<Vec2>) {
        if on.mesh().is_some() {
            self.exact.path(out);
            return;
        }
        let Self { search, ends, window, .. } = self;
        if let Some(graph) = on.graph.or(window.as_deref()) {
            search.path(&GraphProblem::between(graph, on.mover, ends), out);
        }
    }
}
