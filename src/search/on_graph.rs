//! Searches over graphs of a world: from any place to any other, joined to the nodes by straight lines.

use super::refract::refine;
use super::{AStar, DaryHeap, Entry, Problem, SearchObserver, Status};
use crate::geom::Vec2;
use crate::graph::{Graph, Mover, Site};
use std::borrow::Cow;

/// Where the two ends of a path are joined to a graph. Its memory is kept from search to search.
#[derive(Clone, Debug)]
pub(crate) struct JoinedPlaces {
    places: [Site; 2],
    /// Where the path comes onto the graph and leaves it.
    entries: [Vec2; 2],
    /// The nodes to which the goal is joined, in order, and what that costs.
    last: Vec<(u32, f32)>,
    /// The same of the start; the goal is one of them where a straight line leads there.
    first: Vec<(u32, f32)>,
}

impl Default for JoinedPlaces {
    fn default() -> Self {
        let places = [Site::on_ground(Vec2::ZERO); 2];
        Self { places, entries: [Vec2::ZERO; 2], last: Vec::new(), first: Vec::new() }
    }
}

impl JoinedPlaces {
    /// Joins two places to a graph.
    pub(crate) fn join(&mut self, graph: &dyn Graph, mover: &Mover, ends: [Site; 2]) {
        self.places = ends;
        self.first.clear();
        self.last.clear();
        let [from, to] = ends;
        for (i, joined) in [&mut self.first, &mut self.last].into_iter().enumerate() {
            let Some(entry) = graph.entry(mover, ends[i].at) else { continue };
            let before = if entry == ends[i].at { 0.0 } else { mover.cost(ends[i].at, entry) };
            self.entries[i] = entry;
            graph.join(mover, Site { at: entry, ..ends[i] }, &mut |node, cost| joined.push((node, before + cost)));
        }
        self.last.sort_unstable_by_key(|(node, _)| *node);
        if from.storey == to.storey && mover.fits(from.at) && mover.goes(from.at, to.at) {
            self.first.push((graph.nodes() as u32 + 1, mover.cost(from.at, to.at)));
        }
    }
}

/// The path from one place to another over a graph. Its nodes are those of the graph, then the start, then the goal.
pub struct GraphProblem<'a> {
    graph: &'a dyn Graph,
    mover: Mover<'a>,
    ends: Cow<'a, JoinedPlaces>,
    least_cost: f32,
}

impl<'a> GraphProblem<'a> {
    /// Joins two places to a graph.
    pub fn new(graph: &'a dyn Graph, mover: Mover<'a>, ends: [Site; 2]) -> Self {
        let mut joined = JoinedPlaces::default();
        joined.join(graph, &mover, ends);
        Self { graph, mover, ends: Cow::Owned(joined), least_cost: mover.least_cost() }
    }

    /// Of two places that are joined to the graph already.
    pub(crate) fn between(graph: &'a dyn Graph, mover: Mover<'a>, ends: &'a JoinedPlaces) -> Self {
        Self { graph, mover, ends: Cow::Borrowed(ends), least_cost: mover.least_cost() }
    }

    /// Whether the start or the goal is joined to nothing: then no search is needed.
    fn is_hopeless(&self) -> bool {
        let JoinedPlaces { first, last, .. } = &*self.ends;
        let direct = first.iter().any(|(node, _)| *node == self.goal());
        !direct && (first.is_empty() || last.is_empty())
    }

    fn goal(&self) -> u32 {
        self.graph.nodes() as u32 + 1
    }

    fn place(&self, node: u32) -> Site {
        match (node as usize).checked_sub(self.graph.nodes()) {
            Some(end) => self.ends.places[end.min(1)],
            None => self.graph.place(node),
        }
    }

    /// Where the line bends between where the path comes onto the graph, or leaves it, and a node.
    fn bend(&self, end: usize, node: u32) -> Option<Vec2> {
        let JoinedPlaces { places, entries, .. } = &*self.ends;
        self.graph.bend(Site { at: entries[end], ..places[end] }, node)
    }

    /// Writes the places of a path over nodes; of those on one straight line only the first and the last.
    fn places(&self, nodes: &[u32], out: &mut Vec<Vec2>) {
        out.clear();
        let mut before = None;
        for node in nodes {
            let is_end = |node: u32| node >= self.start();
            match before {
                Some(from) if !is_end(from) && !is_end(*node) => self.graph.trace(&self.mover, from, *node, out),
                Some(from) if is_end(from) && !is_end(*node) => {
                    add(out, self.ends.entries[0]);
                    self.bend(0, *node).into_iter().for_each(|bend| add(out, bend));
                }
                Some(from) if !is_end(from) => {
                    self.bend(1, from).into_iter().for_each(|bend| add(out, bend));
                    add(out, self.ends.entries[1]);
                }
                _ => {}
            }
            add(out, self.place(*node).at);
            before = Some(*node);
        }
    }
}

/// How far, as a share of its length, a line may seem to turn before it counts.
const STRAIGHT_SHARE: f32 = 1e-6;

