//! The open list as a binary heap.

use super::{Entry, OpenList};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Push and pop in the logarithm of its length.
#[derive(Clone, Debug)]
pub struct Heap<E = Entry> {
    entries: BinaryHeap<Reverse<E>>,
}

impl<E: Ord> Default for Heap<E> {
    fn default() -> Self {
        Self { entries: BinaryHeap::new() }
    }
}

impl<E: Ord> OpenList<E> for Heap<E> {
    fn clear(&mut self) {
        self.entries.clear();
    }

    fn push(&mut self, entry: E) {
        self.entries.push(Reverse(entry));
    }

    fn pop(&mut self) -> Option<E> {
        self.entries.pop().map(|Reverse(e)| e)
    }

    fn len(&self) -> usize {
        self.entries.len()
    }
}
