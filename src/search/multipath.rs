//! Multipath Adaptive A*: A* that learns from search to search and ends where it meets an earlier path.

use super::{
    Arrival, Buckets, Cost, Counts, Landscape, Learned, Moves, NO_NODE, OpenEntry, OpenList, Records, Replanner, Status,
};
use crate::geom::Cell;

/// MPAA* (Hernández, Baier & Asín 2014), which after each search raises the estimates of the cells expanded (Adaptive A*: Koenig & Likhachev
/// 2005) and ends at a cell from which an earlier path is still a cheapest one. Where costs fall, estimates are made consistent
/// again (MPGAA*: Hernández, Asín & Baier 2015). Where the goal moves, it is Generalized Adaptive A* (Sun, Koenig & Yeoh 2008), a
/// moving-target search whose paths are cheapest ones.
///
/// A search costs what A* does, over as many cells or fewer; where the path that the agent is on still holds, none is expanded.
#[derive(Clone, Debug, Default)]
pub struct Multipath {
    learned: Learned,
    open: Buckets,
    records: Records,
    expanded: Vec<u32>,
    /// By cell: the number of the last search in which no path led on from it.
    no_path: Vec<u32>,
    search: u32,
    start: Cell,
    /// Whether a search is under way.
    is_searching: bool,
    /// What the cheapest path met so far costs, where it meets an earlier one (or the goal), and by how much entries may come out of order.
    bound: Cost,
    met: Option<u32>,
    slack: Cost,
    counts: Counts,
    is_counting: bool,
    trail: Vec<Cell>,
}

impl Multipath {
    fn run(&mut self, moves: &impl Moves, expansions: u32) -> Status {
        let mut left = expansions;
        if !self.is_counting {
            (self.counts, self.is_counting) = (Counts::default(), true);
        }
        if !self.learned.repair(moves, &mut left, &mut self.counts) {
            return Status::Running;
        }
        if !self.is_searching {
            self.open_start(moves);
        }
        loop {
            let Some(entry) = self.open.pop() else { return self.end() };
            if entry.total() >= self.bound {
                // Nothing that follows is cheaper.
                if entry.total() - self.bound >= self.slack {
                    return self.end();
                }
                continue;
            }
            let cell = entry.cell();
            let node = self.records.node(cell);
            let Some(record) = self.records.met(node).filter(|r| !r.is_closed()) else { continue };
            let (cost, arrival) = (record.cost, Arrival::from_bits(record.arrival()));
            if left == 0 {
                self.open.push(entry);
                return Status::Running;
            }
            if self.leads_to_goal(moves, cell) {
                (self.bound, self.met) = (cost + self.learned.of(cell), Some(node));
                continue;
            }
            left -= 1;
            self.expand(moves, cell, node, cost, arrival);
        }
    }

    fn open_start(&mut self, moves: &impl Moves) {
        let field = moves.field();
        self.slack = self.open.clear_with_slack(moves.slack());
        self.records.begin_field(field);
        self.expanded.clear();
        (self.bound, self.met, self.is_searching) = (Cost::MAX, None, true);
        self.no_path.resize(self.no_path.len().max(field.nodes()), 0);
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.no_path.fill(0);
            self.search = 1;
        }
        if field.may_join(self.start, self.learned.goal) {
            self.records.improve(self.records.node(self.start), 0, NO_NODE, Arrival::Any as u8);
            self.open.push(OpenEntry::new(self.learned.of(self.start), 0, self.start));
            self.counts.generated += 1;
        }
    }

    /// Whether earlier paths lead from a cell to the goal and are cheapest ones.
    fn leads_to_goal(&mut self, moves: &impl Moves, from: Cell) -> bool {
        self.trail.clear();
        let mut at = from;
        while at != self.learned.goal {
            let node = self.records.node(at) as usize;
            let known_to_fail = self.no_path.get(node).is_none_or(|search| *search == self.search);
            self.trail.push(at);
            match self.learned.next(moves, at).filter(|_| !known_to_fail) {
                Some(next) => at = next,
                None => {
                    for cell in &self.trail {
                        self.no_path[self.records.node(*cell) as usize] = self.search;
                    }
                    return false;
                }
            }
        }
        true
    }

    #[inline(always)]
    fn expand(&mut self, moves: &impl Moves, cell: Cell, node: u32, cost: Cost, arrival: Arrival) {
        let Self { learned, open, records, expanded, bound, counts, .. } = self;
        records.met_mut(node).into_iter().for_each(|record| record.close());
        expanded.push(node);
        counts.expanded += 1;
        moves.each(cell, arrival, learned.goal, &mut |to, how, step| {
            let (number, reached) = (records.node(to), cost + step);
            let is_better = if moves.slack() == 0 {
                records.improve(number, reached, node, how as u8)
            } else {
                records.reopen(number, reached, node, how as u8)
            };
            if is_better {
                let total = reached + learned.of(to);
                if total < *bound {
                    open.push(OpenEntry::new(total, reached, to));
                    counts.generated += 1;
                }
            }
        });
        counts.max_open = counts.max_open.max(open.len() as u32);
    }

    /// Ends a search: what it found out is learned.
    fn end(&mut self) -> Status {
        let Self { learned, records, expanded, bound, met, .. } = self;
        (self.is_searching, self.is_counting) = (false, false);
        self.open.clear();
        let Some(met) = *met else { return Status::Exhausted };
        for node in expanded.drain(..) {
            if let Some(record) = records.met(node) {
                learned.raise(records.cell(node), bound.saturating_sub(record.cost));
            }
        }
        let mut after = records.cell(met);
        for cell in records.back_from(met).skip(1).map(|node| records.cell(node)) {
            learned.lead(cell, after);
            after = cell;
        }
        Status::Found
    }

    /// What was found counts no more.
    fn restart(&mut self) {
        (self.met, self.is_searching) = (None, false);
    }
}

impl Replanner for Multipath {
    fn begin(&mut self, on: Landscape, start: Cell, goal: Cell) {
        self.learned.begin(on, goal);
        (self.start, self.is_counting) = (start, false);
        self.restart();
    }

    fn moved(&mut self, to: Cell) {
        self.start = to;
        self.restart();
    }

    fn goal_moved(&mut self, _: Landscape, to: Cell) {
        self.learned.goal_moved(to);
        self.restart();
    }

    fn changed(&mut self, on: Landscape, cells: &[Cell]) {
        self.restart();
        if self.learned.is_outdated(on) {
            self.begin(on, self.start, self.learned.goal);
            return;
        }
        self.learned.changed(on, cells);
    }

    fn search(&mut self, on: Landscape, expansions: u32) -> Status {
        match on.costs {
            None => self.run(&on.steps(), expansions),
            Some(costs) => self.run(&on.weighted(costs), expansions),
        }
    }

    fn path(&self, on: Landscape, out: &mut Vec<Cell>) {
        out.clear();
        let Some(met) = self.met.filter(|_| !self.is_searching) else { return };
        out.extend(self.records.back_from(met).map(|node| self.records.cell(node)));
        out.reverse();
        let next = |at| match on.costs {
            None => self.learned.next(&on.steps(), at),
            Some(costs) => self.learned.next(&on.weighted(costs), at),
        };
        let from = self.records.cell(met);
        out.extend(std::iter::successors(Some(from), |at| (*at != self.learned.goal).then(|| next(*at))?).skip(1));
    }

    fn counts(&self) -> Counts {
        self.counts
    }

    fn bytes(&self) -> usize {
        self.learned.bytes() + self.records.bytes() + self.no_path.len() * size_of::<u32>()
    }
}
