//! A queue with two ends: the least and the greatest of its entries.

/// An interval heap (van Leeuwen & Wood 1993): entries `2i` and `2i + 1` are the ends of an interval that contains those of `2i + 1`
/// and `2i + 2` counted in pairs. The least entry is the first, the greatest the second.
#[derive(Clone, Debug)]
pub(super) struct IntervalHeap<E> {
    entries: Vec<E>,
}

impl<E> Default for IntervalHeap<E> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

impl<E: Ord + Copy> IntervalHeap<E> {
    /// Empties it; memory is kept.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }

    /// Entries in it.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<E>()
    }

    /// Adds an entry.
    pub(super) fn push(&mut self, entry: E) {
        let mut at = self.entries.len();
        self.entries.push(entry);
        let heap = self.entries.as_mut_slice();
        if at % 2 == 1 && heap[at] < heap[at - 1] {
            heap.swap(at, at - 1);
            at -= 1;
        }
        while at >= 2 {
            let low = (at / 2 - 1) / 2 * 2;
            let outer = if heap[at] < heap[low] { low } else { low + 1 };
            if outer == low + 1 && heap[at] <= heap[outer] {
                break;
            }
            heap.swap(at, outer);
            at = outer;
        }
    }

    /// Takes out the least entry.
    pub(super) fn pop_least(&mut self) -> Option<E> {
        let last = self.entries.pop()?;
        let heap = self.entries.as_mut_slice();
        let Some(least) = heap.first().copied() else { return Some(last) };
        heap[0] = last;
        let mut at = 0;
        loop {
            if heap.get(at + 1).is_some_and(|high| *high < heap[at]) {
                heap.swap(at, at + 1);
            }
            let inner = [2 * at + 2, 2 * at + 4].into_iter().filter(|low| *low < heap.len());
            let Some(low) = inner.min_by_key(|low| heap[*low]).filter(|low| heap[*low] < heap[at]) else {
                return Some(least);
            };
            heap.swap(at, low);
            at = low;
        }
    }

    /// Takes out the greatest entry.
    pub(super) fn pop_greatest(&mut self) -> Option<E> {
        let last = self.entries.pop()?;
        let heap = self.entries.as_mut_slice();
        let Some(greatest) = heap.get(1).copied() else {
            // One is left or none, and the last is not less.
            return Some(last);
        };
        heap[1] = last;
        let mut at = 1;
        loop {
            let low = at - at % 2;
            if heap[at] < heap[low] {
                heap.swap(at, low);
            }
            // The last interval may have one end only.
            let ends = heap.len();
            let inner = [2 * low + 3, 2 * low + 5].into_iter().map(|high| high.min(ends - 1).max(high - 1));
            let Some(high) = inner.filter(|i| *i < ends).max_by_key(|i| heap[*i]).filter(|i| heap[*i] > heap[at])
            else {
                return Some(greatest);
            };
            heap.swap(at, high);
            at = high;
        }
    }
}
