//! Pooled memory for searches on the shared grid: a few, prepared before the first step.

use crate::grid::Field;
use crate::search::{Buckets, Estimate, FieldSearch, Jumps};
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The search of the shared-grid planner.
type SharedSearch = FieldSearch<Buckets>;

/// Memory that is prepared for searches that outlive a step, bytes …
const PARKED_BYTES: usize = 64 << 20;
/// … but for so many searches at least and at most.
const PARKED: RangeInclusive<usize> = 2..=32;

/// Searches not in use. A search keeps a record a cell of the whole map, so agents share a few: nearly all
/// searches end within their first slice, and only those that do not hold on to one until the next step.
#[derive(Debug, Default)]
pub(super) struct SearchPool {
    free: Mutex<Vec<SharedSearch>>,
    /// Searches there are, those in use included.
    pub(super) total: usize,
    /// How many of them agents may hold from one step to the next.
    parkable: usize,
}

impl SearchPool {
    /// For fields of the size of this one, worked on by so many threads at a time. Every page of memory is touched here,
    /// so that no step pays for it.
    pub(super) fn new(field: &Field, threads: usize) -> Self {
        // Between ends outside the field there is nothing to search.
        let nowhere = crate::geom::Cell::new(-1, -1);
        let touched = || {
            let mut search = SharedSearch::default();
            search.begin(&Jumps { field }, nowhere, nowhere, Estimate::default());
            search
        };
        let first = touched();
        let parkable = (PARKED_BYTES / first.bytes().max(1)).clamp(*PARKED.start(), *PARKED.end());
        let total = parkable + threads.max(1);
        let mut free = Vec::with_capacity(total);
        free.push(first);
        free.resize_with(total, touched);
        Self { free: Mutex::new(free), total, parkable }
    }

    /// How many more searches agents may keep for the next step. Exact between phases, when no thread searches.
    pub(super) fn parkable(&self) -> usize {
        let used = self.total.saturating_sub(self.free().len());
        self.parkable.saturating_sub(used)
    }

    /// A search to work with; a new one where none was prepared. Which one it is makes no difference to any result.
    pub(super) fn take(self: &Arc<Self>) -> Pooled {
        let search = self.free().pop().unwrap_or_default();
        Pooled { search, pool: Arc::clone(self) }
    }

    fn free(&self) -> MutexGuard<'_, Vec<SharedSearch>> {
        // Memory of searches has no state that a panic elsewhere could spoil.
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A search that goes back to its pool when its holder ends it, dies or is deleted.
#[derive(Debug)]
pub(super) struct Pooled {
    pub(super) search: SharedSearch,
    pool: Arc<SearchPool>,
}

impl Clone for Pooled {
    fn clone(&self) -> Self {
        Self { search: self.search.clone(), pool: Arc::clone(&self.pool) }
    }
}

impl Drop for Pooled {
    fn drop(&mut self) {
        let mut free = self.pool.free();
        if free.len() < self.pool.total {
            free.push(std::mem::take(&mut self.search));
        }
    }
}
