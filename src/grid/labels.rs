//! Which cells of a field hang together, kept while cells open and close.

use super::runs::label_runs;

/// A number for each open cell; cells of different numbers whose roots differ have no way between them.
///
/// Opening a cell joins at once. Closing one may part what hung together: unless the cells round it show that nothing
/// was parted, the numbers are *stale* until they are made anew. Stale numbers never part what is joined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Labels {
    /// 0: closed.
    of: Vec<u32>,
    /// For each number, one of the same component; itself for the root.
    parent: Vec<u32>,
    stale: bool,
}

impl Labels {
    /// Numbers from scratch. `open` holds a byte a cell, 0 where closed.
    pub(super) fn build(&mut self, open: &[u8], width: usize) {
        self.of.clear();
        self.of.resize(open.len(), 0);
        self.parent.clear();
        self.parent.push(0);
        self.stale = false;
        if open.is_empty() {
            return;
        }
        let (runs, count) = label_runs(open, width);
        self.parent.extend(1..=count);
        for run in runs {
            let row = run.row as usize * width;
            self.of[row + run.begin as usize..row + run.end as usize].fill(run.label);
        }
    }

    pub(super) fn is_stale(&self) -> bool {
        self.stale
    }

    /// The component of a node; 0 where it is closed or no node.
    pub(super) fn root(&self, node: usize) -> u32 {
        let mut label = self.of.get(node).copied().unwrap_or(0);
        while let Some(up) = self.parent.get(label as usize).copied().filter(|up| *up != label) {
            label = up;
        }
        label
    }

    /// Notes that a closed node opened; `beside` are its open neighbours along the axes.
    pub(super) fn opened(&mut self, node: usize, beside: impl Iterator<Item = usize>) {
        let mut mine = 0;
        for near in beside {
            let theirs = self.root(near);
            if mine == 0 {
                mine = theirs;
            } else if theirs != mine {
                let (low, high) = (mine.min(theirs), mine.max(theirs));
                self.parent[high as usize] = low;
                mine = low;
            }
        }
        if mine == 0 {
            mine = self.parent.len() as u32;
            self.parent.push(mine);
        }
        self.of[node] = mine;
    }

    /// Notes that an open node closed. `ring` are the eight cells round it, clockwise from the left upper one: bit 0 first,
    /// set where open.
    pub(super) fn closed(&mut self, node: usize, ring: u32) {
        self.of[node] = 0;
        // Neighbours along the axes (odd bits) still hang together when at most one gap lies between them on the ring.
        // A corner alone joins nobody: it counts only between two open neighbours.
        let axes = ring & 0b1010_1010;
        let round = |bit: u32| ring >> (bit % 8) & 1;
        let gaps =
            (0..4).filter(|i| round(2 * i + 1) == 1 && !(round(2 * i + 2) == 1 && round(2 * i + 3) == 1)).count();
        self.stale |= axes.count_ones() > 1 && gaps > 1;
    }

    /// Bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        (self.of.len() + self.parent.len()) * size_of::<u32>()
    }
}
