//! The hierarchical planner, for worlds too large to search as a whole: each agent's path leads over levels of clusters
//! that all agents of a size share, and is refined piece by piece as the agent walks.
//!
//! To begin a path, first waypoints included, is one slice. When few waypoints are left the next piece is refined, in
//! the same phase of a step as searches; nothing depends on which step that is, for the piece joins on to the path.

use super::field::{end_in_sight, sight_work};
use super::{Claim, Job, Key, Need, Plan, Progress, Task, Trace, cell_bits, precheck};
use crate::geom::{Cell, Vec2};
use crate::nav::{Failure, Reason};
use crate::search::{self, Counts, Landscape, LevelContext, LevelSearch, Levels, Route};
use std::hash::Hasher;

/// The next piece of a path that is walked counts as if it had waited for so many steps.
const EXTENSION_STEPS: u64 = 20;
/// What a slice costs and, where a path begins, one for each cell between its ends: the farther, the more levels are searched.
const SLICE_WORK: u32 = 512;
/// Memory of one thread.
#[derive(Debug, Default)]
pub(in crate::nav) struct Scratch {
    search: LevelSearch,
    /// Routes not in use.
    #[expect(clippy::vec_box, reason = "they move to agents and back as they are")]
    routes: Vec<Box<Route>>,
    trace: Trace,
    /// The piece just refined, pulled straight.
    legs: Vec<Vec2>,
}

/// An agent's path, as far as it is not refined.
#[derive(Clone, Debug, Default)]
pub(in crate::nav) struct HierarchyJob {
    route: Option<Box<Route>>,
    /// Whether the straight line to the goal is yet to be looked along, in the same step.
    unseen: bool,
}

impl Job for HierarchyJob {
    type Service = ();
    type Scratch = Scratch;

    fn start(&mut self, task: &mut Task, _: &(), _: &mut Scratch) -> Progress {
        if task.query.need == Need::Extension {
            // Before new searches, but not before those that have waited for long.
            let claim =
                Claim { rank: task.ctx.step.saturating_sub(EXTENSION_STEPS), waited: 0, ..task.claim_of(SLICE_WORK) };
            task.claims.push(claim);
            return Progress::Waiting;
        }
        if task.ctx.levels_here().is_none() {
            return Progress::Ended(Err(Failure::final_for(Reason::MapTooLarge)));
        }
        let key = match precheck(task) {
            Ok(key) => key,
            Err(end) => {
                task.count_search();
                return end;
            }
        };
        let sight = sight_work(task);
        self.unseen = task.refused.is_some() || !task.is_allowed(sight);
        if self.unseen {
            return task.claim(work_of(&key).saturating_add(sight));
        }
        match end_in_sight(task) {
            None => task.claim(work_of(&key)),
            Some(end) => {
                task.count_search();
                end
            }
        }
    }

    fn step(&mut self, task: &mut Task, _: &(), scratch: &mut Scratch, _: bool) -> Progress {
        let Some(ground) = task.ctx.levels_here() else { return Progress::Waiting };
        if task.query.need == Need::Extension {
            task.charge(SLICE_WORK);
            return if self.extend(task, ground, scratch) { Progress::Waiting } else { Progress::Broken };
        }
        task.count_search();
        let key = match precheck(task) {
            Ok(key) => key,
            Err(end) => return end,
        };
        if std::mem::take(&mut self.unseen) {
            task.charge(sight_work(task));
            if let Some(end) = end_in_sight(task) {
                return end;
            }
        }
        task.charge(work_of(&key));
        let (on, levels) = ground;
        scratch.search.entered = task.replay.is_some().then(Vec::new);
        let route = self.route.get_or_insert_with(|| scratch.routes.pop().unwrap_or_default());
        let found =
            route.begin(&mut LevelContext { on, levels, search: &mut scratch.search }, (key.start, key.goal)).is_some();
        task.tally.expanded = task.count_work(Counts::default(), scratch.search.counts);
        if let (Some(out), Some(points)) = (task.replay.as_deref_mut(), scratch.search.entered.take()) {
            let res = task.ctx.world.ground.resolution_m();
            out.extend(points.into_iter().map(|cell| cell.centre(res)));
        }
        if !found {
            return Progress::Ended(Err(Failure::final_for(Reason::DifferentRegion)));
        }
        task.path.begin(task.ctx.me.position, false);
        if self.extend(task, ground, scratch) { Progress::Ended(Ok(())) } else { Progress::Broken }
    }
}

/// What it costs to begin a path.
fn work_of(key: &Key) -> u32 {
    SLICE_WORK + key.start.x.abs_diff(key.goal.x).max(key.start.y.abs_diff(key.goal.y))
}

impl Plan for HierarchyJob {
    fn digest(&self, _: bool, unfinished: bool, h: &mut dyn Hasher) {
        if let Some(route) = self.route.as_ref().filter(|_| unfinished) {
            route.rest().for_each(|cell| h.write_u64(cell_bits(cell)));
        }
    }
}

impl HierarchyJob {
    /// Puts the next piece of the path in force; `false` where the world has changed under it.
    fn extend(&mut self, task: &mut Task, (on, levels): (Landscape, &Levels), scratch: &mut Scratch) -> bool {
        let Some(route) = &mut self.route else { return true };
        let Scratch { search, routes, trace, legs, .. } = scratch;
        let before = search.counts;
        let progress = route.next_waypoints(&mut LevelContext { on, levels, search }, &mut trace.turns);
        task.tally.expanded += task.count_work(before, search.counts);
        if progress == search::Progress::Broken {
            return false;
        }
        let from = match task.path.points.last() {
            None => task.path.origin,
            Some(last) => {
                trace.turns.insert(0, Cell::of(*last, task.ctx.world.ground.resolution_m()));
                None
            }
        };
        let arrived = progress == search::Progress::Arrived;
        trace.pull(task.ctx, from, arrived.then_some(task.query.to), legs);
        task.path.extend(legs, !arrived);
        if arrived {
            routes.extend(self.route.take());
        }
        true
    }
}
