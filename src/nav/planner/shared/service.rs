//! What the agents of the shared-grid planner share: memory, results, and the schedule of the searches of a step.
//!
//! A step's searches go in three rounds with serial work between them, so that nothing depends on the number of threads:
//! every agent says what it needs (`start`; known results end the search there), the schedule selects one of identical
//! requests and hands out the memory that may be kept for the next step, the selected agents search (`step`), and their
//! results are collected for the others (`finish`).

use super::results::{Outcome, Results};
use super::run::Run;
use crate::crowd::{FlowKey, Flows};
use crate::geom::Cell;
use crate::grid::{Field, RegionSet};
use crate::nav::Reason;
use crate::nav::planner::{Ceiling, Claim, Key, Preparation};
use crate::search::{Buckets, Estimate, FieldSearch, Jumps};
use std::ops::{Deref, DerefMut, RangeInclusive};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How far the search for a request is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// Over ground that has changed since: what it finds is for its agent alone.
    Late,
    Running,
    /// It was begun once, did not end within its slice, and found no memory to wait in.
    Long,
    New,
}

/// One agent's need in this step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::nav) struct Request {
    pub key: Key,
    pub(super) stage: Stage,
    pub slot: u32,
    /// What it is besides.
    pub claim: Claim,
}

/// What all agents share.
#[derive(Debug, Default)]
pub(in crate::nav) struct SharedService {
    pub(super) pool: Arc<SearchPool>,
    pub results: Results,
    pub flows: Flows,
    /// Those of the agents of all threads.
    pub requests: Vec<Request>,
    /// Goals of the agents of all threads in this step, each with a slot.
    pub(super) asked: Vec<(FlowKey, u32)>,
}

impl SharedService {
    /// Prepares the grid for a size of body and, once, the memory to search grids of that size.
    pub(crate) fn prepare(&mut self, regions: &mut RegionSet, p: &Preparation) {
        regions.prepare_field(p.world, p.radius_m, p.height_m, p.moves);
        if let Some(field) = regions.field(p.radius_m, p.height_m, p.moves).filter(|_| self.pool.total == 0) {
            self.pool = Arc::new(SearchPool::new(field, p.threads));
            self.results.reserve();
        }
    }

    /// Selects the agents that may search in step `step`. Of identical requests it is the one that is running already, else
    /// the one with the lowest slot; it is as urgent as the most urgent of them. Memory for the next step goes first to those that lacked it before, then by slot,
    /// from another slot on in each step; an agent that is known to need it and gets none waits.
    pub(crate) fn schedule(&mut self, step: u64, ceiling: &mut Ceiling) {
        let requests = &mut self.requests;
        requests.sort_unstable();
        requests.dedup_by(|later, first| {
            let same = later.key == first.key && first.stage != Stage::Late;
            if same {
                first.claim.rank = first.claim.rank.min(later.claim.rank);
                ceiling.merge(&first.claim, later.claim);
            }
            same
        });
        let mut free = self.pool.parkable();
        let first = (step % u64::from(u32::MAX)) as u32;
        requests.sort_unstable_by_key(|r| (r.stage, r.slot.wrapping_sub(first)));
        for r in requests.drain(..) {
            let runs = matches!(r.stage, Stage::Late | Stage::Running);
            let may_park = runs || free > 0;
            if may_park || r.stage == Stage::New {
                ceiling.claims.push(Claim { may_park, ..r.claim });
            } else {
                ceiling.refuse(r.claim);
            }
            free = free.saturating_sub(usize::from(!runs));
        }
    }

    /// Takes in what one thread's searches found.
    pub(crate) fn collect(&mut self, NewResults { list, cells }: &mut NewResults) {
        // In the order in which one round would have found them.
        list.sort_unstable_by_key(|(slot, ..)| *slot);
        for (_, key, found) in list.drain(..) {
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
    /// With the slot of the agent that searched.
    list: Vec<(u32, Key, Found)>,
    cells: Vec<Cell>,
}

impl NewResults {
    pub(super) fn add(&mut self, slot: usize, key: Key, outcome: Outcome) {
        let begin = self.cells.len();
        self.cells.extend_from_slice(outcome.unwrap_or_default());
        self.list.push((slot as u32, key, outcome.map(|_| (begin, self.cells.len()))));
    }
}

/// In a box: every agent has space for one, and few have one.
type BoxedRun = Box<Run>;

/// Memory that there may be for searches that outlive a step, bytes …
const PARKED_BYTES: usize = 64 << 20;
/// … but for so many searches at least and at most.
const PARKED: RangeInclusive<usize> = 2..=32;
/// For so much of it what finds records is prepared, bytes. Records come with the searches that meet cells for the first time.
const PREPARED_BYTES: usize = 8 << 20;

/// Searches not in use. A search may come to keep a record for each cell of the map, so agents share a few: nearly all
/// searches end within their first slice, and only those that do not hold on to one until the next step.
#[derive(Debug, Default)]
pub(super) struct SearchPool {
    free: Mutex<Vec<BoxedRun>>,
    /// Searches there are, those in use included.
    pub(super) total: usize,
    /// How many of them agents may hold from one step to the next.
    parkable: usize,
}

impl SearchPool {
    /// For fields of the size of this one, worked on by so many threads at a time.
    pub(super) fn new(field: &Field, threads: usize) -> Self {
        // Between ends outside the field there is nothing to search.
        let nowhere = Cell::new(-1, -1);
        let ready = || {
            let mut run = BoxedRun::default();
            run.search.begin(&Jumps { field }, nowhere, nowhere, Estimate::default());
            run
        };
        let bytes = FieldSearch::<Buckets>::most_bytes(field).max(1);
        let parkable = (PARKED_BYTES / bytes).clamp(*PARKED.start(), *PARKED.end());
        let (threads, prepared) = (threads.max(1), parkable.min(PREPARED_BYTES / bytes));
        let total = parkable + threads;
        // The last ones are taken first.
        let mut free = Vec::with_capacity(total);
        free.resize_with(parkable - prepared, BoxedRun::default);
        free.resize_with(total, ready);
        Self { free: Mutex::new(free), total, parkable }
    }

    /// How many more searches agents may keep for the next step. Exact between phases, when no thread searches.
    pub(super) fn parkable(&self) -> usize {
        let used = self.total.saturating_sub(self.free().len());
        self.parkable.saturating_sub(used)
    }

    /// A search to work with; a new one where none was prepared. Which one it is makes no difference to any result.
    pub(super) fn take(self: &Arc<Self>) -> Pooled {
        let run = self.free().pop().unwrap_or_default();
        Pooled { run: Some(run), pool: Arc::clone(self) }
    }

    fn free(&self) -> MutexGuard<'_, Vec<BoxedRun>> {
        // Memory of searches has no state that a panic elsewhere could spoil.
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A search that goes back to its pool when its holder ends it, dies or is deleted.
#[derive(Clone, Debug)]
pub(super) struct Pooled {
    /// There until this is dropped.
    run: Option<BoxedRun>,
    pool: Arc<SearchPool>,
}

impl Deref for Pooled {
    type Target = Run;

    fn deref(&self) -> &Self::Target {
        self.run.as_deref().expect("it is there until this is dropped")
    }
}

impl DerefMut for Pooled {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.run.as_deref_mut().expect("it is there until this is dropped")
    }
}

impl Drop for Pooled {
    fn drop(&mut self) {
        let Some(mut run) = self.run.take() else { return };
        run.of = None;
        let mut free = self.pool.free();
        if free.len() < self.pool.total {
            free.push(run);
        }
    }
}
