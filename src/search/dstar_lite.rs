//! D* Lite: the search tree from the goal is kept and repaired where cells change.

use super::{
    Arrival, Cost, Counts, DaryHeap, Estimate, Landscape, Moves, OpenList, Replanner, Reversible, Status, around,
};
use crate::geom::Cell;

/// D* Lite (Koenig & Likhachev 2002, the optimised version): searches from the goal to the agent. After a change only cells are
/// expanded whose cost to the goal changed and matters to the agent's path. Keys in the queue are corrected when they come out,
/// by `k_m`, what the agent has walked since they went in at most. Entries that no longer hold stay in the queue and are passed over.
///
/// A goal that moves makes it begin again, and ground that is cheaper than all before.
#[derive(Clone, Debug, Default)]
pub struct DStarLite {
    all: Vec<Known>,
    stamp: u32,
    open: DaryHeap<KeyEntry>,
    estimate: Estimate,
    start: Cell,
    goal: Cell,
    width: u32,
    /// What the estimate counts with, [`Landscape::least`].
    least: u64,
    /// Where the agent was when the keys were last brought up to date.
    last: Cell,
    k_m: Cost,
    counts: Counts,
    is_counting: bool,
    near: Vec<u32>,
    spare: Vec<KeyEntry>,
}

/// The priority of a cell: what a path through it costs at least, then what the rest of it does.
type Key = (Cost, Cost);
/// The key of cells that do not wait.
const NO_KEY: Key = (Cost::MAX, Cost::MAX);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct KeyEntry {
    key: Key,
    node: u32,
}

/// What is known of a cell, valid only with the present stamp.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// What the path to the goal costs: as it was spread to its neighbours (`g`), and as its neighbours say (`rhs`).
    spread: Cost,
    ahead: Cost,
    /// With which it waits.
    key: Key,
    stamp: u32,
}

const UNKNOWN: Known = Known { spread: Cost::MAX, ahead: Cost::MAX, key: NO_KEY, stamp: 0 };

impl DStarLite {
    #[inline(always)]
    fn node(&self, cell: Cell) -> u32 {
        cell.y as u32 * self.width + cell.x as u32
    }

    fn cell(&self, node: u32) -> Cell {
        let width = self.width.max(1);
        Cell::new((node % width) as i32, (node / width) as i32)
    }

    #[inline(always)]
    fn known(&self, node: u32) -> Known {
        self.all.get(node as usize).filter(|known| known.stamp == self.stamp).copied().unwrap_or(UNKNOWN)
    }

    fn entry(&mut self, node: u32) -> Option<&mut Known> {
        let stamp = self.stamp;
        let known = self.all.get_mut(node as usize)?;
        if known.stamp != stamp {
            *known = Known { stamp, ..UNKNOWN };
        }
        Some(known)
    }

    fn key(&self, node: u32, known: Known) -> Key {
        let least = known.spread.min(known.ahead);
        let seems = self.estimate.of(self.cell(node), self.start) + self.k_m;
        (least.saturating_add(seems), least)
    }

    /// Puts a cell into the queue, or takes it out, after its costs changed.
    fn update(&mut self, node: u32) {
        let known = self.known(node);
        let key = if known.spread == known.ahead { NO_KEY } else { self.key(node, known) };
        if key == known.key {
            return;
        }
        if let Some(known) = self.entry(node) {
            known.key = key;
        }
        if key != NO_KEY {
            self.open.push(KeyEntry { key, node });
            self.counts.generated += 1;
        }
    }

    /// What the path from a cell costs by what its neighbours say.
    fn seen_ahead(&self, moves: &impl Moves, cell: Cell) -> Cost {
        if cell == self.goal {
            return 0;
        }
        let mut least = Cost::MAX;
        if moves.field().open(cell) {
            moves.each(cell, Arrival::Any, self.start, &mut |to, _, step| {
                least = least.min(self.known(self.node(to)).spread.saturating_add(step));
            });
        }
        least
    }

    /// Writes what the path from a cell costs by what its neighbours say.
    fn set_ahead(&mut self, node: u32, ahead: Cost) {
        if ahead == Cost::MAX && self.known(node).stamp == 0 {
            return;
        }
        self.entry(node).into_iter().for_each(|known| known.ahead = ahead);
        self.update(node);
    }

    /// The least entry of the queue that still holds, taken out.
    fn pop(&mut self) -> Option<KeyEntry> {
        loop {
            let entry = self.open.pop()?;
            if self.known(entry.node).key == entry.key {
                return Some(entry);
            }
        }
    }

    fn run(&mut self, moves: &impl Reversible, expansions: u32) -> Status {
        if !self.is_counting {
            (self.counts, self.is_counting) = (Counts::default(), true);
        }
        if !moves.field().may_join(self.start, self.goal) {
            self.is_counting = false;
            return Status::Exhausted;
        }
        let (mut left, start) = (expansions, self.node(self.start));
        while let Some(entry) = self.pop() {
            let here = self.known(start);
            if entry.key >= self.key(start, here) && here.ahead <= here.spread {
                self.open.push(entry);
                break;
            }
            if left == 0 {
                self.open.push(entry);
                return Status::Running;
            }
            left -= 1;
            self.expand(moves, entry);
        }
        self.is_counting = false;
        self.compact();
        if self.known(start).ahead < Cost::MAX { Status::Found } else { Status::Exhausted }
    }

