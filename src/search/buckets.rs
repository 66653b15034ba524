//! The open list as buckets of nearly equal totals.

use super::{OpenList, QuadHeap, STRAIGHT, Waiting};

/// Entries whose totals differ by less than this share a bucket: half a cell.
const BUCKET: u64 = STRAIGHT / 2;
/// Entries this many buckets ahead or more share the last one.
const MAX_BUCKETS: usize = 1 << 16;

/// Buckets (Dial 1969) that keep the exact order: only the bucket at hand is a heap, a small one; those ahead are
/// unsorted, so that most entries, which are never taken out, cost nothing but their writing down.
#[derive(Clone, Debug, Default)]
pub struct Buckets {
    /// Entries of the present bucket and of any before it.
    near: QuadHeap<Waiting>,
    /// `ahead[i]`: entries of bucket `first + i`.
    ahead: Vec<Vec<Waiting>>,
    /// The bucket number of `ahead[0]`; set by the first push.
    first: u64,
    /// `ahead[..at]` are in `near`.
    at: usize,
    /// Buckets in use: those from here on are empty.
    used: usize,
    len: usize,
}

impl Buckets {
    fn refill(&mut self) {
        while self.near.is_empty() && self.at < self.used {
            for entry in self.ahead[self.at].drain(..) {
                self.near.push(entry);
            }
            self.at += 1;
        }
    }
}

impl OpenList<Waiting> for Buckets {
    fn clear(&mut self) {
        self.near.clear();
        self.ahead.iter_mut().take(self.used).for_each(Vec::clear);
        (self.first, self.at, self.used, self.len) = (0, 0, 0, 0);
    }

    #[inline]
    fn push(&mut self, entry: Waiting) {
        let bucket = entry.total() / BUCKET;
        if self.len == 0 && self.used == 0 {
            self.first = bucket;
        }
        self.len += 1;
        let i = (bucket.saturating_sub(self.first) as usize).min(MAX_BUCKETS - 1);
        if i < self.at {
            self.near.push(entry);
            return;
        }
        if i >= self.ahead.len() {
            self.ahead.resize_with(i + 1, Vec::new);
        }
        self.used = self.used.max(i + 1);
        self.ahead[i].push(entry);
    }

    #[inline]
    fn pop(&mut self) -> Option<Waiting> {
        self.refill();
        let entry = self.near.pop()?;
        self.len -= 1;
        Some(entry)
    }

    fn len(&self) -> usize {
        self.len
    }
}
