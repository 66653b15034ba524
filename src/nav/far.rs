//! The static planner on worlds too large to search as a whole: each agent's way leads over levels of clusters that all
//! agents of a size share, and is laid out piece by piece as it walks.
//!
//! To begin a way, first waypoints included, is one slice. When few waypoints are left the next piece is laid out, in the
//! same phase of a step as searches; nothing depends on which step that is, for the piece joins on to what is there.

use super::ends::resolve;
use super::pathfinder::{NavContext, Pathfinder, Phase};
use super::service::{Grant, Service};
use super::shared::Desk;
use super::worker::Worker;
use super::{Code, Reason};
use crate::geom::Cell;
use crate::grid::{Field, RegionSet, SizeClass};
use crate::path::pull;
use crate::search::{Counts, Levels, Progress, Shape};
use std::fmt;
use std::sync::Arc;

/// With fewer waypoints left the next piece of a way is laid out.
const FEW: usize = 3;
/// What all slices of a step may cost together; the one that goes beyond is the last …
const STEP_COST: u32 = 1 << 15;
/// … when each costs this much and, where a way begins, one for each cell its ends lie apart: the farther, the more levels
/// are searched.
const SLICE_COST: u32 = 512;

/// Where the levels of a large world come from: they are prepared, unless the host keeps them somewhere.
#[derive(Clone)]
pub struct LevelsSource(Arc<dyn Fn(&Field) -> Levels + Send + Sync>);

impl LevelsSource {
    /// `make` answers with the levels of exactly the field it is given, in [`Shape::default`]; it is asked once for each
    /// grid, when a world starts or a size of body is new.
    pub fn new(make: impl Fn(&Field) -> Levels + Send + Sync + 'static) -> Self {
        Self(Arc::new(make))
    }

    fn levels(&self, field: &Field) -> Levels {
        (self.0)(field)
    }
}

impl Default for LevelsSource {
    /// Prepares them each time: a quarter of a minute or so for 13 000 × 13 000 cells.
    fn default() -> Self {
        Self::new(|field| Levels::new(field, Shape::default(), |_| ()))
    }
}

impl fmt::Debug for LevelsSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LevelsSource")
    }
}

/// One agent's need in this step: those who waited longest come first, by slot, and before them the next pieces of ways
/// that are walked already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FarRequest {
    /// The step in which the search was queued; 0 for a next piece.
    since: u64,
    slot: u32,
    cost: u32,
}

/// What ways over levels have in common.
#[derive(Debug, Default)]
pub(super) struct FarWays {
    /// One for each grid there is, by the class that stands for those who share it.
    levels: Vec<(SizeClass, Levels)>,
    requests: Vec<FarRequest>,
}

impl FarWays {
    pub(super) fn take_in(&mut self, requests: &[FarRequest]) {
        self.requests.extend_from_slice(requests);
    }

    /// Chooses whose ways are worked on in this step; the others wait.
    pub(super) fn deal(&mut self, grants: &mut Vec<Grant>) {
        self.requests.sort_unstable();
        let mut left = STEP_COST;
        for request in self.requests.drain(..) {
            if left > 0 {
                grants.push(Grant { slot: request.slot, may_park: false });
            }
            left = left.saturating_sub(request.cost);
        }
    }

    fn get(&self, class: SizeClass) -> Option<&Levels> {
        self.levels.iter().find(|(c, _)| *c == class).map(|(_, levels)| levels)
    }
}

impl Service {
    /// Makes the levels ready over which ways of a size of body lead, where its grid was prepared. Sizes that share a grid
    /// share them.
    pub fn prepare_levels(&mut self, regions: &RegionSet, radius_m: f32, height_m: f32, source: &LevelsSource) {
        let prepared = regions.field_class(radius_m, height_m).zip(regions.field(radius_m, height_m));
        if let Some((class, field)) = prepared.filter(|(class, _)| self.far.get(*class).is_none()) {
            self.far.levels.push((class, source.levels(field)));
        }
    }

    /// The grid and the levels for an agent's size.
    fn grounds<'a>(&'a self, ctx: &'a NavContext) -> Option<(&'a Field, &'a Levels)> {
        let (radius, height) = (ctx.me.radius_m, ctx.me.height_m);
        let levels = self.far.get(ctx.regions.field_class(radius, height)?)?;
        Some((ctx.regions.field(radius, height)?, levels))
    }
}

impl Pathfinder {
    /// Whether the next piece of its way is due.
    pub(super) fn wants_more(&self) -> bool {
        let walks = matches!(self.phase, Phase::Settled | Phase::Ended(Code::SearchOk));
        walks && self.path.unfinished && self.path.left() < FEW
    }

