//! The open list of the hierarchical search: buckets without any order inside.

/// Totals are sorted to a bit more than a cell: 2¹⁹ units of cost.
pub const WIDTH_BITS: u32 = 19;
/// Buckets in the ring; an entry farther ahead waits in the last one.
const BUCKETS: usize = 4096;
const WORDS: usize = BUCKETS / u64::BITS as usize;
const NONE: u32 = u32::MAX;

/// What waits.
#[derive(Clone, Copy, Debug)]
struct Link {
    node: u32,
    cluster: u32,
    /// The next one in the same bucket.
    next: u32,
}

/// A ring of buckets (Dial 1969), each a chain, last come first out. The order inside a bucket is as good as the estimates
/// are: a weighted search loses little by it. Totals may fall again, as they do where estimates overrate.
#[derive(Clone, Debug)]
pub struct Queue {
    heads: Vec<u32>,
    /// A bit a bucket, set where it holds something.
    full: [u64; WORDS],
    links: Vec<Link>,
    /// No bucket before this holds anything, not yet wrapped round; nor does one after `last`.
    first: u64,
    last: u64,
    len: u32,
}

impl Default for Queue {
    fn default() -> Self {
        Self { heads: vec![NONE; BUCKETS], full: [0; WORDS], links: Vec::new(), first: 0, last: 0, len: 0 }
    }
}

impl Queue {
    /// Empties it; memory is kept.
    pub fn clear(&mut self) {
        self.full = [0; WORDS];
        self.links.clear();
        self.len = 0;
    }

    /// Adds a node of a cluster, with its estimated total cost.
    #[inline(always)]
    pub fn push(&mut self, total: u64, node: u32, cluster: u32) {
        let mut bucket = total >> WIDTH_BITS;
        if self.is_empty() {
            (self.first, self.last) = (bucket, bucket);
        }
        // All that wait lie less than a round apart.
        bucket = bucket.clamp(self.last.saturating_sub(BUCKETS as u64 - 1), self.first + (BUCKETS as u64 - 1));
        (self.first, self.last) = (self.first.min(bucket), self.last.max(bucket));
        let (at, word, bit) = place(bucket);
        let next = if self.full[word] & bit == 0 { NONE } else { self.heads[at] };
        self.full[word] |= bit;
        self.heads[at] = self.links.len() as u32;
        self.links.push(Link { node, cluster, next });
        self.len += 1;
    }

    /// A node out of the least bucket that holds any, and its cluster.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<(u32, u32)> {
        if self.is_empty() {
            return None;
        }
        let (start, mut word, _) = place(self.first);
        let mut bits = self.full[word] & (!0 << (start % 64));
        // After a whole round the first word comes once more, with the bits before the start.
        while bits == 0 {
            word = (word + 1) % WORDS;
            bits = self.full[word];
        }
        let at = word * 64 + bits.trailing_zeros() as usize;
        self.first += (at.wrapping_sub(start) % BUCKETS) as u64;
        let Link { node, cluster, next } = self.links[self.heads[at] as usize];
        self.heads[at] = next;
        if next == NONE {
            self.full[word] &= !(1 << (at % 64));
        }
        self.len -= 1;
        Some((node, cluster))
    }

    /// Nodes that wait.
    pub fn len(&self) -> u32 {
        self.len
    }

    /// Whether none waits.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// Where a bucket lies in the ring, and the word and the bit that show whether it holds anything.
#[inline(always)]
fn place(bucket: u64) -> (usize, usize, u64) {
    let at = bucket as usize % BUCKETS;
    (at, at / 64, 1 << (at % 64))
}
