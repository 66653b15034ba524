//! How the cells of an index list their volumes: packed, where these stay; linked, where they come and go.

use super::entry::Entry;
use std::ops::Range;

/// The lists of all cells.
pub trait Lists {
    /// The entries of a cell, those of lower volumes first.
    fn cell(&self, cell: usize) -> impl Iterator<Item = &Entry>;
}

/// One list of all, cell by cell.
#[derive(Clone, Debug, Default)]
pub struct Packed {
    /// Where each cell's entries begin, row by row; one more at the end.
    first: Vec<u32>,
    entries: Vec<Entry>,
}

impl Packed {
    /// Lists entries in the cells that `cells` names, of so many in all.
    pub(super) fn new<C: Iterator<Item = usize>>(count: usize, all: &[Entry], cells: impl Fn(&Entry) -> C) -> Self {
        let mut first = vec![0_u32; count + 1];
        all.iter().flat_map(&cells).for_each(|cell| first[cell + 1] += 1);
        for i in 1..first.len() {
            first[i] += first[i - 1];
        }
        let Some(some) = all.first() else { return Self { first, entries: Vec::new() } };
        let mut entries = vec![*some; first[count] as usize];
        let mut next = first.clone();
        for entry in all {
            for cell in cells(entry) {
                entries[next[cell] as usize] = *entry;
                next[cell] += 1;
            }
        }
        Self { first, entries }
    }

    /// How many entries cells that follow each other have.
    pub(super) fn in_cells(&self, cells: Range<usize>) -> u32 {
        self.first[cells.end] - self.first[cells.start]
    }
}

impl Lists for Packed {
    #[inline]
    fn cell(&self, cell: usize) -> impl Iterator<Item = &Entry> {
        self.entries[self.first[cell] as usize..self.first[cell + 1] as usize].iter()
    }
}

/// No entry.
const NONE: u32 = u32::MAX;

/// A chain of entries for each cell: one comes or goes in the time it takes to go along the chain of its cell.
#[derive(Clone, Debug, Default)]
pub struct Linked {
    /// By cell: its first entry, or `NONE`.
    first: Vec<u32>,
    /// Each with the number of the next one.
    entries: Vec<(Entry, u32)>,
    /// Entries that no cell lists.
    free: Vec<u32>,
}

impl Linked {
    pub(super) fn of_cells(count: usize) -> Self {
        Self { first: vec![NONE; count], ..Self::default() }
    }

    pub(super) fn insert(&mut self, cell: usize, entry: Entry) {
        let (before, next) = self.place(cell, entry.volume);
        let at = self.free.pop().unwrap_or(self.entries.len() as u32);
        if at as usize == self.entries.len() {
            self.entries.push((entry, next));
        } else {
            self.entries[at as usize] = (entry, next);
        }
        self.link(cell, before, at);
    }

    pub(super) fn remove(&mut self, cell: usize, volume: u32) {
        let (before, at) = self.place(cell, volume);
        if let Some((entry, next)) = self.entries.get(at as usize).copied()
            && entry.volume == volume
        {
            self.link(cell, before, next);
            self.free.push(at);
        }
    }

    /// The last entry of a cell with a lower volume, and the one after it.
    fn place(&self, cell: usize, volume: u32) -> (u32, u32) {
        let (mut before, mut at) = (NONE, self.first[cell]);
        while let Some((entry, next)) = self.entries.get(at as usize)
            && entry.volume < volume
        {
            (before, at) = (at, *next);
        }
        (before, at)
    }

    /// Has one entry of a cell follow another, or be its first.
    fn link(&mut self, cell: usize, before: u32, after: u32) {
        match self.entries.get_mut(before as usize) {
            Some((_, next)) => *next = after,
            None => self.first[cell] = after,
        }
    }
}

impl Lists for Linked {
    fn cell(&self, cell: usize) -> impl Iterator<Item = &Entry> {
        let at = |at: u32| self.entries.get(at as usize);
        std::iter::successors(at(self.first[cell]), move |(_, next)| at(*next)).map(|(entry, _)| entry)
    }
}
