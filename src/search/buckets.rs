//! The open list as buckets of nearly equal totals.

use super::{DaryHeap, OpenEntry, OpenList, STRAIGHT};
use crate::grid::next_bit;

/// Entries whose totals differ by less than this share a bucket: half a cell.
pub(super) const BUCKET: u64 = STRAIGHT / 2;
/// Entries this many buckets ahead or more share the last one.
pub(super) const MAX_BUCKETS: usize = 1 << 16;

/// Buckets (Dial 1969) that keep the exact order: only the bucket at hand is a heap, a small one; those ahead are
/// unsorted, so that most entries, which are never taken out, cost nothing but their writing down.
#[derive(Clone, Debug, Default)]
pub struct Buckets {
    /// Entries of the present bucket and of any before it.
    near: DaryHeap<OpenEntry>,
    /// `ahead[i]`: entries of bucket `first + i`. All before `at` are empty.
    ahead: Vec<Vec<OpenEntry>>,
    /// A bit a bucket of `ahead`, set where it holds entries: long stretches of empty ones are passed at a glance.
    full: Vec<u64>,
    /// The bucket number of `ahead[0]`; set by the first push.
    first: Option<u64>,
    /// Entries of buckets below this are in `near`.
    at: usize,
    len: usize,
}

impl Buckets {
    /// Takes the next bucket's entries out, into `take`.
    fn empty_next(&mut self, mut take: impl FnMut(&mut DaryHeap<OpenEntry>, OpenEntry)) -> bool {
        let Some(next) = next_bit(&self.full, 0, self.at) else { return false };
        for entry in self.ahead[next].drain(..) {
            take(&mut self.near, entry);
        }
        self.full[next / 64] &= !(1 << (next % 64));
        self.at = next + 1;
        true
    }
}

impl OpenList<OpenEntry> for Buckets {
    fn clear(&mut self) {
        self.near.clear();
        while self.empty_next(|_, _| ()) {}
        (self.first, self.at, self.len) = (None, 0, 0);
    }

    #[inline]
    fn push(&mut self, entry: OpenEntry) {
        let bucket = entry.total() / BUCKET;
        let first = *self.first.get_or_insert(bucket);
        self.len += 1;
        let i = (bucket.saturating_sub(first) as usize).min(MAX_BUCKETS - 1);
        if i < self.at {
            self.near.push(entry);
            return;
        }
        if i >= self.ahead.len() {
            self.ahead.resize_with(i + 1, Vec::new);
            self.full.resize(i / 64 + 1, 0);
        }
        self.ahead[i].push(entry);
        self.full[i / 64] |= 1 << (i % 64);
    }

    #[inline]
    fn pop(&mut self) -> Option<OpenEntry> {
        while self.near.is_empty() && self.empty_next(DaryHeap::push) {}
        let entry = self.near.pop()?;
        self.len -= 1;
        Some(entry)
    }

    fn len(&self) -> usize {
        self.len
    }
}
