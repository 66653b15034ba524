//! Runs that came, and components that may have been parted, numbered.
//!
//! What opens joins components: their numbers get a common root. What closes may part one. Then the pieces that are left at
//! the change are followed in turn, run by run, until all but one have met another or come to their end, as in decremental
//! connectivity by searches that take turns (Even & Shiloach 1981): a piece that ends is a component of its own. That takes
//! as long as the smallest pieces are large, or as far as it is to where two meet. Where it takes too long all runs are numbered again.

use super::{Regions, Run};
use crate::grid::runs::{join, label, root};
use std::collections::BTreeMap;

/// A piece of what was connected, followed from the change on.
#[derive(Default)]
struct Piece {
    /// Its runs that were met, in that order.
    runs: Vec<u32>,
    /// How many of them were left again.
    done: usize,
}

impl Piece {
    fn goes_on(&self) -> bool {
        self.done < self.runs.len()
    }
}

/// Which pieces have met.
struct Groups {
    parent: Vec<u32>,
    /// By the first piece of a group: how many of its pieces go on.
    going: Vec<u32>,
    /// How many groups go on.
    left: usize,
}

impl Groups {
    fn of(pieces: &[Piece]) -> Self {
        let going: Vec<u32> = pieces.iter().map(|piece| piece.goes_on().into()).collect();
        let left = going.iter().filter(|going| **going > 0).count();
        Self { parent: (0..pieces.len() as u32).collect(), going, left }
    }

    fn top(&mut self, piece: usize) -> usize {
        root(&mut self.parent, piece as u32) as usize
    }

    fn meet(&mut self, a: usize, b: usize) {
        let (a, b) = (self.top(a), self.top(b));
        if a == b {
            return;
        }
        join(&mut self.parent, a as u32, b as u32);
        let (low, high) = (a.min(b), a.max(b));
        self.left -= usize::from(self.going[low] > 0 && self.going[high] > 0);
        self.going[low] += std::mem::take(&mut self.going[high]);
    }

    /// A piece came to its end.
    fn end(&mut self, piece: usize) {
        let top = self.top(piece);
        self.going[top] -= 1;
        self.left -= usize::from(self.going[top] == 0);
    }
}

impl Regions {
    /// Numbers the runs that came at a place, and again those of components that were parted; `false` where more than `left` runs
    /// would be followed.
    ///
    /// What goes on at other places may be numbered yet or not: runs without a number are part of what is followed like all others. `parted` are the
    /// numbers that components got which other places parted: what this place parts from one of these may have lost the rest with it, so
    /// that its number is another one's. Then it is `false`, too.
    pub(super) fn renumber(&mut self, gone: &[Run], come: &[u32], left: &mut usize, parted: &mut Vec<u32>) -> bool {
        let mut pieces = self.pieces(gone, come);
        let labels = pieces.iter().flat_map(|piece| &piece.runs).map(|run| self.runs[*run as usize].label);
        if labels.filter(|label| *label != 0).any(|label| parted.iter().any(|p| self.root(*p) == self.root(label))) {
            return false;
        }
        // Pieces that had a number in common are of one family.
        let mut had: Vec<(u32, u32)> = Vec::new();
        for (i, piece) in (0..).zip(&pieces) {
            let numbers = piece.runs.iter().map(|run| self.runs[*run as usize].label).filter(|label| *label != 0);
            had.extend(numbers.map(|label| (self.root(label), i)));
        }
        had.sort_unstable();
        had.dedup();
        let mut parent: Vec<u32> = (0..pieces.len() as u32).collect();
        for two in had.windows(2).filter(|two| two[0].0 == two[1].0) {
            join(&mut parent, two[0].1, two[1].1);
        }
        for family in grouped(pieces.len(), |i| root(&mut parent, i)) {
            let mut mine: Vec<Piece> = family.iter().map(|i| std::mem::take(&mut pieces[*i as usize])).collect();
            if let [one] = &mine[..] {
                let had = self.number_among(&one.runs);
                self.number(&one.runs, had);
            } else if !self.part(&mut mine, left, parted) {
                return false;
            }
        }
        true
    }

