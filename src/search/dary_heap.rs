//! The open list as a heap with four children a node.

use super::OpenList;

/// A 4-ary heap: half as deep as a binary one, and four siblings share a line of the cache (LaMarca & Ladner 1996).
#[derive(Clone, Debug)]
pub struct DaryHeap<E> {
    entries: Vec<E>,
}

impl<E> Default for DaryHeap<E> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

impl<E: Ord + Copy> OpenList<E> for DaryHeap<E> {
    fn clear(&mut self) {
        self.entries.clear();
    }

    #[inline]
    fn push(&mut self, entry: E) {
        let mut hole = self.entries.len();
        self.entries.push(entry);
        let heap = self.entries.as_mut_slice();
        while hole > 0 {
            let parent = (hole - 1) / 4;
            if heap[parent] <= entry {
                break;
            }
            heap[hole] = heap[parent];
            hole = parent;
        }
        heap[hole] = entry;
    }

    #[inline]
    fn pop(&mut self) -> Option<E> {
        let last = self.entries.pop()?;
        let heap = self.entries.as_mut_slice();
        let Some(top) = heap.first().copied() else { return Some(last) };
        let mut hole = 0;
        loop {
            let first = hole * 4 + 1;
            let Some(children) = heap.get(first..(first + 4).min(heap.len())).filter(|c| !c.is_empty()) else { break };
            let (mut least, mut at) = (children[0], first);
            for (i, child) in children.iter().enumerate().skip(1) {
                if *child < least {
                    (least, at) = (*child, first + i);
                }
            }
            if last <= least {
                break;
            }
            heap[hole] = least;
            hole = at;
        }
        heap[hole] = last;
        Some(top)
    }

    fn len(&self) -> usize {
        self.entries.len()
    }
}
