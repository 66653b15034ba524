//! The shared-grid planner: one grid of the whole world for all agents of a size, searched exactly by jump points, whether
//! or not its ground costs the same everywhere.
//!
//! There is no window, no margin and no buffer, so a search that fails has failed for good: what the source finds out
//! in four tries is known after one, and the reason is exact. Identical requests share a search (`service`), its result
//! is kept for later ones (`results`), and searches share their memory.

pub(super) mod flows;
pub(crate) mod results;
pub(in crate::nav) mod service;

use super::ceiling::STOP_WORK;
use super::field::{end_in_sight, pull_work, sight_work};
use super::quick::Departure;
use super::{Job, JobState, Key, Need, Noted, Plan, Progress, Task, Trace, cell_bits, precheck, resolve};
use crate::crowd::FlowKey;
use crate::geom::Vec2;
use crate::grid::{CostLayer, Field};
use crate::nav::{Failure, NavContext, Reason, place_bits};
use crate::search::{Counts, Estimate, Heuristic, Jumps, Status, WeightedJumps};
use flows::Known;
use service::{NewResults, Pooled, Request, SharedService, Stage};
use std::hash::Hasher;
use std::sync::Arc;

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
    /// The goals that agents ask for in this step, and their slots.
    pub asked: Vec<(FlowKey, u32)>,
    trace: Trace,
    trail: Vec<Vec2>,
}

/// An agent's search on the shared grid.
#[derive(Clone, Debug, Default)]
pub(in crate::nav) struct SharedJob {
    /// Apart: every agent has a job, and few of them search.
    run: Option<Box<Run>>,
    /// Whether the search is known to outlive a slice.
    long: bool,
    /// Whether the straight line to the goal is yet to be looked along, in the same step.
    unseen: bool,
}

#[derive(Clone, Debug)]
struct Run {
    memory: Pooled,
    ground: Snapshot,
    key: Key,
    began: Departure,
    spent: u32,
}

/// The ground that a search is over, as it was when the search began: what changes meanwhile neither stops it nor confuses it.
#[derive(Clone, Debug)]
struct Snapshot {
    field: Arc<Field>,
    costs: Option<Arc<CostLayer>>,
}

impl Snapshot {
    fn now(ctx: &NavContext) -> Option<Self> {
        let field = ctx.regions.field_now(ctx.me.radius_m, ctx.me.height_m, ctx.me.moves)?;
        Some(Self { field, costs: ctx.regions.costs_now(ctx.me.moves) })
    }

    /// Whether the ground is still the same.
    fn is_current(&self, ctx: &NavContext) -> bool {
        ctx.field().is_some_and(|field| std::ptr::eq(field, &*self.field))
            && ctx.regions.costs(ctx.me.moves).map(std::ptr::from_ref) == self.costs.as_ref().map(Arc::as_ptr)
    }

    /// Jumps over it where it does not cost the same everywhere.
    fn weighted(&self) -> Option<WeightedJumps<'_>> {
        self.costs.as_deref().map(|costs| WeightedJumps { field: &self.field, costs })
    }
}

impl Job for SharedJob {
    type Service = SharedService;
    type Scratch = Scratch;

    fn start(&mut self, task: &mut Task, service: &SharedService, scratch: &mut Scratch) -> Progress {
        let slice = task.ctx.params.slice_expansions.saturating_mul(STOP_WORK);
        let (key, stage, most) = match &self.run {
            Some(run) if task.query.need == Need::Slice => {
                (run.key, if run.ground.is_current(task.ctx) { Stage::Running } else { Stage::Late }, slice)
            }
            _ => {
                let key = match precheck(task) {
                    Ok(key) => key,
                    Err(end) => {
                        self.count(task);
                        return end;
                    }
                };
                let sight = sight_work(task);
                self.unseen = task.refused.is_some() || !task.is_allowed(sight);
                if !self.unseen
                    && let Some(end) = end_in_sight(task)
                {
                    self.count(task);
                    return end;
                }
                flows::ask(&mut scratch.asked, task.ctx, &key);
                let known = service.known(task.ctx, &key).map(|known| known.work(key.start));
                if known.is_some_and(|work| task.is_allowed(work))
                    && let Some(end) = self.recall(task, &key, service, scratch)
                {
                    return end;
                }
                let most = known.unwrap_or(slice).saturating_add(if self.unseen { sight } else { 0 });
                (key, if self.long { Stage::Long } else { Stage::New }, most)
            }
        };
        let claim = task.claim_of(most);
        scratch.requests.push(Request { key, stage, slot: claim.slot, claim });
        Progress::Waiting
    }

