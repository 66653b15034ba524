//! Paths that are laid through gates in a step, until they are added in order of slot.

use crate::geom::{Cell, Storey};

/// Paths of a step, each with the slot and the storey of its agent.
#[derive(Debug, Default)]
pub(in crate::nav) struct Laid {
    /// The slot, the storey, and where the path begins and ends among the cells.
    list: Vec<(usize, Storey, (usize, usize))>,
    cells: Vec<Cell>,
}

impl Laid {
    /// Adds an agent's path; of several in a step the last one counts.
    pub(super) fn add(&mut self, slot: usize, storey: Storey, path: &[Cell]) {
        let begin = self.cells.len();
        self.cells.extend_from_slice(path);
        self.list.push((slot, storey, (begin, self.cells.len())));
    }

    /// Moves all paths to others.
    pub(in crate::nav) fn give(&mut self, to: &mut Self) {
        let before = to.cells.len();
        to.cells.append(&mut self.cells);
        to.list.extend(self.list.drain(..).map(|(slot, on, (begin, end))| (slot, on, (begin + before, end + before))));
    }

    /// Calls `each` with every agent's path, in order of slot, and forgets them.
    pub(in crate::nav) fn drain(&mut self, each: &mut impl FnMut(Storey, &[Cell])) {
        // Stable: of one agent's paths the last one stays last. All of them come from the same worker.
        self.list.sort_by_key(|(slot, ..)| *slot);
        for (i, (slot, storey, (begin, end))) in self.list.iter().enumerate() {
            if self.list.get(i + 1).is_none_or(|(next, ..)| next != slot) {
                each(*storey, &self.cells[*begin..*end]);
            }
        }
        self.list.clear();
        self.cells.clear();
    }
}
