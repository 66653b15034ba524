//! Weighted A*, a slice at a time.

use super::{Counts, Entry, NO_NODE, OpenList, Problem, Records, Status};

/// What a search does, node by node, for those that count it. `()` does nothing and costs nothing.
pub trait SearchObserver {
    /// Whether it observes anything.
    const WATCHES: bool = true;

    /// The steps of a node are looked at.
    fn searched(&mut self, _node: u32) {}

    /// A step leads to a node that was met before.
    fn revisited(&mut self, _node: u32) {}

    /// A node is put on the open list; `again` if it had been closed.
    fn opened(&mut self, _node: u32, _again: bool) {}
}

impl SearchObserver for () {
    const WATCHES: bool = false;
}

/// A* (Hart, Nilsson & Raphael 1968) with a weight on the estimate (Pohl 1970): 0 is Dijkstra's algorithm, 1 is
/// optimal, more is greedier. Closed nodes are never opened again: with a consistent estimate and a weight `w` of at
/// least 1 the length found is still at most `w` times the least (Likhachev, Gordon & Thrun 2003), and each node is
/// expanded at most once. With [`AStar::reopens`] closed nodes to which a cheaper path is found are opened again, so that the path is a
/// cheapest one where the estimate is not consistent either, as long as it is never more than the cost that is left.
///
/// Between slices the problem must not change. Memory is kept from search to search.
#[derive(Clone, Debug, Default)]
pub struct AStar<O> {
    /// To be configured before a search.
    pub open: O,
    records: Records<f32>,
    weight: f32,
    /// Whether closed nodes may be opened again.
    pub reopens: bool,
    /// What the search did so far.
    pub counts: Counts,
    /// The goal that was reached.
    found: Option<u32>,
}

impl<O: OpenList> AStar<O> {
    /// A search with an open list of its own.
    pub fn new(open: O) -> Self {
        Self { open, records: Records::default(), weight: 1.0, reopens: false, counts: Counts::default(), found: None }
    }

    /// Begins a search; what came before is forgotten. `weight` is at least 0.
    pub fn begin(&mut self, problem: &impl Problem, weight: f32) {
        self.open.clear();
        self.records.begin(problem.nodes());
        self.weight = weight.max(0.0);
        self.counts = Counts { generated: 1, max_open: 1, ..Counts::default() };
        self.found = None;
        let start = problem.start();
        self.records.improve(start, 0.0, NO_NODE, 0);
        self.open.push(Entry { total: self.weight * problem.estimate(start), cost: 0.0, node: start });
    }

    /// Goes on for at most `expansions` more nodes.
    pub fn run(&mut self, problem: &impl Problem, expansions: u32) -> Status {
        self.run_observed(problem, expansions, &mut ())
    }

    /// [`AStar::run`], observed.
    pub fn run_observed<T: SearchObserver>(
        &mut self,
        problem: &impl Problem,
        expansions: u32,
        observer: &mut T,
    ) -> Status {
        let mut left = expansions;
        loop {
            let Some(entry) = self.open.pop() else { return Status::Exhausted };
            let node = entry.node;
            // Stale: the node was closed by a cheaper entry.
            if self.records.met(node).is_some_and(|r| r.is_closed()) {
                continue;
            }
            if problem.is_goal(node) {
                self.found = Some(node);
                return Status::Found;
            }
            if problem.is_edge(node) {
                return Status::Edge;
            }
            if left == 0 {
                self.open.push(entry);
                return Status::Running;
            }
            left -= 1;
            self.expand(problem, entry, observer);
        }
    }

    fn expand<T: SearchObserver>(&mut self, problem: &impl Problem, entry: Entry, observer: &mut T) {
        let Self { open, records, weight, counts, reopens, .. } = self;
        let node = entry.node;
        let Some(record) = records.met_mut(node) else { return };
        record.close();
        counts.expanded += 1;
        observer.searched(node);
        problem.steps(node, record.parent, |to, step| {
            let cost = entry.cost + step;
            let met = if T::WATCHES { records.met(to).copied() } else { None };
            if met.is_some() {
                observer.revisited(to);
            }
            let is_better =
                if *reopens { records.reopen(to, cost, node, 0) } else { records.improve(to, cost, node, 0) };
            if is_better {
                observer.opened(to, met.is_some_and(|record| record.is_closed()));
                open.push(Entry { total: cost + *weight * problem.estimate(to), cost, node: to });
                counts.generated += 1;
            }
        });
        counts.max_open = counts.max_open.max(open.len() as u32);
    }

    /// The nodes of the path found, start and goal included; empties `out` when there is none.
    pub fn path(&self, out: &mut Vec<u32>) {
        out.clear();
        out.extend(self.found.into_iter().flat_map(|goal| self.records.back_from(goal)));
        out.reverse();
    }

    /// The cost of the path found.
    pub fn cost(&self) -> Option<f32> {
        self.found.and_then(|goal| self.records.met(goal)).map(|r| r.cost)
    }
}
