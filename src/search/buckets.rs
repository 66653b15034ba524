//! The open list as buckets of nearly equal totals.

use super::{Cost, DaryHeap, OpenEntry, OpenList, STRAIGHT};
use crate::grid::next_bit;

/// Entries whose totals differ by less than this share a bucket: half a cell.
pub(super) const BUCKET: u64 = STRAIGHT / 2;
/// Without slack a bucket is as wide as the greatest power of two below.
const BUCKET_BITS: u32 = BUCKET.ilog2();
/// Entries this many buckets ahead or more share the last one.
pub(super) const MAX_BUCKETS: usize = 1 << 16;

/// Buckets (Dial 1969) that keep the exact order: only the bucket at hand is a heap, a small one; those ahead are
/// unsorted, so that most entries, which are never taken out, cost nothing but their writing down. With slack the bucket at
/// hand is a stack: searches that look at many cells of nearly equal totals spend most of their time in that heap.
#[derive(Clone, Debug, Default)]
pub struct Buckets {
    /// Entries of the present bucket and of any before it: in the heap, or in the stack where there is slack.
    near: DaryHeap<OpenEntry>,
    stack: Vec<OpenEntry>,
    /// `ahead[i]`: entries of bucket `first + i`; the last one has all that lie beyond it too. All before `at` are empty.
    ahead: Vec<Vec<OpenEntry>>,
    /// A bit a bucket of `ahead`, set where it holds entries: long stretches of empty ones are passed at a glance.
    full: Vec<u64>,
    /// The bucket number of `ahead[0]`; set by the first push.
    first: Option<u64>,
    /// Entries of buckets below this are near.
    at: usize,
    len: usize,
    /// Totals of a bucket differ below this bit.
    shift: u32,
    is_loose: bool,
}

impl Buckets {
    #[inline(always)]
    fn bucket(&self, entry: OpenEntry) -> u64 {
        entry.total() >> self.shift
    }

    /// Goes to the next bucket; whether there was one. What lies beyond the last one is spread again.
    fn advance(&mut self) -> bool {
        let Some(next) = next_bit(&self.full, 0, self.at) else { return false };
        self.full[next / 64] &= !(1 << (next % 64));
        let mut entries = std::mem::take(&mut self.ahead[next]);
        if next + 1 == MAX_BUCKETS {
            self.first = entries.iter().map(|entry| self.bucket(*entry)).min();
            self.at = 0;
            self.len -= entries.len();
            entries.drain(..).for_each(|entry| self.push(entry));
        } else {
            self.at = next + 1;
            if self.is_loose {
                std::mem::swap(&mut self.stack, &mut entries);
            } else {
                entries.drain(..).for_each(|entry| self.near.push(entry));
            }
        }
        if self.ahead[next].is_empty() {
            self.ahead[next] = entries;
        }
        true
    }
}

impl OpenList<OpenEntry> for Buckets {
    fn clear(&mut self) {
        self.clear_with_slack(0);
    }

    fn clear_with_slack(&mut self, slack: Cost) -> Cost {
        self.near.clear();
        self.stack.clear();
        while let Some(next) = next_bit(&self.full, 0, self.at) {
            self.ahead[next].clear();
            self.full[next / 64] &= !(1 << (next % 64));
        }
        (self.first, self.at, self.len, self.is_loose) = (None, 0, 0, slack > 0);
        self.shift = if self.is_loose { slack.ilog2() } else { BUCKET_BITS };
        slack
    }

    #[inline]
    fn push(&mut self, entry: OpenEntry) {
        let bucket = self.bucket(entry);
        let first = *self.first.get_or_insert(bucket);
        self.len += 1;
        let i = (bucket.saturating_sub(first) as usize).min(MAX_BUCKETS - 1);
        if i < self.at {
            if self.is_loose {
                self.stack.push(entry);
            } else {
                self.near.push(entry);
            }
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
        let entry = loop {
            match if self.is_loose { self.stack.pop() } else { self.near.pop() } {
                Some(entry) => break entry,
                None if self.advance() => {}
                None => return None,
            }
        };
        self.len -= 1;
        Some(entry)
    }

    fn len(&self) -> usize {
        self.len
    }
}
