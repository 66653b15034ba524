//! A* over a rectangle of clusters of one level. Its memory is as large as the rectangle, not as the world.

use super::super::windows::Windows;
use super::super::{Area, FAR, Flood, Level, Point, SIDES};
use super::cost::{Endpoint, Graph, STEP, both};
use crate::geom::Cell;
use crate::grid::CostLayer;
use crate::search::{Counts, DaryHeap, OpenList, PLAIN, Smoother};

/// A piece of a path that stays within one cluster of its level (on the lowest: within the clusters of its ends).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leg {
    pub level: u8,
    pub from: Cell,
    pub to: Cell,
}

/// The record of no point.
const NONE: u32 = u32::MAX;

/// What is known of a point.
#[derive(Clone, Copy, Debug)]
struct Record {
    /// What it costs to come here from inside its cluster; [`FAR`]: not yet known.
    inside: u32,
    /// What it costs to enter the cluster here; [`FAR`]: not yet known.
    cost: u32,
    /// The record from which it was reached.
    parent: u32,
    at: Cell,
    /// The cell on the other side of the border, through which the cluster before was left.
    left: Cell,
    place: u32,
    closed: bool,
}

const UNMET: Record = Record {
    inside: FAR,
    cost: FAR,
    parent: NONE,
    at: Cell::new(0, 0),
    left: Cell::new(0, 0),
    place: 0,
    closed: false,
};

/// A record that waits: the least total first, of equal ones the one that has come farther.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    total: u64,
    cost_left: u32,
    record: u32,
}

/// The memory of searches over [`Levels`](super::Levels): one serves any number of routes, one after the other.
#[derive(Clone, Debug, Default)]
pub struct LevelSearch {
    pub(super) flood: Flood,
    pub(super) smoother: Smoother,
    pub(super) windows: Windows,
    pub(super) spare: [Endpoint; 2],
    block: Area,
    /// For each place of the block, the record of its first point.
    firsts: Vec<u32>,
    records: Vec<Record>,
    open: DaryHeap<Entry>,
    /// The goal's record.
    goal: Option<(u32, u32)>,
    /// What was counted since the last [`Route::begin`](super::Route::begin): points at which clusters were entered.
    pub counts: Counts,
    /// A search ends, with what it has found, when so many were counted.
    pub(super) most: Option<u32>,
    /// The points that were counted, in order, if they are kept.
    pub entered: Option<Vec<Cell>>,
}

/// Estimates are multiplied by this many 64ths: fewer points are looked at, for paths that are hardly longer.
const HEURISTIC_WEIGHT_64THS: u64 = 72;

/// The least a path can cost, weighted.
fn estimate(on: Graph, from: Cell, to: Cell) -> u64 {
    let (dx, dy) = (u64::from(from.x.abs_diff(to.x)), u64::from(from.y.abs_diff(to.y)));
    // √2 − 1 in 1024ths, rounded down.
    let plain = (dx.max(dy) * u64::from(STEP)) + (dx.min(dy) * u64::from(STEP) * 424 / 1024);
    let least = on.on.costs.map_or(PLAIN, CostLayer::least_eighths);
    plain * (least * HEURISTIC_WEIGHT_64THS) / (64 * PLAIN)
}

impl LevelSearch {
    /// Makes room for the points of a rectangle of clusters.
    fn begin(&mut self, level: &Level, block: Area) {
        self.block = block;
        self.firsts.clear();
        let mut count = 0;
        for place in 0..block.cells() {
            self.firsts.push(count as u32);
            count += level.view_in(&block, place).points.len();
        }
        self.records.clear();
        self.records.resize(count, UNMET);
        self.open.clear();
        self.goal = None;
    }

    /// The cheapest path within the block; what it costs. `direct` is what a path costs that is known already.
    pub(super) fn run(
        &mut self,
        on: Graph,
        block: Area,
        (start, goal): (&Endpoint, &Endpoint),
        direct: Option<u32>,
    ) -> Option<u32> {
        self.begin(on.level, block);
        let goal_place = on.level.clusters.place(&block, goal.cell);
        if let Some(cost) = direct {
            self.reach_goal(cost, NONE);
        }
        self.leave(on, start, Some(goal.cell));
        while let Some(entry) = self.open.pop() {
            if entry.record == NONE || self.is_spent() {
                break;
            }
            let Some((cost, place)) = self.close(entry.record) else { continue };
            let here = (entry.record - self.firsts[place]) as usize;
            if Some(place) == goal_place {
                let rest = goal.costs.get(here).copied().unwrap_or(FAR);
                if rest != FAR {
                    self.reach_goal(both(cost, rest), entry.record);
                }
            }
            self.expand(on, place, here, cost, entry.record, Some(goal.cell));
        }
        self.goal.map(|(cost, _)| cost)
    }