    fn expand(&mut self, moves: &impl Reversible, entry: KeyEntry) {
        let KeyEntry { key, node } = entry;
        let known = self.known(node);
        let now = self.key(node, known);
        if key < now {
            // The agent has come nearer to it or farther from it since.
            self.entry(node).into_iter().for_each(|known| known.key = now);
            self.open.push(KeyEntry { key: now, node });
            return;
        }
        self.counts.expanded += 1;
        let (cell, before, falls) = (self.cell(node), known.spread, known.spread > known.ahead);
        let spread = if falls { known.ahead } else { Cost::MAX };
        self.entry(node).into_iter().for_each(|known| known.spread = spread);
        let goal = self.goal;
        moves.each(cell, Arrival::Any, self.start, &mut |from, _, step| {
            let number = self.node(from);
            let ahead = self.known(number).ahead;
            if from != goal && falls && spread + step < ahead {
                self.set_ahead(number, spread + step);
            } else if from != goal && !falls && ahead == before.saturating_add(step) {
                let ahead = self.seen_ahead(moves, from);
                self.set_ahead(number, ahead);
            }
        });
        self.update(node);
        self.counts.max_open = self.counts.max_open.max(self.open.len() as u32);
    }

    /// Drops the entries that no longer hold where they outnumber the cells.
    fn compact(&mut self) {
        if self.open.len() <= 2 * self.all.len() {
            return;
        }
        let mut spare = std::mem::take(&mut self.spare);
        while let Some(entry) = self.pop() {
            spare.push(entry);
        }
        spare.dedup();
        spare.drain(..).for_each(|entry| self.open.push(entry));
        self.spare = spare;
    }

    fn change(&mut self, moves: &impl Reversible, cells: &[Cell]) {
        self.k_m += self.estimate.of(self.last, self.start);
        self.last = self.start;
        let mut near = std::mem::take(&mut self.near);
        around(moves.field(), cells, &mut near);
        for node in &near {
            let ahead = self.seen_ahead(moves, self.cell(*node));
            self.set_ahead(*node, ahead);
        }
        self.near = near;
    }

    /// Follows the cheapest steps from the agent.
    fn walk(&self, moves: &impl Moves, out: &mut Vec<Cell>) {
        let mut at = self.start;
        out.push(at);
        while at != self.goal && out.len() <= self.all.len() {
            let mut best = None;
            moves.each(at, Arrival::Any, self.goal, &mut |to, _, step| {
                let cost = self.known(self.node(to)).spread.saturating_add(step);
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, to));
                }
            });
            let Some((_, to)) = best else { break };
            out.push(to);
            at = to;
        }
    }
}

impl Replanner for DStarLite {
    fn begin(&mut self, on: Landscape, start: Cell, goal: Cell) {
        self.all.resize(self.all.len().max(on.field.nodes()), UNKNOWN);
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.all.fill(UNKNOWN);
            self.stamp = 1;
        }
        self.open.clear();
        (self.estimate, self.width, self.least) = (on.estimate(), on.field.width(), on.least());
        (self.start, self.last, self.goal, self.k_m) = (start, start, goal, 0);
        (self.counts, self.is_counting) = (Counts::default(), false);
        on.field.node(goal).into_iter().for_each(|node| self.set_ahead(node, 0));
    }

    fn moved(&mut self, to: Cell) {
        self.start = to;
    }

    fn goal_moved(&mut self, on: Landscape, to: Cell) {
        self.begin(on, self.start, to);
    }

    fn changed(&mut self, on: Landscape, cells: &[Cell]) {
        if on.least() < self.least {
            self.begin(on, self.start, self.goal);
            return;
        }
        match on.costs {
            None => self.change(&on.steps(), cells),
            Some(costs) => self.change(&on.weighted(costs), cells),
        }
    }

    fn search(&mut self, on: Landscape, expansions: u32) -> Status {
        match on.costs {
            None => self.run(&on.steps(), expansions),
            Some(costs) => self.run(&on.weighted(costs), expansions),
        }
    }

    fn path(&self, on: Landscape, out: &mut Vec<Cell>) {
        out.clear();
        let known = on.field.node(self.start).map_or(UNKNOWN, |node| self.known(node));
        if known.ahead == Cost::MAX || self.is_counting || !on.field.may_join(self.start, self.goal) {
            return;
        }
        match on.costs {
            None => self.walk(&on.steps(), out),
            Some(costs) => self.walk(&on.weighted(costs), out),
        }
    }

    fn counts(&self) -> Counts {
        self.counts
    }

    fn bytes(&self) -> usize {
        self.all.len() * size_of::<Known>()
    }
}
