//! The shared-grid planner: one grid of the whole world for all agents of a size, searched exactly by jump points, whether
//! or not its ground costs the same everywhere.
//!
//! There is no window, no margin and no buffer, so a search that fails has failed for good: what the source finds out
//! in four tries is known after one, and the reason is exact. Identical requests share a search (`service`), its result
//! is kept for later ones (`results`), and searches share their memory.

pub(super) mod flows;
pub(crate) mod results;
mod run;
pub(in crate::nav) mod service;

use super::ceiling::STOP_WORK;
use super::field::{end_in_sight, pull_work, sight_work};
use super::quick::Departure;
use super::{Job, JobState, Key, Need, Plan, Progress, Task, Trace, cell_bits, precheck, resolve};
use crate::crowd::FlowKey;
use crate::geom::Vec2;
use crate::nav::{Failure, place_bits};
use crate::search::Counts;
use flows::Known;
use run::{Run, Snapshot};
use service::{NewResults, Pooled, Request, SharedService, Stage};
use std::hash::Hasher;

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
    run: Option<Pooled>,
    /// Whether the search is known to outlive a slice.
    long: bool,
    /// Whether the straight line to the goal is yet to be looked along, in the same step.
    unseen: bool,
}

impl Job for SharedJob {
    type Service = SharedService;
    type Scratch = Scratch;

    fn start(&mut self, task: &mut Task, service: &SharedService, scratch: &mut Scratch) -> Progress {
        let slice = task.ctx.params.slice_expansions.saturating_mul(STOP_WORK);
        let (key, stage, most) = match self.run.as_ref().and_then(|run| run.of.as_ref()) {
            Some(of) if task.query.need == Need::Slice => {
                (of.key, if of.ground.is_current(task.ctx) { Stage::Running } else { Stage::Late }, slice)
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
            let mut run = service.pool.take();
            run.begin(ground, key, Departure::now(task));
            self.run = Some(run);
        }
        let Some(Run { search, of: Some(of) }) = self.run.as_deref_mut() else { return Progress::Waiting };
        match of.slice(search, task) {
            Some(end) => {
                task.tally.expanded = of.spent;
                let Scratch { trace, found, trail, .. } = scratch;
                search.waypoints(&mut trace.turns);
                if of.ground.is_current(task.ctx) {
                    found.add(task.ctx.slot, of.key, end.map(|()| trace.turns.as_slice()));
                }
                if end.is_ok() {
                    task.charge(pull_work(&trace.turns));
                    of.began.trail(task, trail);
                    adopt(task, of.began.from, trace);
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
        if let Some(Run { search, of: Some(of) }) = self.run.as_deref().filter(|_| running) {
            let Counts { expanded, generated, max_open, .. } = search.counts;
            [expanded, generated, max_open].into_iter().for_each(|n| h.write_u64(n.into()));
            h.write_u64(place_bits(of.began.from));
            h.write_u64(cell_bits(of.key.goal));
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

/// Puts the path over the turns of a trace in force.
fn adopt(task: &mut Task, from: Vec2, trace: &mut Trace) {
    let out = task.path.begin(from, false);
    trace.pull(task.ctx, Some(from), Some(task.query.to), out);
}