    /// First round of a step: as [`Pathfinder::ask`], also for the next piece of a way.
    pub(super) fn ask_far(&mut self, ctx: &NavContext, desk: &mut Desk) -> Option<Code> {
        let slot = ctx.slot as u32;
        if self.wants_more() {
            desk.worker.far.push(FarRequest { since: 0, slot, cost: SLICE_COST });
            return None;
        }
        if !self.wants_search() {
            return None;
        }
        if desk.service.grounds(ctx).is_none() {
            return Some(self.close_shared(desk.worker, Err(Reason::MapTooLarge)));
        }
        match self.look(ctx, desk.worker) {
            Err(code) => Some(code),
            Ok(ask) => {
                let apart = ask.start.x.abs_diff(ask.goal.x).max(ask.start.y.abs_diff(ask.goal.y));
                desk.worker.far.push(FarRequest { since: self.aim.step, slot, cost: SLICE_COST + apart });
                None
            }
        }
    }

    /// Second round: begins a way or lays out the next piece of it. Answers how the search ended, when there was one.
    pub(super) fn work_far(&mut self, ctx: &NavContext, desk: &mut Desk) -> Option<Code> {
        let (field, levels) = desk.service.grounds(ctx)?;
        if self.wants_more() {
            self.lay_out(ctx, (field, levels), desk.worker);
            return None;
        }
        if !self.wants_search() {
            return None;
        }
        let ask = match resolve(ctx, self.aim.at) {
            Ok(ask) => ask,
            Err(reason) => return Some(self.close_shared(desk.worker, Err(reason))),
        };
        let worker = &mut *desk.worker;
        self.count_search(worker);
        let mut route = self.route.take().or_else(|| worker.routes.pop()).unwrap_or_default();
        let found = route.begin(field, levels, &mut worker.level_search, (ask.start, ask.goal)).is_some();
        self.route = Some(route);
        self.expanded = 0;
        self.note_work(Counts::default(), worker);
        if !found {
            return Some(self.close_shared(worker, Err(Reason::DifferentRegion)));
        }
        self.path.clear();
        self.path.origin = Some(ctx.me.position);
        self.lay_out(ctx, (field, levels), worker);
        (self.phase != Phase::Fresh).then(|| self.close_shared(worker, Ok(())))
    }

    /// Puts the next piece of the way in force. Where the world has changed under it the way is planned anew from where
    /// the agent stands.
    fn lay_out(&mut self, ctx: &NavContext, (field, levels): (&Field, &Levels), worker: &mut Worker) {
        let Some(route) = &mut self.route else { return };
        let before = worker.level_search.counts();
        let progress = route.next_waypoints(field, levels, &mut worker.level_search, &mut worker.jumps);
        self.note_work(before, worker);
        if progress == Progress::Broken {
            return self.begin_anew();
        }
        let from = match self.path.points.last() {
            None => self.path.origin,
            Some(last) => {
                worker.jumps.insert(0, Cell::of(*last, ctx.world.ground.resolution_m()));
                None
            }
        };
        let arrived = progress == Progress::Arrived;
        self.trace(ctx, from, arrived, worker);
        pull(&worker.points, &ctx.body_sight(), &mut worker.legs);
        self.path.extend(&worker.legs);
        self.path.unfinished = !arrived;
        self.ticks = 0;
        if arrived {
            worker.routes.extend(self.route.take());
        }
    }

    /// Counts what was expanded and generated since `before`.
    fn note_work(&mut self, before: Counts, worker: &mut Worker) {
        let after = worker.level_search.counts();
        let expanded = after.expanded - before.expanded;
        self.expanded += expanded;
        worker.counts.expanded += u64::from(expanded);
        worker.counts.generated += u64::from(after.generated - before.generated);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn next_pieces_come_first_then_who_waited_longest_and_a_step_is_not_longer_for_many() {
        let new = |since, slot| FarRequest { since, slot, cost: STEP_COST / 2 };
        let mut ways = FarWays::default();
        let piece = FarRequest { since: 0, slot: 9, cost: SLICE_COST };
        ways.take_in(&[new(8, 1), new(7, 5), piece, new(7, 4), new(8, 2)]);
        let mut grants = Vec::new();
        ways.deal(&mut grants);
        let slots: Vec<u32> = grants.iter().map(|g| g.slot).collect();
        assert_eq!(slots, [9, 4, 5]);
        ways.take_in(&[FarRequest { cost: u32::MAX, ..new(1, 3) }]);
        ways.deal(&mut grants);
        assert_eq!(grants.last().map(|g| g.slot), Some(3), "one at least, however far it goes");
    }
}
