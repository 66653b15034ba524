//! Which deaths have a line in the log.

use crate::agent::Symbol;
use std::collections::BTreeMap;

/// In each second of the world so many deaths have a line of their own in the log.
const OWN_LINES: u32 = 3;

/// The deaths of a second of the world. Without the line that counts most of them, the log of a world of many creatures would have no other lines.
#[derive(Clone, Debug, Default)]
pub(super) struct DeathNotes {
    second: u64,
    lines: u32,
    others: BTreeMap<Symbol, u32>,
}

impl DeathNotes {
    /// Those without a line of their own, where another second begins.
    pub(super) fn others_before(&mut self, second: u64) -> BTreeMap<Symbol, u32> {
        if self.second == second {
            return BTreeMap::new();
        }
        std::mem::replace(self, Self { second, ..Self::default() }).others
    }

    /// Whether one more death has a line of its own; if not, it is counted.
    pub(super) fn has_line(&mut self, behaviour: Symbol) -> bool {
        self.lines += 1;
        if self.lines > OWN_LINES {
            *self.others.entry(behaviour).or_default() += 1;
        }
        self.lines <= OWN_LINES
    }
}
