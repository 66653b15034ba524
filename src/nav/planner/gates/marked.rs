//! Paths that are marked through gates in a step, until they are added in order of slot.

use crate::crowd::Marking;
use crate::geom::{Cell, Storey};

/// A path of a step.
#[derive(Clone, Copy, Debug)]
struct Entry {
    slot: usize,
    storey: Storey,
    marking: Marking,
    /// Whether it was planned in this step, and is not what is left of an earlier plan.
    is_new: bool,
    /// Where it begins and ends among the cells.
    cells: (usize, usize),
}

/// Paths of a step.
#[derive(Debug, Default)]
pub(in crate::nav) struct Marked {
    list: Vec<Entry>,
    cells: Vec<Cell>,
}

impl Marked {
    /// Adds an agent's path. Where it plans again in a step, what is left of its earlier plan does not count.
    pub(super) fn add(&mut self, (slot, storey): (usize, Storey), path: &[Cell], marking: Marking, is_new: bool) {
        let begin = self.cells.len();
        self.cells.extend_from_slice(path);
        self.list.push(Entry { slot, storey, marking, is_new, cells: (begin, self.cells.len()) });
    }

    /// Moves all paths to others.
    pub(in crate::nav) fn give(&mut self, to: &mut Self) {
        let before = to.cells.len();
        to.cells.append(&mut self.cells);
        let moved = |entry: Entry| Entry { cells: (entry.cells.0 + before, entry.cells.1 + before), ..entry };
        to.list.extend(self.list.drain(..).map(moved));
    }

    /// Calls `each` with every agent's paths, in order of slot, and forgets them.
    pub(in crate::nav) fn drain(&mut self, each: &mut impl FnMut(Storey, &[Cell], Marking)) {
        // Stable: the paths of one agent come from one worker, and stay in their order.
        self.list.sort_by_key(|entry| entry.slot);
        for of_one in self.list.chunk_by(|a, b| a.slot == b.slot) {
            let any_new = of_one.iter().any(|entry| entry.is_new);
            for entry in of_one.iter().filter(|entry| entry.is_new == any_new) {
                each(entry.storey, &self.cells[entry.cells.0..entry.cells.1], entry.marking);
            }
        }
        self.list.clear();
        self.cells.clear();
    }
}
