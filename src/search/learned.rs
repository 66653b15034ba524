//! Estimates of the cost to a goal that searches raise with what they find out, and that stay consistent while costs fall and
//! the goal moves.

use super::{Arrival, Cost, Counts, DaryHeap, Estimate, Landscape, Moves, NO_NODE, OpenEntry, OpenList, around};
use crate::geom::Cell;

/// The learned estimates of all cells (Adaptive A*: Koenig & Likhachev 2005), and for each cell the one that followed it on the last path found
/// through it (Multipath Adaptive A*: Hernández, Baier & Asín 2014). They are consistent, hence never too large:
///
/// - where costs fall, [`Learned::repair`] lowers estimates again, spreading from the cells that changed, as Generalized Adaptive
///   A* does (Sun, Koenig & Yeoh 2008);
/// - where the goal moves, all fall by what the new goal seemed away from the old one, at once and without touching
///   them (*ibid.*).
#[derive(Clone, Debug, Default)]
pub(super) struct Learned {
    all: Vec<Known>,
    stamp: u32,
    estimate: Estimate,
    pub(super) goal: Cell,
    width: u32,
    /// What the estimate counts with, [`Landscape::least`].
    least: u64,
    /// By how much estimates fell as the goal moved.
    fallen: Cost,
    /// Cells whose estimates were lowered and whose neighbours were not looked at since.
    queue: DaryHeap<OpenEntry>,
    near: Vec<u32>,
}

/// What is known of a cell, valid only with the present stamp.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// The estimate with what all had fallen by when it was written: what they fell by since is still to be taken off.
    lifted: Cost,
    next: u32,
    stamp: u32,
}

impl Learned {
    /// Forgets everything.
    pub(super) fn begin(&mut self, on: Landscape, goal: Cell) {
        self.all.resize(self.all.len().max(on.field.nodes()), Known::default());
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.all.fill(Known::default());
            self.stamp = 1;
        }
        (self.estimate, self.goal, self.width) = (on.estimate(), goal, on.field.width());
        (self.least, self.fallen) = (on.least(), 0);
        self.queue.clear();
    }

    /// Whether some ground costs so little now that the estimates without experience are too large: then everything must be forgotten.
    pub(super) fn is_outdated(&self, on: Landscape) -> bool {
        on.least() < self.least
    }

    /// The node of a cell.
    #[inline(always)]
    pub(super) fn node(&self, cell: Cell) -> u32 {
        cell.y as u32 * self.width + cell.x as u32
    }

    pub(super) fn cell(&self, node: u32) -> Cell {
        let width = self.width.max(1);
        Cell::new((node % width) as i32, (node / width) as i32)
    }

    fn known(&self, cell: Cell) -> Option<&Known> {
        self.all.get(self.node(cell) as usize).filter(|known| known.stamp == self.stamp)
    }

    /// The estimate of a cell.
    #[inline(always)]
    pub(super) fn of(&self, cell: Cell) -> Cost {
        let plain = self.estimate.of(cell, self.goal);
        self.known(cell).map_or(plain, |known| plain.max(known.lifted.saturating_sub(self.fallen)))
    }

    fn entry(&mut self, cell: Cell) -> Option<&mut Known> {
        let (node, stamp) = (self.node(cell), self.stamp);
        let known = self.all.get_mut(node as usize)?;
        if known.stamp != stamp {
            *known = Known { lifted: 0, next: NO_NODE, stamp };
        }
        Some(known)
    }

    fn write(&mut self, cell: Cell, value: Cost) {
        let lifted = value + self.fallen;
        if let Some(known) = self.entry(cell) {
            known.lifted = lifted;
        }
    }

    /// Raises an estimate to what a search has proved; never lowers it.
    pub(super) fn raise(&mut self, cell: Cell, value: Cost) {
        if value > self.of(cell) {
            self.write(cell, value);
        }
    }

    /// Notes which cell follows one on a path.
    pub(super) fn lead(&mut self, cell: Cell, to: Cell) {
        let next = self.node(to);
        if let Some(known) = self.entry(cell) {
            known.next = next;
        }
    }

    /// The cell that followed one on the last path through it, if the step still leads nearer by all that it costs. Where such
    /// steps lead to the goal, they are a cheapest path.
    pub(super) fn next(&self, moves: &impl Moves, cell: Cell) -> Option<Cell> {
        let next = self.known(cell).filter(|known| known.next != NO_NODE).map(|known| self.cell(known.next))?;
        let (mut leads, here) = (false, self.of(cell));
        moves.each(cell, Arrival::Any, self.goal, &mut |to, _, step| {
            leads |= to == next && here == step + self.of(next);
        });
        leads.then_some(next)
    }

    /// The goal has moved.
    pub(super) fn goal_moved(&mut self, to: Cell) {
        // One more than that: plain estimates are rounded down.
        self.fallen += self.of(to) + 1;
        self.goal = to;
        let mut waiting = Vec::new();
        while let Some(entry) = self.queue.pop() {
            waiting.push(entry.cell());
        }
        waiting.into_iter().for_each(|cell| self.queue.push(OpenEntry::new(self.of(cell), 0, cell)));
    }

    /// Cells were opened or closed, or cost something else now; [`Learned::repair`] must follow.
    pub(super) fn changed(&mut self, on: Landscape, cells: &[Cell]) {
        match on.costs {
            None => self.lower_near(&on.steps(), cells),
            Some(costs) => self.lower_near(&on.weighted(costs), cells),
        }
    }

    fn lower_near(&mut self, moves: &impl Moves, cells: &[Cell]) {
        let mut near = std::mem::take(&mut self.near);
        around(moves.field(), cells, &mut near);
        for cell in near.iter().map(|node| moves.field().cell(*node)).filter(|cell| moves.field().open(*cell)) {
            let mut least = Cost::MAX;
            moves.each(cell, Arrival::Any, self.goal, &mut |to, _, step| least = least.min(step + self.of(to)));
            self.lower(cell, least);
        }
        self.near = near;
    }

    fn lower(&mut self, cell: Cell, value: Cost) {
        if value < self.of(cell) {
            self.write(cell, value);
            self.queue.push(OpenEntry::new(value, 0, cell));
        }
    }

    /// Lowers estimates until all are consistent again, least first, for at most `left` cells, which are taken off; whether
    /// that was enough.
    pub(super) fn repair(&mut self, moves: &impl Moves, left: &mut u32, counts: &mut Counts) -> bool {
        while let Some(entry) = self.queue.pop() {
            let (cell, here) = (entry.cell(), self.of(entry.cell()));
            if entry.total() > here {
                continue;
            }
            if *left == 0 {
                self.queue.push(entry);
                return false;
            }
            *left -= 1;
            counts.expanded += 1;
            if moves.field().open(cell) {
                let goal = self.goal;
                moves.each(cell, Arrival::Any, goal, &mut |to, _, step| self.lower(to, here + step));
            }
        }
        true
    }

    /// Bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        self.all.len() * size_of::<Known>()
    }
}
