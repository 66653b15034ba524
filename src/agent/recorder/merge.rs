//! Repeated events are counted, so that a counter in memory does not push everything else out of the ring.

use super::record::{Record, What};
use std::collections::VecDeque;

/// How far back an equal event is looked for.
const LOOK_BACK: usize = 8;

/// Counts an event with one like it that came shortly before; false when there is none.
pub(super) fn merge(ring: &mut VecDeque<Record>, step: u32, what: &What) -> bool {
    for at in (0..ring.len()).rev().take(LOOK_BACK) {
        let Record { times, what: before, .. } = ring[at];
        if let Some(what) = joined(&before, what) {
            // Writes to several keys take turns; the latest is last.
            ring.remove(at);
            ring.push_back(Record { step, times: times.saturating_add(1), what });
            return true;
        }
        if !may_separate(&before, what) {
            return false;
        }
    }
    false
}

/// Two events as one, when they are of one kind.
fn joined(before: &What, now: &What) -> Option<What> {
    match (*before, *now) {
        (What::Memory { key, old, .. }, What::Memory { key: k, new, .. }) if key == k => {
            Some(What::Memory { key, old, new })
        }
        (What::Path { code, reason, .. }, What::Path { code: c, reason: r, .. }) if (code, reason) == (c, r) => {
            Some(*now)
        }
        (What::Goal(_), What::Goal(_)) => Some(*now),
        (a @ (What::Chase { .. } | What::Fault { .. } | What::Said(_) | What::Shouted(_)), b) if a == b => Some(b),
        _ => None,
    }
}

/// Only writes to memory may be between two that are counted as one; every other event keeps them apart.
fn may_separate(between: &What, now: &What) -> bool {
    matches!(between, What::Memory { .. })
        && matches!(now, What::Memory { .. } | What::Path { .. } | What::Goal(_) | What::Chase { .. })
}
