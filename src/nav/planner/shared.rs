//! The shared-grid planner: one grid of the whole world for all agents of a size, searched exactly by jump points, whether
//! or not its ground costs the same everywhere.
//!
//! There is no window, no margin and no buffer, so a search that fails has failed for good: what the source finds out
//! in four tries is known after one, and the reason is exact. Identical requests share a search (`service`), its result
//! is kept for later ones (`results`), and searches share their memory.

pub(crate) mod results;
pub(in crate::nav) mod service;

use super::ceiling::STOP_WORK;
use super::quick::Departure;
use super::{Job, JobState, Key, Need, Plan, Progress, Task, Trace, cell_bits, precheck, resolve};
use crate::geom::Vec2;
use crate::grid::Field;
use crate::nav::{Failure, Reason, place_bits};
use crate::search::{Counts, Estimate, Heuristic, Jumps, Status};
use service::{NewResults, Pooled, Request, SharedService, Stage};
use std::hash::Hasher;

/// Where the ground does not cost the same everywhere, jumps are short: a search stops at so many times as many cells before it
/// has spent `budget_expansions`.
const MORE_STOPS: u32 = 8;

/// Memory of one thread.
#[derive(Debug, Default)]
pub(in crate::nav) struct Scratch {
    /// What agents need in this step.
    pub requests: Vec<Request>,
    /// What their searches found in this step.
    pub found: NewResults,
    trace: Trace,
    trail: Vec<Vec2>,
}

/// An agent's search on the shared grid.
#[derive(Clone, Debug, Default)]
pub(in crate::nav) struct SharedJob {
    run: Option<Run>,
    /// Whether the search is known to outlive a slice.
    long: bool,
}

#[derive(Clone, Debug)]
struct Run {
    memory: Pooled,
    key: Key,
    began: Departure,
    spent: u32,
}

impl Job for SharedJob {
    type Service = SharedService;
    type Scratch = Scratch;

    fn start(&mut self, task: &mut Task, service: &SharedService, scratch: &mut Scratch) -> Progress {
        let (key, stage) = match &self.run {
            Some(run) if task.query.need == Need::Slice => (run.key, Stage::Running),
            _ => {
                let key = match precheck(task, !task.refused) {
                    Ok(key) => key,
                    Err(end) => {
                        self.count(task);
                        return end;
                    }
                };
                if let Some(end) = self.recall(task, &key, service, scratch) {
                    return end;
                }
                (key, if self.long { Stage::Long } else { Stage::New })
            }
        };
        let claim = task.claim_of(task.ctx.params.slice_expansions.saturating_mul(STOP_WORK));
        scratch.requests.push(Request { key, stage, slot: claim.slot, claim });
        Progress::Waiting
    }

    fn step(&mut self, task: &mut Task, service: &SharedService, scratch: &mut Scratch, may_park: bool) -> Progress {
        let Some(field) = task.ctx.field() else { return Progress::Waiting };
        if task.query.need == Need::Search {
            let key = match precheck(task, task.refused) {
                Ok(key) => key,
                Err(end) => {
                    self.count(task);
                    return end;
                }
            };
            self.count(task);
            let mut memory = service.pool.take();
            let (start, goal, search) = (key.start, key.goal, &mut memory.search);
            match task.ctx.weighted(field) {
                None => search.begin(&Jumps { field }, start, goal, Estimate::default()),
                Some(moves) => search.begin(&moves, start, goal, Estimate::new(Heuristic::Octile, moves.costs.least())),
            }
            self.run = Some(Run { memory, key, began: Departure::now(task), spent: 0 });
        }
        let Some(run) = &mut self.run else { return Progress::Waiting };
        match run.slice(task, field) {
            Some(end) => {
                task.tally.expanded = run.spent;
                let Scratch { trace, found, trail, .. } = scratch;
                run.memory.search.waypoints(&mut trace.turns);
                found.add(task.ctx.slot, run.key, end.map(|()| trace.turns.as_slice()));
                if end.is_ok() {
                    run.began.trail(task, trail);
                    adopt(task, run.began.from, trace);
                    Departure::join(task, trail);
                }
                self.run = None;
                Progress::Ended(end.map_err(Failure::final_for))
            }
            None if may_park => Progress::Running,
            None => {
                (self.run, self.long) = (None, true);
                Progress::Waiting
            }
        }
    }

    fn finish(&mut self, task: &mut Task, service: &SharedService, scratch: &mut Scratch) -> Progress {
        let key = resolve(task.ctx, task.query.to).ok().filter(|_| task.query.need == Need::Search);
        key.and_then(|key| self.recall(task, &key, service, scratch)).unwrap_or(Progress::Waiting)
    }
}

impl Plan for SharedJob {
    fn state(&self) -> JobState {
        JobState { long: self.long, ..JobState::default() }
    }

    fn digest(&self, running: bool, _: bool, h: &mut dyn Hasher) {
        if let Some(run) = self.run.as_ref().filter(|_| running) {
            let Counts { expanded, generated, max_open, .. } = run.memory.search.counts;
            [expanded, generated, max_open].into_iter().for_each(|n| h.write_u64(n.into()));
            h.write_u64(place_bits(run.began.from));
            h.write_u64(cell_bits(run.key.goal));
        }
    }
}

impl SharedJob {
    /// Takes the result of a search from those that are known.
    fn recall(
        &mut self,
        task: &mut Task,
        key: &Key,
        service: &SharedService,
        scratch: &mut Scratch,
    ) -> Option<Progress> {
        let outcome = service.results.get(key)?;
        self.count(task);
        let end = match outcome {
            Ok(turns) => {
                task.counts.shared += 1;
                scratch.trace.turns.clear();
                scratch.trace.turns.extend_from_slice(turns);
                adopt(task, task.ctx.me.position, &mut scratch.trace);
                Ok(())
            }
            Err(reason) => {
                task.counts.cached_failures += 1;
                Err(Failure::final_for(reason))
            }
        };
        task.tally.expanded = 0;
        Some(Progress::Ended(end))
    }

    /// Counts a search once, however often it is begun.
    fn count(&mut self, task: &mut Task) {
        if !std::mem::take(&mut self.long) {
            task.count_search();
        }
    }
}

impl Run {
    fn slice(&mut self, task: &mut Task, field: &Field) -> Option<Result<(), Reason>> {
        let stops = if task.ctx.regions.costs(task.ctx.me.moves).is_some() { MORE_STOPS } else { 1 };
        let params = task.ctx.params;
        let budget = params.budget_expansions.saturating_mul(stops);
        let slice = params.slice_expansions.min(budget.saturating_sub(self.spent));
        let before = self.memory.search.counts;
        let status = match task.ctx.weighted(field) {
            None => self.memory.search.run(&Jumps { field }, slice),
            Some(moves) => self.memory.search.run(&moves, slice),
        };
        let stops = task.count_work(before, self.memory.search.counts);
        task.charge(stops.saturating_mul(STOP_WORK));
        self.spent = self.spent.saturating_add(stops);
        match status {
            Status::Found => Some(Ok(())),
            Status::Running if self.spent < budget => None,
            Status::Running => Some(Err(Reason::Budget)),
            Status::Exhausted | Status::Edge => Some(Err(Reason::DifferentRegion)),
        }
    }
}

/// Puts the path over the turns of a trace in force.
fn adopt(task: &mut Task, from: Vec2, trace: &mut Trace) {
    let out = task.path.begin(from, false);
    trace.pull(task.ctx, Some(from), Some(task.query.to), out);
}