/// Appends a place; the last one goes where it is on the straight line to the new one.
fn add(out: &mut Vec<Vec2>, to: Vec2) {
    if let [.., a, b] = out[..] {
        let (first, second) = (b - a, to - b);
        let is_straight = first.perp_dot(second).abs() <= STRAIGHT_SHARE * first.length() * second.length();
        if is_straight && first.dot(second) >= 0.0 {
            out.pop();
        }
    }
    if out.last() != Some(&to) {
        out.push(to);
    }
}

impl Problem for GraphProblem<'_> {
    fn nodes(&self) -> usize {
        self.graph.nodes() + 2
    }

    fn start(&self) -> u32 {
        self.goal() - 1
    }

    fn is_goal(&self, node: u32) -> bool {
        node == self.goal()
    }

    fn estimate(&self, node: u32) -> f32 {
        self.place(node).at.distance(self.ends.places[1].at) * self.least_cost
    }

    fn steps(&self, node: u32, _parent: u32, mut each: impl FnMut(u32, f32)) {
        if node >= self.start() {
            self.ends.first.iter().for_each(|(to, cost)| each(*to, *cost));
            return;
        }
        self.graph.edges(&self.mover, node, &mut each);
        if let Ok(i) = self.ends.last.binary_search_by_key(&node, |(node, _)| *node) {
            each(self.goal(), self.ends.last[i].1);
        }
    }
}

/// Counts what a search does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Nodes whose edges were looked at.
    pub searched: u32,
    /// Edges that led to a node that was met before.
    pub revisited: u32,
    /// How often a node was put on the open list …
    pub opened: u32,
    /// … and how often of these it had been closed.
    pub reopened: u32,
    /// The nodes that were searched, in order, if they are kept.
    pub nodes: Option<Vec<u32>>,
}

impl SearchObserver for Tally {
    fn searched(&mut self, node: u32) {
        self.searched += 1;
        if let Some(nodes) = &mut self.nodes {
            nodes.push(node);
        }
    }

    fn revisited(&mut self, _: u32) {
        self.revisited += 1;
    }

    fn opened(&mut self, _: u32, again: bool) {
        self.opened += 1;
        self.reopened += u32::from(again);
    }
}

/// A* and Dijkstra's algorithm over graphs. Memory is kept from search to search.
#[derive(Clone, Debug)]
pub struct GraphSearch {
    search: AStar<DaryHeap<Entry>>,
    nodes: Vec<u32>,
    spare: Vec<Vec2>,
    /// What the last search did.
    pub tally: Tally,
    /// The most entries that waited at one time in the last search.
    pub open_max: u32,
}

impl Default for GraphSearch {
    fn default() -> Self {
        let mut search = AStar::new(DaryHeap::default());
        search.reopens = true;
        Self { search, nodes: Vec::new(), spare: Vec::new(), tally: Tally::default(), open_max: 0 }
    }
}

impl GraphSearch {
    /// The nodes of the path that was found last, its ends left out.
    pub fn nodes(&self) -> &[u32] {
        self.nodes.get(1..self.nodes.len().saturating_sub(1)).unwrap_or_default()
    }

    /// Searches for a path; returns its cost, in metres of plain ground, and writes the places where it turns, both ends included. Empties
    /// `path` when there is none. `weight` is what the straight distance is multiplied by: 0 is Dijkstra's algorithm.
    pub fn solve(&mut self, problem: &GraphProblem, weight: f32, path: &mut Vec<Vec2>) -> Option<f32> {
        self.begin(problem, weight);
        while self.run(problem, u32::MAX) == Status::Running {}
        self.path(problem, path)
    }

    /// Begins a search, with `weight` as in [`GraphSearch::solve`].
    pub fn begin(&mut self, problem: &GraphProblem, weight: f32) {
        let kept = self.tally.nodes.take().map(|mut nodes| {
            nodes.clear();
            nodes
        });
        self.tally = Tally { opened: 1, nodes: kept, ..Tally::default() };
        self.search.begin(problem, weight);
    }

    /// Goes on for at most so many expansions. The graph and the ends must be those of before.
    pub fn run(&mut self, problem: &GraphProblem, expansions: u32) -> Status {
        let status = if problem.is_hopeless() {
            Status::Exhausted
        } else {
            self.search.run_observed(problem, expansions, &mut self.tally)
        };
        self.open_max = self.search.counts.max_open;
        status
    }

    /// The cost of the path that was found, and its places; see [`GraphSearch::solve`].
    pub fn path(&mut self, problem: &GraphProblem, path: &mut Vec<Vec2>) -> Option<f32> {
        path.clear();
        let cost = self.search.cost()?;
        self.search.path(&mut self.nodes);
        problem.places(&self.nodes, path);
        if !problem.graph.is_sampled() {
            return Some(cost);
        }
        refine(&problem.mover, path, &mut self.spare);
        Some(path.windows(2).map(|pair| problem.mover.cost(pair[0], pair[1])).sum())
    }
}
