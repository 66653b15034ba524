//! Connected components by runs: stretches of open cells in a row, joined where they touch in the next row.

use super::BitGrid;

/// A stretch of open cells in one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub row: u32,
    pub begin: u32,
    /// One past the last column.
    pub end: u32,
    pub label: u32,
}

impl Run {
    /// A place without a run.
    pub(super) const NONE: Self = Self { row: 0, begin: 0, end: 0, label: 0 };

    pub(super) fn len(self) -> u32 {
        self.end - self.begin
    }
}

/// The runs of all rows in reading order, each with its component's number, and how many components there are.
pub(super) fn label_runs(grid: &BitGrid) -> (Vec<Run>, u32) {
    let mut runs = Vec::new();
    for row in 0..grid.height() {
        runs_of(grid.row(row as usize), grid.width() as usize, row, &mut runs);
    }
    let count = label(&mut runs);
    (runs, count)
}

/// Appends the runs of a row, without numbers. Bits are set where cells are closed.
pub(super) fn runs_of(closed: &[u64], width: usize, row: u32, out: &mut Vec<Run>) {
    let mut x = 0;
    while let Some(begin) = next_bit(closed, !0, x).filter(|begin| *begin < width) {
        let end = next_bit(closed, 0, begin).unwrap_or(width);
        out.push(Run { row, begin: begin as u32, end: end as u32, label: 0 });
        x = end;
    }
}

/// Numbers the components of runs in reading order, from 1 in reading order of the component's first cell; returns how many
/// there are. Two passes over runs instead of cells (He, Chao & Suzuki 2008).
pub(super) fn label(runs: &mut [Run]) -> u32 {
    // For each run, an earlier run of its component; itself for the first.
    let mut parent: Vec<u32> = (0..runs.len() as u32).collect();
    let (mut above, mut first) = (0..0, 0);
    while first < runs.len() {
        let row = runs[first].row;
        let end = first + runs[first..].partition_point(|run| run.row == row);
        if above.end > above.start && runs[above.start].row + 1 == row {
            join_rows(runs, above, first..end, &mut parent);
        }
        (above, first) = (first..end, end);
    }
    let mut count = 0;
    for i in 0..runs.len() {
        let root = root(&mut parent, i as u32) as usize;
        if root == i {
            count += 1;
            runs[i].label = count;
        } else {
            runs[i].label = runs[root].label;
        }
    }
    count
}

/// The first bit from `from` on that is set once all are turned by `flip`.
#[inline]
pub(crate) fn next_bit(words: &[u64], flip: u64, from: usize) -> Option<usize> {
    let mut word = from / 64;
    let mut bits = (words.get(word)? ^ flip) & (!0 << (from % 64));
    while bits == 0 {
        word += 1;
        bits = words.get(word)? ^ flip;
    }
    Some(word * 64 + bits.trailing_zeros() as usize)
}

/// Joins the runs of two rows that share a column.
fn join_rows(runs: &[Run], above: std::ops::Range<usize>, below: std::ops::Range<usize>, parent: &mut [u32]) {
    let (mut a, mut b) = (above.start, below.start);
    while a < above.end && b < below.end {
        if runs[a].begin < runs[b].end && runs[b].begin < runs[a].end {
            join(parent, a as u32, b as u32);
        }
        if runs[a].end <= runs[b].end { a += 1 } else { b += 1 }
    }
}

/// The first element of a set, with path halving: an element that is its own parent.
pub(super) fn root(parent: &mut [u32], mut i: u32) -> u32 {
    while parent[i as usize] != i {
        parent[i as usize] = parent[parent[i as usize] as usize];
        i = parent[i as usize];
    }
    i
}

/// Joins two sets. The earlier root stays the root, so that numbers given in order of roots are in reading order.
pub(crate) fn join(parent: &mut [u32], a: u32, b: u32) {
    let (a, b) = (root(parent, a), root(parent, b));
    parent[a.max(b) as usize] = a.min(b);
}
