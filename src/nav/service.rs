//! The service behind the static planner: who searches in a step, with what memory, and who shares whose answer.
//!
//! A step's searches go in three rounds, with a serial deal between them, so that nothing depends on the number of
//! threads: every agent says what it needs (`Pathfinder::ask`; what is known already is answered there), the deal
//! chooses one of those who ask the same and hands out the memory that may be kept for the next step, the chosen search
//! (`Pathfinder::work`), and what they found is taken in and told to the others (`Pathfinder::hear`).

use super::answers::{Answer, Answers, Ask};
use super::far::FarWays;
use super::pool::SearchPool;
use super::worker::Worker;
use crate::geom::Cell;
use crate::grid::Field;
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
pub(super) struct Request {
    pub(super) ask: Ask,
    pub(super) stage: Stage,
    pub(super) slot: u32,
}

/// Leave to search in this step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Grant {
    /// The agent's slot.
    pub slot: u32,
    /// Whether its search may outlive the step.
    pub may_park: bool,
}

/// What all searches on shared grids have in common.
#[derive(Debug, Default)]
pub struct Service {
    pub(super) pool: Arc<SearchPool>,
    pub(super) answers: Answers,
    pub(super) far: FarWays,
    requests: Vec<Request>,
    grants: Vec<Grant>,
}

impl Service {
    /// Makes memory ready, once, for searching fields of the size of this one by so many threads at a time.
    pub fn prepare(&mut self, field: &Field, threads: usize) {
        if !self.pool.is_ready() {
            self.pool = Arc::new(SearchPool::new(field, threads));
            self.answers.reserve();
        }
    }

    /// The world is not what it was: no earlier answer counts.
    pub fn world_changed(&mut self) {
        self.answers.clear();
    }

    /// Chooses who searches in step `step`. Of those who ask the same it is the one that is at it already, else the one
    /// with the lowest slot. Memory for the next step goes first to those who lacked it before, then by slot, from
    /// another slot on in each step; who is known to need it and gets none waits.
    pub fn deal<'w>(&mut self, step: u64, workers: impl Iterator<Item = &'w Worker>) {
        let Self { pool, requests, grants, far, .. } = self;
        requests.clear();
        grants.clear();
        workers.for_each(|w| {
            requests.extend_from_slice(&w.requests);
            far.take_in(&w.far);
        });
        far.deal(grants);
        requests.sort_unstable();
        requests.dedup_by_key(|r| r.ask);
        let mut free = pool.parkable();
        let first = (step % u64::from(u32::MAX)) as u32;
        requests.sort_unstable_by_key(|r| (r.stage, r.slot.wrapping_sub(first)));
        for r in requests.iter() {
            let may_park = r.stage == Stage::Running || free > 0;
            if may_park || r.stage == Stage::New {
                grants.push(Grant { slot: r.slot, may_park });
            }
            free = free.saturating_sub(usize::from(r.stage != Stage::Running));
        }
        grants.sort_unstable();
    }

    /// Who may search in this step, by slot.
    pub fn grants(&self) -> &[Grant] {
        &self.grants
    }

    /// Takes in what a worker's searches found out.
    pub fn learn(&mut self, worker: &mut Worker) {
        for (ask, answer) in worker.findings.iter() {
            self.answers.put(&ask, answer);
        }
        worker.findings.clear();
    }

    /// What decides the future of searches, for the world hash.
    pub fn state(&self) -> [u64; 2] {
        self.answers.state()
    }
}

/// Where a way begins and ends in a list of cells, or why there is none.
type Finding = Result<(u32, u32), super::Reason>;

/// What one worker's searches found out in this step.
#[derive(Debug, Default)]
pub(super) struct Findings {
    list: Vec<(Ask, Finding)>,
    cells: Vec<Cell>,
}

impl Findings {
    pub(super) fn add(&mut self, ask: Ask, answer: Answer) {
        let entry = match answer {
            Answer::Way(way) => {
                let begin = self.cells.len() as u32;
                self.cells.extend_from_slice(way);
                Ok((begin, self.cells.len() as u32))
            }
            Answer::Failure(reason) => Err(reason),
        };
        self.list.push((ask, entry));
    }

    fn iter(&self) -> impl Iterator<Item = (Ask, Answer<'_>)> {
        self.list.iter().map(|(ask, entry)| match entry {
            Ok((begin, end)) => (*ask, Answer::Way(&self.cells[*begin as usize..*end as usize])),
            Err(reason) => (*ask, Answer::Failure(*reason)),
        })
    }

    fn clear(&mut self) {
        self.list.clear();
        self.cells.clear();
    }
}
