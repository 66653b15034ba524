//! The open list as a binary heap.

use super::{Entry, OpenList};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Push and pop in the logarithm of its length.
#[derive(Clone, Debug, Default)]
pub struct Heap {
    entries: BinaryHeap<Reverse<Entry>>,
}

impl OpenList for Heap {
    fn clear(&mut self) {
        self.entries.clear();
    }

    fn push(&mut self, entry: Entry) {
        self.entries.push(Reverse(entry));
    }

    fn pop(&mut self) -> Option<Entry> {
        self.entries.pop().map(|Reverse(e)| e)
    }

    fn len(&self) -> usize {
        self.entries.len()
    }
}
