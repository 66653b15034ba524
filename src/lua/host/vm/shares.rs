//! How much creatures keep in the memory of a machine. Together they may keep half of it; beyond that each has an equal
//! share, so that some cannot leave the others without.

use crate::body::column;
use crate::lua::api::params::PlainLimits;

/// What an entry of a table takes, tables half full included.
const ENTRY_BYTES: usize = 64;

/// Bytes that each creature of a machine keeps, by local index.
#[derive(Default)]
pub(super) struct Shares {
    kept: Vec<usize>,
    total: usize,
    /// How many creatures keep anything.
    keepers: usize,
}

impl Shares {
    /// A creature keeps so many bytes from now on.
    pub(super) fn set(&mut self, local: usize, bytes: usize) {
        column::extend(&mut self.kept, local + 1, || 0);
        let before = std::mem::replace(&mut self.kept[local], bytes);
        self.total = self.total - before + bytes;
        self.keepers = self.keepers - usize::from(before > 0) + usize::from(bytes > 0);
    }

    /// The limits of a creature's memory now, and whether they are those of a share. Together creatures may keep `half`.
    pub(super) fn limits(&self, limits: PlainLimits, half: usize) -> (PlainLimits, bool) {
        if self.total <= half {
            return (limits, false);
        }
        let share = half / self.keepers.max(1);
        let entries = limits.entries.min(share / 2 / ENTRY_BYTES);
        (PlainLimits { entries, string_bytes: limits.string_bytes.min(share / 2), ..limits }, true)
    }

    /// Notes what a creature keeps, from what its memory has left of the limits.
    pub(super) fn keep(&mut self, local: usize, limits: PlainLimits, left: PlainLimits) {
        let bytes = (limits.entries - left.entries) * ENTRY_BYTES + (limits.string_bytes - left.string_bytes);
        self.set(local, bytes);
    }
}