    fn step(&mut self, task: &mut Task, service: &SharedService, scratch: &mut Scratch, may_park: bool) -> Progress {
        if task.query.need == Need::Search {
            let end = match precheck(task) {
                Err(end) => Err(end),
                Ok(key) => self.see_goal(task).map_or(Ok(key), Err),
            };
            let key = match end {
                Ok(key) => key,
                Err(end) => {
                    self.count(task);
                    return end;
                }
            };
            let known = service.known(task.ctx, &key);
            if let Some(end) = self.recall(task, &key, service, scratch) {
                task.charge(known.map_or(0, |known| known.worked(&scratch.trace.turns)));
                return end;
            }
            self.count(task);
            let Some(ground) = Snapshot::now(task.ctx) else { return Progress::Waiting };
            let mut memory = service.pool.take();
            let (start, goal, search) = (key.start, key.goal, &mut *memory);
            match ground.weighted() {
                None => search.begin(&Jumps { field: &ground.field }, start, goal, Estimate::default()),
                Some(moves) => search.begin(&moves, start, goal, Estimate::new(Heuristic::Octile, moves.costs.least())),
            }
            self.run = Some(Box::new(Run { memory, ground, key, began: Departure::now(task), spent: 0 }));
        }
        let Some(run) = &mut self.run else { return Progress::Waiting };
        match run.slice(task) {
            Some(end) => {
                task.tally.expanded = run.spent;
                let Scratch { trace, found, trail, .. } = scratch;
                run.memory.waypoints(&mut trace.turns);
                if run.ground.is_current(task.ctx) {
                    found.add(task.ctx.slot, run.key, end.map(|()| trace.turns.as_slice()));
                }
                if end.is_ok() {
                    task.charge(pull_work(&trace.turns));
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
        let allowed = key.filter(|key| {
            let known = service.known(task.ctx, key);
            known.is_some_and(|known| task.is_allowed(known.work(key.start)))
        });
        allowed.and_then(|key| self.recall(task, &key, service, scratch)).unwrap_or(Progress::Waiting)
    }
}

impl Plan for SharedJob {
    fn state(&self) -> JobState {
        JobState { long: self.long, ..JobState::default() }
    }

    fn digest(&self, running: bool, _: bool, h: &mut dyn Hasher) {
        if let Some(run) = self.run.as_ref().filter(|_| running) {
            let Counts { expanded, generated, max_open, .. } = run.memory.counts;
            [expanded, generated, max_open].into_iter().for_each(|n| h.write_u64(n.into()));
            h.write_u64(place_bits(run.began.from));
            h.write_u64(cell_bits(run.key.goal));
        }
    }
}

impl SharedJob {
    /// Looks along the straight line to the goal, where there was no time for that before the search was granted.
    fn see_goal(&mut self, task: &mut Task) -> Option<Progress> {
        if !std::mem::take(&mut self.unseen) {
            return None;
        }
        task.charge(sight_work(task));
        end_in_sight(task)
    }

    /// Takes the path of a search from the field of its goal, or its result from those that are known.
    fn recall(
        &mut self,
        task: &mut Task,
        key: &Key,
        service: &SharedService,
        scratch: &mut Scratch,
    ) -> Option<Progress> {
        let known = service.known(task.ctx, key)?;
        self.count(task);
        let turns = &mut scratch.trace.turns;
        let end = match known {
            Known::Field(field) => {
                field.read(key.start, turns);
                task.counts.off_fields += 1;
                adopt(task, task.ctx.me.position, &mut scratch.trace);
                task.path.off_field = true;
                Ok(())
            }
            Known::Result(Ok(found)) => {
                task.counts.shared += 1;
                turns.clear();
                turns.extend_from_slice(found);
                adopt(task, task.ctx.me.position, &mut scratch.trace);
                Ok(())
            }
            Known::Result(Err(reason)) => {
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
    fn slice(&mut self, task: &mut Task) -> Option<Result<(), Reason>> {
        let stops = if self.ground.costs.is_some() { MORE_STOPS } else { 1 };
        let params = task.ctx.params;
        let budget = params.budget_expansions.saturating_mul(stops);
        let slice = params.slice_expansions.min(budget.saturating_sub(self.spent));
        let before = self.memory.counts;
        let (search, field) = (&mut *self.memory, &*self.ground.field);
        let noted = task.replay.as_deref_mut().map(|out| {
            let res = task.ctx.world.ground.resolution_m();
            Noted { place: move |node| field.cell(node).centre(res), out }
        });
        let status = match (self.ground.weighted(), noted) {
            (None, None) => search.run(&Jumps { field }, slice),
            (Some(moves), None) => search.run(&moves, slice),
            (None, Some(mut noted)) => search.run_observed(&Jumps { field }, slice, &mut noted),
            (Some(moves), Some(mut noted)) => search.run_observed(&moves, slice, &mut noted),
        };
        let stops = task.count_work(before, self.memory.counts);
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
