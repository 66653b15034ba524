//! What the agents of the shared-grid planner share: memory, results, and the schedule of the searches of a step.
//!
//! A step's searches go in three rounds with serial work between them, so that nothing depends on the number of threads:
//! every agent says what it needs (`start`; known results end the search there), the schedule selects one of identical
//! requests and hands out the memory that may be kept for the next step, the selected agents search (`step`), and their
//! results are collected for the others (`finish`).

use super::pool::SearchPool;
use super::results::{Outcome, Results};
use crate::geom::Cell;
use crate::grid::RegionSet;
use crate::nav::Reason;
use crate::nav::planner::{Grant, Key, Preparation};
use std::sync::Arc;

/// How far the search for a request is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    Running,
    /// It was begun once, did not end within its slice, and found no memory to wait in.
    Long,
    New,
}

/// One agent's need in this step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::nav) struct Request {
    pub(super) key: Key,
    pub(super) stage: Stage,
    pub slot: u32,
}

/// What all agents share.
#[derive(Debug, Default)]
pub(in crate::nav) struct SharedService {
    pub(super) pool: Arc<SearchPool>,
    pub results: Results,
    /// Those of the agents of all threads.
    pub requests: Vec<Request>,
}

impl SharedService {
    /// Prepares the grid for a size of body and, once, the memory to search grids of that size.
    pub(crate) fn prepare(&mut self, regions: &mut RegionSet, p: &Preparation) {
        regions.prepare_field(p.world, p.radius_m, p.height_m);
        if let Some(field) = regions.field(p.radius_m, p.height_m).filter(|_| self.pool.total == 0) {
            self.pool = Arc::new(SearchPool::new(field, p.threads));
            self.results.reserve();
        }
    }

    /// Selects the agents that search in step `step`. Of identical requests it is the one that is running already, else
    /// the one with the lowest slot. Memory for the next step goes first to those that lacked it before, then by slot,
    /// from another slot on in each step; an agent that is known to need it and gets none waits.
    pub(crate) fn schedule(&mut self, step: u64, grants: &mut Vec<Grant>) {
        let requests = &mut self.requests;
        requests.sort_unstable();
        requests.dedup_by_key(|r| r.key);
        let mut free = self.pool.parkable();
        let first = (step % u64::from(u32::MAX)) as u32;
        requests.sort_unstable_by_key(|r| (r.stage, r.slot.wrapping_sub(first)));
        for r in requests.drain(..) {
            let may_park = r.stage == Stage::Running || free > 0;
            if may_park || r.stage == Stage::New {
                grants.push(Grant { slot: r.slot, may_park });
            }
            free = free.saturating_sub(usize::from(r.stage != Stage::Running));
        }
    }

    /// Takes in what one thread's searches found.
    pub(crate) fn collect(&mut self, NewResults { list, cells }: &mut NewResults) {
        for (key, found) in list.drain(..) {
            self.results.put(&key, found.map(|(begin, end)| &cells[begin..end]));
        }
        cells.clear();
    }
}

/// Where a path begins and ends in a list of cells, or why there is none.
type Found = Result<(usize, usize), Reason>;

/// What one thread's searches found in this step.
#[derive(Debug, Default)]
pub(in crate::nav) struct NewResults {
    list: Vec<(Key, Found)>,
    cells: Vec<Cell>,
}

impl NewResults {
    pub(super) fn add(&mut self, key: Key, outcome: Outcome) {
        let begin = self.cells.len();
        self.cells.extend_from_slice(outcome.unwrap_or_default());
        self.list.push((key, outcome.map(|_| (begin, self.cells.len()))));
    }
}
