//! Regions brought up to date where cells opened or closed, without a look at the rest of the world where that can be.
//!
//! What opens joins components: their numbers get a common root. What closes may part one. Then the pieces that are left at
//! the change are followed in turn, run by run, until all but one have met another or come to their end, as in decremental
//! connectivity by searches that take turns (Even & Shiloach 1981): a piece that ends is a component of its own. That takes
//! as long as the smallest pieces are large, or as far as it is to where two meet. Where it takes too long all runs are numbered again.

use super::{Anchors, BitGrid, Cell, CellRect, Regions, Run};
use crate::grid::runs::{join, label, runs_of};
use std::ops::Range;
use std::sync::Arc;

/// Runs that are looked at before all are numbered again.
const MOST_FOLLOWED: usize = 2_048;
/// Numbers that no component has any more, before all are given again.
const MOST_SPARE: usize = 4_096;

/// A piece of what was connected, followed from the change on.
#[derive(Default)]
struct Piece {
    /// Its runs that were met, in that order.
    runs: Vec<u32>,
    /// How many of them were left again.
    done: usize,
}

impl Regions {
    /// Lets go of the anchors, until the next [`Regions::repair`].
    pub(in crate::grid) fn let_anchors_go(&mut self) {
        self.anchors = Arc::default();
    }

    /// Brings a part up to date.
    pub(in crate::grid) fn repair(&mut self, part: CellRect, is_open: impl Fn(Cell) -> bool, anchors: Arc<Anchors>) {
        self.anchors = anchors;
        if part.cells() == 0 {
            return;
        }
        let mut new = self.drawn(part, is_open);
        let range = self.row_first[part.origin.y as usize] as usize..self.row_first[part.end().y as usize] as usize;
        let gone = keep_numbers(&self.runs[range.clone()], &mut new);
        let come: Vec<u32> =
            (range.start as u32..).zip(&new).filter(|(_, run)| run.label == 0).map(|(i, _)| i).collect();
        if gone.is_empty() && come.is_empty() {
            return;
        }
        self.put(part, range, new);
        self.largest_runs.take();
        if self.parent.is_empty() {
            self.parent = (0..self.sizes.len() as u32).collect();
        }
        for run in &gone {
            let root = self.root(run.label);
            self.sizes[root as usize] -= run.len();
        }
        let spare = self.parent.len() > MOST_SPARE + 2 * self.runs.len();
        if spare || !self.renumber(&gone, &come) {
            let count = label(&mut self.runs);
            self.count(count);
        }
        self.find_largest();
    }

    /// The runs of a part's rows as they are now, without numbers.
    fn drawn(&self, part: CellRect, is_open: impl Fn(Cell) -> bool) -> Vec<Run> {
        let (first, end) = (part.origin, part.end());
        let (mut runs, mut row) = (Vec::new(), BitGrid::default());
        for y in first.y..end.y {
            row.reset(self.width as u32, 1);
            let mut x = 0;
            for run in self.row(y as usize) {
                row.close_run(0, x, run.begin as i32 - 1);
                x = run.end as i32;
            }
            row.close_run(0, x, self.width as i32 - 1);
            for x in first.x..end.x {
                if is_open(Cell::new(x, y)) {
                    row.reopen(x, 0);
                } else {
                    row.close(x, 0);
                }
            }
            runs_of(row.row(0), self.width, y as u32, &mut runs);
        }
        runs
    }

    /// Puts runs in the place of those of a part's rows.
    fn put(&mut self, part: CellRect, range: Range<usize>, new: Vec<Run>) {
        let (mut at, added) = (range.start, new.len() as i64 - range.len() as i64);
        let mut rows = new.iter().map(|run| run.row).peekable();
        for y in part.origin.y..part.end().y {
            self.row_first[y as usize] = at as u32;
            while rows.next_if_eq(&(y as u32)).is_some() {
                at += 1;
            }
        }
        for first in &mut self.row_first[part.end().y as usize..] {
            *first = (i64::from(*first) + added) as u32;
        }
        self.runs.splice(range, new);
    }

    /// Numbers the runs that came, and again those of components that were parted; `false` where that takes too long.
    fn renumber(&mut self, gone: &[Run], come: &[u32]) -> bool {
        let mut nodes = come.to_vec();
        gone.iter().for_each(|run| self.each_beside(*run, |i| nodes.push(i)));
        come.iter().for_each(|i| self.each_beside(self.runs[*i as usize], |i| nodes.push(i)));
        nodes.sort_unstable();
        nodes.dedup();
        // What is connected at the change itself.
        let mut near: Vec<Run> = nodes.iter().map(|i| self.runs[*i as usize]).collect();
        let count = label(&mut near) as usize;
        let mut pieces: Vec<Piece> = (0..count).map(|_| Piece::default()).collect();
        nodes.iter().zip(&near).for_each(|(i, run)| pieces[run.label as usize - 1].runs.push(*i));
        // Pieces that had a number in common are of one family.
        let mut had: Vec<(u32, u32)> = Vec::new();
        for (i, piece) in (0..).zip(&pieces) {
            let numbers = piece.runs.iter().map(|run| self.runs[*run as usize].label).filter(|label| *label != 0);
            had.extend(numbers.map(|label| (self.root(label), i)));
        }
        had.sort_unstable();
        had.dedup();
        let mut family: Vec<u32> = (0..count as u32).collect();
        for two in had.windows(2).filter(|two| two[0].0 == two[1].0) {
            join(&mut family, two[0].1, two[1].1);
        }
        let families: Vec<u32> = (0..count as u32).map(|i| top(&family, i)).collect();
        let mut owner: Vec<u32> = Vec::new();
        let mut left = MOST_FOLLOWED;
        for head in (0..count).filter(|i| families[*i] == *i as u32) {
            let mut mine = Vec::new();
            for i in (head..count).filter(|i| families[*i] == head as u32) {
                mine.push(std::mem::take(&mut pieces[i]));
            }
            if mine.len() > 1 {
                owner.resize(self.runs.len(), 0);
                let Some(apart) = self.follow(&mut mine, &mut owner, &mut left) else { return false };
                apart.iter().for_each(|group| self.number(group, None));
            } else {
                let root = mine[0].runs.iter().map(|run| self.runs[*run as usize].label).find(|label| *label != 0);
                self.number(&mine[0].runs, root);
            }
        }
        true
    }

