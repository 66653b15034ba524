//! What searches on the shared grid found lately: a bounded memory of paths and of failures.

use crate::geom::Cell;
use crate::nav::Reason;
use crate::nav::planner::{Key, cell_bits};

/// Results that are kept at most; a power of two.
const SLOTS: usize = 4096;
/// Turns that are kept at most, in all results together.
const CELLS: usize = 1 << 16;
/// A longer path is not kept: it would push out too many others.
pub const LONGEST: usize = CELLS / 16;

/// The result of a search: where the path turns, start and goal included, or why there is none.
pub(crate) type Outcome<'a> = Result<&'a [Cell], Reason>;

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: Key,
    /// Cells ever written before this result's.
    begin: u64,
    len: u32,
    failure: Option<Reason>,
}

/// Results by key, each in one possible slot, and their paths in a ring: new ones push out old ones. All memory is taken
/// at once, by the first result.
#[derive(Clone, Debug, Default)]
pub struct Results {
    slots: Vec<Option<Entry>>,
    cells: Vec<Cell>,
    written: u64,
    /// Results ever taken in, and how often all were forgotten.
    known: u64,
}

impl Results {
    /// What is known of a search.
    pub fn get(&self, key: &Key) -> Option<Outcome<'_>> {
        let entry = self.slots.get(slot(key))?.as_ref().filter(|e| e.key == *key)?;
        if let Some(reason) = entry.failure {
            return Some(Err(reason));
        }
        // Once the ring has come round, the path is overwritten.
        if self.written - entry.begin > CELLS as u64 {
            return None;
        }
        let begin = (entry.begin % CELLS as u64) as usize;
        self.cells.get(begin..begin + entry.len as usize).map(Ok)
    }

    /// Keeps a result.
    pub fn put(&mut self, key: &Key, outcome: Outcome) {
        self.reserve();
        let (path, failure) = (outcome.unwrap_or_default(), outcome.err());
        if path.len() > LONGEST {
            return;
        }
        // A path lies in one piece: what is left before the ring's end is skipped.
        let at = (self.written % CELLS as u64) as usize;
        if at + path.len() > CELLS {
            self.written += (CELLS - at) as u64;
        }
        let at = (self.written % CELLS as u64) as usize;
        self.cells[at..at + path.len()].copy_from_slice(path);
        self.slots[slot(key)] = Some(Entry { key: *key, begin: self.written, len: path.len() as u32, failure });
        self.written += path.len() as u64;
        self.known += 1;
    }

    /// Forgets all results.
    pub fn forget(&mut self) {
        self.slots.fill(None);
        self.known += 1;
    }

    /// Takes all memory at once.
    pub fn reserve(&mut self) {
        if self.slots.is_empty() {
            self.slots.resize(SLOTS, None);
            self.cells.resize(CELLS, Cell::default());
        }
    }

    /// Represents all it holds, which follows from how much it ever took in: for the world hash.
    pub fn state(&self) -> (u64, u64) {
        (self.written, self.known)
    }
}

/// Where the result of a search is kept (multiplicative hashing, Knuth 1973).
fn slot(key: &Key) -> usize {
    // Radii in whole tenths of a metre: there are few sizes in a world.
    let (radius, height, moves) = key.size;
    let size = (u64::from(radius.div_ceil(10)) << 32) | (u64::from(moves.0) << 24) | u64::from(height);
    let mix = |h: u64, w: u64| (h.rotate_left(23) ^ w).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mix(mix(mix(u64::from(key.storey.0), size), cell_bits(key.start)), cell_bits(key.goal)) >> 40) as usize % SLOTS
}
