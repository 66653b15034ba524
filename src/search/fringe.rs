//! Fringe search: A*'s result without a sorted queue.

use super::buckets::{BUCKET, MAX_BUCKETS};
use super::{Arrival, Cost, Counts, Engine, Estimate, Moves, NO_NODE, Records, Usage};
use crate::geom::Cell;

/// How the fringe is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum FringeKind {
    /// One doubly linked list, gone through again and again with a growing threshold (Björnsson, Enzenberger, Holte & Schaeffer
    /// 2005).
    #[default]
    List,
    /// A list for each half cell of total cost, so that only cells below the threshold are looked at (what Kołakowski 2017
    /// wished for).
    Buckets,
}

/// Fringe search with a consistent or inconsistent estimate: cells are opened again when a cheaper path to them is found.
/// Exact whenever the estimate is never too large.
#[derive(Clone, Debug, Default)]
pub struct Fringe {
    kind: FringeKind,
    records: Records,
    /// Neighbours in the list, by node; `NO_NODE` at its ends.
    links: Vec<Link>,
    /// Lists by total cost, the first for totals from `base` on.
    lists: Vec<Vec<u32>>,
    base: Cost,
    /// The list at hand.
    at: usize,
    waiting: u32,
    counts: Counts,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    before: u32,
    after: u32,
    /// Whether the node is in the list; meaningful only for nodes this search has met.
    on: bool,
}

const LOOSE: Link = Link { before: NO_NODE, after: NO_NODE, on: false };

impl Fringe {
    /// A search whose fringe is kept so.
    pub fn new(kind: FringeKind) -> Self {
        Self { kind, ..Self::default() }
    }

    /// Searches for a path; its cost, or `None` when there is none.
    fn search(&mut self, moves: &impl Moves, (start, goal): (Cell, Cell), estimate: Estimate) -> Option<Cost> {
        let field = moves.field();
        self.records.begin_field(field);
        self.links.resize(self.links.len().max(field.nodes()), LOOSE);
        self.lists.iter_mut().for_each(Vec::clear);
        (self.counts, self.waiting) = (Counts::default(), 0);
        if !field.may_join(start, goal) {
            return None;
        }
        self.counts.generated = 1;
        let first = self.records.node(start);
        self.records.improve(first, 0, NO_NODE, Arrival::Any as u8);
        match self.kind {
            FringeKind::List => self.walk(moves, first, goal, estimate),
            FringeKind::Buckets => self.sweep(moves, first, goal, estimate),
        }
    }

    /// The list, from its head to its end, with one threshold after the other.
    fn walk(&mut self, moves: &impl Moves, first: u32, goal: Cell, estimate: Estimate) -> Option<Cost> {
        let mut head = first;
        self.links[first as usize] = Link { on: true, ..LOOSE };
        self.waiting = 1;
        let mut threshold = estimate.of(self.records.cell(first), goal);
        while head != NO_NODE {
            let (mut at, mut next_threshold) = (head, Cost::MAX);
            while at != NO_NODE {
                self.counts.looks += 1;
                let cost = self.records.met(at).map_or(Cost::MAX, |r| r.cost);
                let total = cost.saturating_add(estimate.of(self.records.cell(at), goal));
                if total > threshold {
                    next_threshold = next_threshold.min(total);
                    at = self.links[at as usize].after;
                    continue;
                }
                if self.records.cell(at) == goal {
                    return Some(cost);
                }
                // Successors go right after it: they are the next to be looked at.
                self.expand(moves, at, goal, |search, to| search.insert_after(at, to, &mut head));
                let after = self.links[at as usize].after;
                self.unlink(at, &mut head);
                at = after;
            }
            threshold = next_threshold;
        }
        None
    }