    /// Follows the pieces of a family until at most one is not at its end; the runs of each group of pieces that met, those of
    /// the one that goes on (or else the last) under its old number. `None` where that takes too long.
    fn follow(&mut self, pieces: &mut [Piece], owner: &mut [u32], left: &mut usize) -> Option<Vec<Vec<u32>>> {
        let mut group: Vec<u32> = (0..pieces.len() as u32).collect();
        for (i, piece) in (1..).zip(pieces.iter()) {
            piece.runs.iter().for_each(|run| owner[*run as usize] = i);
        }
        let goes_on = loop {
            let mut on: Vec<u32> = (0..pieces.len())
                .filter(|i| pieces[*i].done < pieces[*i].runs.len())
                .map(|i| top(&group, i as u32))
                .collect();
            on.sort_unstable();
            on.dedup();
            if on.len() <= 1 {
                break on.first().copied().unwrap_or_else(|| top(&group, pieces.len() as u32 - 1));
            }
            (0..pieces.len()).try_for_each(|i| {
                let Some(run) = pieces[i].runs.get(pieces[i].done).copied() else { return Some(()) };
                pieces[i].done += 1;
                *left = left.checked_sub(1)?;
                self.each_beside(self.runs[run as usize], |next| match owner[next as usize] {
                    0 => {
                        owner[next as usize] = i as u32 + 1;
                        pieces[i].runs.push(next);
                    }
                    other => join(&mut group, i as u32, other - 1),
                });
                Some(())
            })?;
        };
        let mut apart = Vec::new();
        for head in (0..pieces.len() as u32).filter(|i| top(&group, *i) == *i) {
            let of_head = |i: &usize| top(&group, *i as u32) == head;
            let runs: Vec<u32> =
                (0..pieces.len()).filter(of_head).flat_map(|i| std::mem::take(&mut pieces[i].runs)).collect();
            if head == goes_on {
                let root = runs.iter().map(|run| self.runs[*run as usize].label).find(|label| *label != 0);
                self.number(&runs, root);
            } else {
                apart.push(runs);
            }
        }
        Some(apart)
    }

    /// Gives runs that are connected one number: where there is one that some of them had, all numbers among them come to mean the same;
    /// else a new one.
    fn number(&mut self, runs: &[u32], had: Option<u32>) {
        let label = had.map_or(self.parent.len() as u32, |label| self.root(label));
        if had.is_none() {
            self.parent.push(label);
            self.sizes.push(0);
        }
        for i in runs {
            let Run { label: old, .. } = self.runs[*i as usize];
            let len = self.runs[*i as usize].len();
            if old != 0 && had.is_some() {
                self.unite(label, old);
                continue;
            }
            if old != 0 {
                let root = self.root(old);
                self.sizes[root as usize] -= len;
            }
            self.runs[*i as usize].label = label;
            let root = self.root(label);
            self.sizes[root as usize] += len;
        }
    }

    fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            let (low, high) = (a.min(b), a.max(b));
            self.parent[high as usize] = low;
            self.sizes[low as usize] += std::mem::take(&mut self.sizes[high as usize]);
        }
    }

    /// Calls `each` with the runs in the rows beside a run that share a column with it.
    fn each_beside(&self, run: Run, mut each: impl FnMut(u32)) {
        let rows = [run.row.checked_sub(1), Some(run.row + 1).filter(|row| (*row as usize) < self.height)];
        for row in rows.into_iter().flatten() {
            let first = self.row_first[row as usize] as usize;
            let runs = self.row(row as usize);
            let skipped = runs.partition_point(|other| other.end <= run.begin);
            let beside = runs[skipped..].iter().take_while(|other| other.begin < run.end).count();
            (first + skipped..first + skipped + beside).for_each(|i| each(i as u32));
        }
    }
}

/// Gives new runs the numbers of the old ones that are the same, and returns the old ones that are not among the new. Both are
/// in reading order.
fn keep_numbers(old: &[Run], new: &mut [Run]) -> Vec<Run> {
    let key = |run: &Run| (run.row, run.begin, run.end);
    let mut left = new.iter_mut().peekable();
    let mut gone = Vec::new();
    for run in old {
        while left.next_if(|other| key(other) < key(run)).is_some() {}
        match left.next_if(|other| key(other) == key(run)) {
            Some(same) => same.label = run.label,
            None => gone.push(*run),
        }
    }
    gone
}

/// The first of a set.
fn top(parent: &[u32], mut i: u32) -> u32 {
    while parent[i as usize] != i {
        i = parent[i as usize];
    }
    i
}
