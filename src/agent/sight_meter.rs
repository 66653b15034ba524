//! How long looking takes. Lines of sight are tested within the calls of scripts; reports show their time apart.

use crate::diag::Clock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Adds up the time of all tests of lines of sight, over all threads. Nothing in the simulation reads it.
pub struct SightMeter {
    clock: Box<dyn Clock + Send>,
    ns: AtomicU64,
}

impl SightMeter {
    /// Begins at 0.
    pub fn new(clock: Box<dyn Clock + Send>) -> Self {
        Self { clock, ns: AtomicU64::new(0) }
    }

    /// Looks, and adds the time that it took.
    pub(super) fn time<T>(&self, look: impl FnOnce() -> T) -> T {
        let before = self.clock.nanos();
        let seen = look();
        self.ns.fetch_add(self.clock.nanos().saturating_sub(before), Ordering::Relaxed);
        seen
    }

    /// Nanoseconds since it was asked last.
    pub fn take(&self) -> u64 {
        self.ns.swap(0, Ordering::Relaxed)
    }
}
