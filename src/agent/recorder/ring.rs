//! The events of one creature, oldest first. Each takes the bytes that it needs: half of what a struct would, and there are some for
//! every creature.

use super::record::Record;
use std::ops::Range;

/// Bytes that an event and its length take at most.
pub const LONGEST_PACKED: usize = 32;
/// Bytes that a ring begins with. A newcomer has few events, and there may be more creatures when it has many.
const FIRST_BYTES: usize = 32;
/// Where no more than this is allowed, a ring that grows takes all of it at once: what it outgrows is of no use.
const FEW_BYTES: usize = 768;

/// What one creature may keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Events.
    pub events: usize,
    /// Bytes of them.
    pub bytes: usize,
}

/// Packed events. After each is its length, so that the newest are found as fast as the oldest.
#[derive(Clone, Debug, Default)]
pub(super) struct Ring {
    bytes: Vec<u8>,
    len: u32,
}

impl Ring {
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.len = 0;
    }

    /// How many events there are.
    pub(super) fn len(&self) -> usize {
        self.len as usize
    }

    /// Oldest first.
    pub(super) fn iter(&self) -> impl Iterator<Item = Record> {
        let mut rest = &self.bytes[..];
        std::iter::from_fn(move || {
            let (record, after) = postcard::take_from_bytes(rest).ok()?;
            rest = after.get(1..)?;
            Some(record)
        })
    }

    /// Newest first, each with where it is.
    pub(super) fn newest(&self) -> impl Iterator<Item = (Range<usize>, Record)> {
        let mut end = self.bytes.len();
        std::iter::from_fn(move || {
            let length = usize::from(*self.bytes.get(end.checked_sub(1)?)?);
            let place = (end - 1).checked_sub(length)?..end;
            end = place.start;
            Some((place.clone(), postcard::from_bytes(&self.bytes[place]).ok()?))
        })
    }

    /// Takes out an event that is at a place.
    pub(super) fn remove(&mut self, place: Range<usize>) {
        self.bytes.drain(place);
        self.len -= 1;
    }

    /// Appends an event; the oldest go where it does not fit.
    pub(super) fn push(&mut self, record: &Record, share: Share) {
        let mut packed = [0; LONGEST_PACKED];
        let Ok(length) = postcard::to_slice(record, &mut packed).map(|packed| packed.len()) else { return };
        let Some(end) = packed.get_mut(length) else { return };
        *end = length as u8;
        let packed = &packed[..=length];
        self.make_space(packed.len(), share);
        self.bytes.extend_from_slice(packed);
        self.len += 1;
    }

    fn make_space(&mut self, more: usize, share: Share) {
        let (mut from, mut left) = (0, self.len());
        while left > 0 && (left >= share.events || self.bytes.len() - from + more > share.bytes) {
            from += self.length_at(from);
            left -= 1;
        }
        if from > 0 {
            self.bytes.drain(..from);
            self.len = left as u32;
            // There may be more creatures than when it grew: each one's share is smaller.
            self.bytes.shrink_to(share.bytes);
        }
        let needed = self.bytes.len() + more;
        if needed > self.bytes.capacity() {
            let next = if self.bytes.is_empty() {
                FIRST_BYTES
            } else if share.bytes <= FEW_BYTES {
                share.bytes
            } else {
                (self.bytes.capacity() * 2).min(share.bytes)
            };
            self.bytes.reserve_exact(next.max(needed) - self.bytes.len());
        }
    }

    /// How many bytes the event takes that begins at a place.
    fn length_at(&self, from: usize) -> usize {
        let rest = &self.bytes[from..];
        let after = postcard::take_from_bytes::<Record>(rest).map_or(0, |(_, after)| after.len().saturating_sub(1));
        rest.len() - after
    }
}