    /// The paths from an end to all points of the block (Dijkstra 1959).
    pub(super) fn spread(&mut self, on: Graph, block: Area, start: &Endpoint) {
        self.begin(on.level, block);
        self.leave(on, start, None);
        while let Some(entry) = self.open.pop().filter(|_| !self.is_spent()) {
            if let Some((cost, place)) = self.close(entry.record) {
                let here = (entry.record - self.firsts[place]) as usize;
                self.expand(on, place, here, cost, entry.record, None);
            }
        }
    }

    /// After [`LevelSearch::spread`]: what the path to a point of the block costs.
    pub(super) fn spread_to(&self, level: &Level, cell: Cell) -> u32 {
        let number = level.clusters.place(&self.block, cell).and_then(|place| {
            let here = level.view_in(&self.block, place).find(cell)?;
            Some(self.firsts[place] as usize + here)
        });
        number.and_then(|n| self.records.get(n)).map_or(FAR, |r| r.inside)
    }

    fn reach_goal(&mut self, cost: u32, parent: u32) {
        if self.goal.is_none_or(|(known, _)| cost < known) {
            self.goal = Some((cost, parent));
            self.open.push(Entry { total: u64::from(cost), cost_left: 0, record: NONE });
        }
    }

    fn is_spent(&self) -> bool {
        self.most.is_some_and(|most| self.counts.expanded >= most)
    }

    /// Takes a record for settled; `None` when it was already.
    #[inline(always)]
    fn close(&mut self, record: u32) -> Option<(u32, usize)> {
        let record = self.records.get_mut(record as usize).filter(|r| !r.closed)?;
        record.closed = true;
        self.counts.expanded += 1;
        if let Some(entered) = &mut self.entered {
            entered.push(record.at);
        }
        Some((record.cost, record.place as usize))
    }

    fn leave(&mut self, on: Graph, start: &Endpoint, goal: Option<Cell>) {
        let Some(place) = on.level.clusters.place(&self.block, start.cell) else { return };
        let view = on.level.view_in(&self.block, place);
        for (i, (point, cost)) in view.points.iter().zip(&start.costs).enumerate() {
            if self.come_to(place, i, *cost) {
                self.cross(on, *point, *cost, NONE, goal);
            }
        }
    }

    #[inline(always)]
    fn expand(&mut self, on: Graph, place: usize, here: usize, cost: u32, record: u32, goal: Option<Cell>) {
        let view = on.level.view_in(&self.block, place);
        for (i, point) in view.points.iter().enumerate() {
            let inside = view.cost(here, i);
            if inside != FAR && self.come_to(place, i, both(cost, inside)) {
                self.cross(on, *point, both(cost, inside), record, goal);
            }
        }
        self.counts.max_open = self.counts.max_open.max(self.open.len() as u32);
    }

    /// Notes what it costs to come to a point from inside its cluster; whether that is less than was known. Most paths out
    /// of a cluster end here, before the search looks for what lies beyond.
    #[inline(always)]
    fn come_to(&mut self, place: usize, point: usize, cost: u32) -> bool {
        let record = &mut self.records[self.firsts[place] as usize + point];
        let less = cost < record.inside;
        record.inside = record.inside.min(cost);
        less
    }

    /// Goes through a point, reached at `cost`, into the clusters beyond.
    #[inline(always)]
    fn cross(&mut self, on: Graph, point: Point, cost: u32, parent: u32, goal: Option<Cell>) {
        let from = point.cell();
        let mut sides = point.sides;
        while sides != 0 {
            let (dx, dy) = SIDES[sides.trailing_zeros() as usize];
            sides &= sides - 1;
            let to = Cell::new(from.x + dx, from.y + dy);
            let Some(beyond) = on.level.clusters.place(&self.block, to) else { continue };
            let Some(here) = on.level.view_in(&self.block, beyond).find(to) else { continue };
            let (number, cost) = (self.firsts[beyond] + here as u32, both(cost, on.cross(from, to)));
            let record = &mut self.records[number as usize];
            if record.closed || cost >= record.cost {
                continue;
            }
            *record = Record { cost, parent, at: to, left: from, place: beyond as u32, ..*record };
            let rest = goal.map_or(0, |goal| estimate(on, to, goal));
            self.open.push(Entry { total: u64::from(cost) + rest, cost_left: u32::MAX - cost, record: number });
            self.counts.generated += 1;
        }
    }

    /// Bytes of the memory it keeps for points.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.firsts[..]) + self.records.capacity() * size_of::<Record>()
    }

    /// Whether the path just found is not the one that was known already.
    pub(super) fn found_another(&self) -> bool {
        self.goal.is_some_and(|(_, parent)| parent != NONE)
    }

    /// Writes the pieces of the path just found, the last first.
    pub(super) fn trace(&self, level: u8, (start, goal): (Cell, Cell), out: &mut Vec<Leg>) {
        let (mut to, mut number) = (goal, self.goal.map_or(NONE, |(_, parent)| parent));
        while let Some(record) = self.records.get(number as usize) {
            out.push(Leg { level, from: record.at, to });
            (to, number) = (record.left, record.parent);
        }
        out.push(Leg { level, from: start, to });
    }
}