    /// What is connected at the change itself: the runs that came, and those beside them and beside what went.
    fn pieces(&self, gone: &[Run], come: &[u32]) -> Vec<Piece> {
        let mut nodes = come.to_vec();
        gone.iter().for_each(|run| self.each_beside(*run, |i| nodes.push(i)));
        come.iter().for_each(|i| self.each_beside(self.runs[*i as usize], |i| nodes.push(i)));
        nodes.sort_unstable_by_key(|i| (self.runs[*i as usize].row, self.runs[*i as usize].begin));
        nodes.dedup();
        let mut near: Vec<Run> = nodes.iter().map(|i| self.runs[*i as usize]).collect();
        let count = label(&mut near) as usize;
        let mut pieces: Vec<Piece> = (0..count).map(|_| Piece::default()).collect();
        nodes.iter().zip(&near).for_each(|(i, run)| pieces[run.label as usize - 1].runs.push(*i));
        pieces
    }

    /// Follows the pieces of a family until at most one group of those that met is not at its end. That one, or else the last,
    /// keeps the old number; each other gets one of its own. `false` where that takes too long.
    fn part(&mut self, pieces: &mut [Piece], left: &mut usize, parted: &mut Vec<u32>) -> bool {
        let mut groups = Groups::of(pieces);
        let mut owner: BTreeMap<u32, usize> = BTreeMap::new();
        for (i, piece) in pieces.iter().enumerate() {
            owner.extend(piece.runs.iter().map(|run| (*run, i)));
        }
        let mut going: Vec<usize> = (0..pieces.len()).filter(|i| pieces[*i].goes_on()).collect();
        while groups.left > 1 {
            for i in &going {
                let Some(less) = left.checked_sub(1) else { return false };
                *left = less;
                let run = pieces[*i].runs[pieces[*i].done];
                pieces[*i].done += 1;
                self.each_beside(self.runs[run as usize], |next| match owner.get(&next) {
                    None => {
                        owner.insert(next, *i);
                        pieces[*i].runs.push(next);
                    }
                    Some(other) => groups.meet(*i, *other),
                });
                if !pieces[*i].goes_on() {
                    groups.end(*i);
                }
            }
            going.retain(|i| pieces[*i].goes_on());
        }
        let goes_on = going.first().map_or(pieces.len() - 1, |i| *i);
        let goes_on = groups.top(goes_on) as u32;
        let apart: Vec<Vec<u32>> = grouped(pieces.len(), |i| groups.top(i as usize) as u32);
        // Numbers that were met are read before any run gets a new one.
        let (keep, new): (Vec<_>, Vec<_>) = apart.into_iter().partition(|group| group[0] == goes_on);
        let runs_of = |group: &[u32]| -> Vec<u32> {
            group.iter().flat_map(|i| pieces[*i as usize].runs.iter().copied()).collect()
        };
        for group in keep {
            let runs = runs_of(&group);
            let had = self.number_among(&runs);
            self.number(&runs, had);
        }
        for group in new {
            parted.push(self.number(&runs_of(&group), None));
        }
        true
    }

    /// A number that some of the runs have.
    fn number_among(&self, runs: &[u32]) -> Option<u32> {
        runs.iter().map(|run| self.runs[*run as usize].label).find(|label| *label != 0)
    }

    /// Gives runs that are connected one number: where there is one that some of them had, all numbers among them come to mean the same;
    /// else a new one. Returns it.
    fn number(&mut self, runs: &[u32], had: Option<u32>) -> u32 {
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
        label
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
            let first = self.rows[row as usize].first as usize;
            let runs = self.row(row as usize);
            let skipped = runs.partition_point(|other| other.end <= run.begin);
            let beside = runs[skipped..].iter().take_while(|other| other.begin < run.end).count();
            (first + skipped..first + skipped + beside).for_each(|i| each(i as u32));
        }
    }
}

/// The numbers below `count` in groups by their first, these in order.
fn grouped(count: usize, mut first: impl FnMut(u32) -> u32) -> Vec<Vec<u32>> {
    let mut by_first: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    (0..count as u32).for_each(|i| by_first.entry(first(i)).or_default().push(i));
    by_first.into_values().collect()
}