    /// Lists by total cost, the cheapest first; in any order inside of one, so that a cell may be expanded again. The path to
    /// the goal is final when the list that its cost falls in is empty.
    fn sweep(&mut self, moves: &impl Moves, first: u32, goal: Cell, estimate: Estimate) -> Option<Cost> {
        let target = self.records.node(goal);
        self.base = estimate.of(self.records.cell(first), goal);
        self.at = 0;
        self.put_in_list(first, self.base);
        while self.at < self.lists.len() {
            while let Some(node) = self.lists[self.at].pop() {
                self.counts.looks += 1;
                self.waiting -= 1;
                let open = self.records.met(node).is_some_and(|r| !r.is_closed());
                if open && node != target {
                    self.expand(moves, node, goal, |search, to| {
                        let cost = search.records.met(to).map_or(0, |r| r.cost);
                        search.put_in_list(to, cost + estimate.of(search.records.cell(to), goal));
                    });
                }
            }
            if let Some(record) = self.records.met(target).filter(|r| self.list_of(r.cost) <= self.at) {
                return Some(record.cost);
            }
            self.next_list(goal, estimate);
        }
        None
    }

    /// Goes to the next list. What lies in the last one and beyond is spread again, from its least total on.
    fn next_list(&mut self, goal: Cell, estimate: Estimate) {
        self.at += 1;
        if self.at + 1 < MAX_BUCKETS || self.lists.len() < MAX_BUCKETS {
            return;
        }
        let mut far = std::mem::take(&mut self.lists[MAX_BUCKETS - 1]);
        self.waiting -= far.len() as u32;
        far.retain(|node| self.records.met(*node).is_some_and(|r| !r.is_closed()));
        let total = |search: &Self, node: u32| {
            search.records.met(node).map_or(0, |r| r.cost) + estimate.of(search.records.cell(node), goal)
        };
        if let Some(least) = far.iter().map(|node| total(self, *node)).min() {
            (self.base, self.at) = (least, 0);
        }
        for node in far {
            self.put_in_list(node, total(self, node));
        }
    }

    fn expand(&mut self, moves: &impl Moves, node: u32, goal: Cell, mut put: impl FnMut(&mut Self, u32)) {
        let Some(record) = self.records.met_mut(node) else { return };
        record.close();
        let (cost, arrival) = (record.cost, Arrival::from_bits(record.arrival()));
        self.counts.expanded += 1;
        moves.each(self.records.cell(node), arrival, goal, &mut |to, how, step| {
            let to = self.records.node(to);
            let known = self.records.met(to).is_some();
            if self.records.reopen(to, cost + step, node, how as u8) {
                if !known {
                    self.links[to as usize] = LOOSE;
                }
                self.counts.generated += 1;
                put(self, to);
            }
        });
        self.counts.max_open = self.counts.max_open.max(self.waiting);
    }

    fn list_of(&self, total: Cost) -> usize {
        ((total.saturating_sub(self.base) / BUCKET) as usize).min(MAX_BUCKETS - 1)
    }

    fn put_in_list(&mut self, node: u32, total: Cost) {
        let list = self.list_of(total).max(self.at);
        if list >= self.lists.len() {
            self.lists.resize_with(list + 1, Vec::new);
        }
        self.lists[list].push(node);
        self.waiting += 1;
    }

    fn insert_after(&mut self, at: u32, node: u32, head: &mut u32) {
        if self.links[node as usize].on {
            self.unlink(node, head);
        }
        let after = self.links[at as usize].after;
        self.links[node as usize] = Link { before: at, after, on: true };
        self.links[at as usize].after = node;
        if after != NO_NODE {
            self.links[after as usize].before = node;
        }
        self.waiting += 1;
    }

    fn unlink(&mut self, node: u32, head: &mut u32) {
        let Link { before, after, .. } = self.links[node as usize];
        if before == NO_NODE {
            *head = after;
        } else {
            self.links[before as usize].after = after;
        }
        if after != NO_NODE {
            self.links[after as usize].before = before;
        }
        self.links[node as usize] = LOOSE;
        self.waiting -= 1;
    }
}

impl<M: Moves> Engine for (M, Fringe) {
    fn solve(&mut self, endpoints: (Cell, Cell), estimate: Estimate, waypoints: &mut Vec<Cell>) -> Option<Cost> {
        let (moves, search) = self;
        let cost = search.search(moves, endpoints, estimate);
        waypoints.clear();
        if cost.is_some() {
            search.records.trace(search.records.node(endpoints.1), waypoints);
        }
        cost
    }

    fn usage(&self) -> Usage {
        let search_bytes = self.1.records.bytes() + self.1.links.len() * size_of::<Link>();
        Usage { counts: self.1.counts, search_bytes, ..Usage::default() }
    }
}
