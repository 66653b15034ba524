//! A ring of events that grows as it fills, up to its share.

use super::record::Record;

/// Capacity that a ring begins with.
const FIRST: usize = 8;

/// One creature's events.
#[derive(Clone, Debug, Default)]
pub(super) struct Ring {
    records: Vec<Record>,
    /// Where the oldest one lies.
    first: usize,
}

impl Ring {
    pub fn clear(&mut self) {
        self.records.clear();
        self.first = 0;
    }

    /// Appends an event; the oldest goes when there are `most`.
    pub fn push(&mut self, record: Record, most: usize) {
        if self.records.len() > most {
            // There are more creatures than when it grew: each one's share is smaller.
            self.records.rotate_left(self.first);
            self.records.drain(..self.records.len() - most);
            self.records.shrink_to_fit();
            self.first = 0;
        }
        let len = self.records.len();
        if len < most {
            // Below its share a ring has never gone round, unless its share grew since.
            self.records.rotate_left(self.first);
            self.first = 0;
            if len == self.records.capacity() {
                self.records.reserve_exact((len * 2).clamp(FIRST, most.max(FIRST)) - len);
            }
            self.records.push(record);
        } else {
            self.records[self.first] = record;
            self.first = (self.first + 1) % len;
        }
    }

    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// The event `back` places before the newest, which is 0.
    pub fn newest(&mut self, back: usize) -> Option<&mut Record> {
        let len = self.records.len();
        let at = len.checked_sub(back + 1)?;
        self.records.get_mut((self.first + at) % len)
    }

    /// Makes the event `back` places before the newest the newest one.
    pub fn renew(&mut self, back: usize) {
        let len = self.records.len();
        for b in (0..back).rev() {
            let at = |b: usize| (self.first + len - b - 1) % len;
            let (i, j) = (at(b + 1), at(b));
            self.records.swap(i, j);
        }
    }

    /// Oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Record> {
        self.records[self.first..].iter().chain(&self.records[..self.first])
    }
}
