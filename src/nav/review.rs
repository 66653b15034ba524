//! What becomes of a path when a part of the world opens or closes.

use super::pathfinder::{Pathfinder, Phase};
use super::retry::RetryLadder;
use super::{Code, NavContext};
use crate::geom::{Aabb, Vec2};
use crate::grid::CostLayer;
use crate::path::Sees;
use crate::world::Change;

/// A new search is made for a path that may become shorter by this many metres …
const SAVED_M: f32 = 10.0;
/// … or by this share.
const SAVED_SHARE: f32 = 0.1;

/// The result of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Review {
    /// There is no path, and no search under way.
    Idle,
    /// What there is still holds, or its search goes on.
    Kept,
    /// The path goes on by a later waypoint of its own: the script gets its code.
    Repaired(Code),
    /// A new search is queued.
    Redone,
}

/// How far the path in force holds after what changed while it was searched for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Freshness {
    /// Nothing changed that concerns it.
    #[default]
    Current,
    /// Something changed through which a path may be a little cheaper.
    Doubtful,
    /// It is to be searched again.
    Outdated,
}

/// What changes mean to a path.
enum Verdict {
    Holds,
    /// It goes on by a later waypoint of its own.
    Repaired,
    /// It is to be searched again; what is left of it leads through nothing that closed.
    Outdated,
}

/// Whether maps of an agent's show the world as it was before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outdated {
    No,
    Beside,
    /// Where its path leads.
    OnPath,
}

impl Pathfinder {
    /// Looks at the path in force, or the search under way, after parts of its storey have changed: a path that something
    /// now closes goes on by a later waypoint in sight, or is searched again from where the agent is; so is one that could be
    /// much shorter through what has opened, and a goal that was given up. A search under way goes on over the ground as it was
    /// when it began; the path that it finds is looked at then. Never searches itself.
    pub fn review(&mut self, ctx: &NavContext, changes: &[Change]) -> Review {
        let ctx = &self.whereabouts.resolve(ctx);
        let opened = changes.iter().any(|change| change.opened);
        // What was tried before says nothing of the world as it is now.
        let failed = matches!(self.phase, Phase::Ended(code) if code != Code::SearchOk);
        if opened && (failed || matches!(self.phase, Phase::Fresh | Phase::Queued)) {
            self.retry = RetryLadder::default();
        }
        if self.phase == Phase::Running {
            self.missed.add(changes);
        }
        let target = self.goal.place(ctx).filter(|_| ctx.pathfinding_on).map(|_| self.place(ctx));
        let ctx = &self.on_leg(ctx);
        match (self.phase, target) {
            // It is to be searched for, and not to be found through a door.
            (Phase::GaveUp, Some(target)) if opened && !self.goal.is_lost(ctx) => {
                self.outdate(ctx, changes);
                self.retry = RetryLadder::default();
                self.redo(ctx, target)
            }
            (Phase::Ended(Code::SearchOk) | Phase::Settled, Some(target)) => match self.judge(ctx, changes) {
                Verdict::Holds => Review::Kept,
                Verdict::Repaired => {
                    self.phase = Phase::Ended(Code::SearchOk);
                    Review::Repaired(Code::SearchOk)
                }
                Verdict::Outdated => self.redo(ctx, target),
            },
            (phase, _) => {
                self.outdate(ctx, changes);
                self.stop_before_cut(ctx, changes);
                let searches = target.is_some() && matches!(phase, Phase::Queued | Phase::Running);
                if searches { Review::Kept } else { Review::Idle }
            }
        }
    }

    /// Looks at the path just found after the changes that its search missed.
    pub(super) fn catch_up(&mut self, ctx: &NavContext) {
        let missed = std::mem::take(&mut self.missed);
        if !missed.changes().is_empty() {
            let may_save = self.saves(ctx, missed.changes(), |saved_m, _| saved_m > 0.0);
            self.freshness = match self.judge(ctx, missed.changes()) {
                Verdict::Outdated => Freshness::Outdated,
                Verdict::Holds if !may_save => Freshness::Current,
                Verdict::Holds | Verdict::Repaired => Freshness::Doubtful,
            };
        }
        self.missed = missed;
        self.missed.clear();
    }

    /// What changes mean to the path in force.
    fn judge(&mut self, ctx: &NavContext, changes: &[Change]) -> Verdict {
        let here = ctx.me.position;
        let closed = changes.iter().any(|change| change.closed);
        // A map of the world before shows no obstacle on a straight line past waypoints.
        let outdated = self.outdate(ctx, changes) == Outdated::OnPath && closed;
        if outdated || self.could_be_better(ctx, changes) {
            self.stop_before_cut(ctx, changes);
            return Verdict::Outdated;
        }
        let is_cut = self.cut_by(ctx, changes);
        if !self.path.legs(here).any(&is_cut) {
            Verdict::Holds
        } else if self.job.plan().finds_back(ctx) && self.path.skip_to_clear(here, &ctx.contact_sight(), &is_cut) {
            Verdict::Repaired
        } else {
            self.stop_before_cut(ctx, changes);
            Verdict::Outdated
        }
    }

    /// Lets go of maps that show the world as it was before the changes.
    fn outdate(&mut self, ctx: &NavContext, changes: &[Change]) -> Outdated {
        let (mut outdated, here, radius_m) = (Outdated::No, ctx.me.position, ctx.me.radius_m);
        for Change { area, .. } in changes {
            if self.job.outdate(ctx, *area) {
                let (path, grown) = (&self.path, area.grown(radius_m));
                let on_path = path.legs(here).any(|(from, to)| Aabb::new(from, to).overlaps(grown));
                outdated = outdated.max(if on_path { Outdated::OnPath } else { Outdated::Beside });
            }
        }
        outdated
    }

    /// Whether a straight piece of the path in force leads through what changes have closed.
    fn cut_by<'a>(&self, ctx: &NavContext<'a>, changes: &[Change]) -> impl Fn((Vec2, Vec2)) -> bool + use<'a> {
        let path = self.path.legs(ctx.me.position).map(|(from, to)| Aabb::new(from, to)).reduce(Aabb::with);
        let closed = changes.iter().filter(|change| change.closed).map(|change| change.area.grown(ctx.me.radius_m));
        let near: Vec<Aabb> = closed.filter(|area| path.is_some_and(|path| path.overlaps(*area))).collect();
        let sight = ctx.contact_sight();
        move |(from, to)| {
            let bounds = Aabb::new(from, to);
            near.iter().any(|area| bounds.overlaps(*area)) && !sight.clear(from, to)
        }
    }

    /// What is left of the path leads through nothing that has closed: a quick path is over, another one ends before it.
    fn stop_before_cut(&mut self, ctx: &NavContext, changes: &[Change]) {
        let (here, is_cut) = (ctx.me.position, self.cut_by(ctx, changes));
        if !self.path.quick {
            self.path.stop_before_cut(here, is_cut);
        } else if self.path.legs(here).any(is_cut) {
            self.path.clear();
        }
    }

    /// Whether a path through what has opened, or round what costs more now, may save as much as is worth a search.
    fn could_be_better(&self, ctx: &NavContext, changes: &[Change]) -> bool {
        let here = ctx.me.position;
        let on_path = |area: Aabb| self.path.legs(here).any(|(from, to)| Aabb::new(from, to).overlaps(area));
        changes.iter().any(|change| change.costs && on_path(change.area))
            || self.saves(ctx, changes, |saved_m, left_m| saved_m >= SAVED_M.min(left_m * SAVED_SHARE))
    }

    /// Whether a path through something that has opened, straight there and straight on, may save `enough`: of the metres that it may
    /// save at most, and those that are left of the path.
    fn saves(&self, ctx: &NavContext, changes: &[Change], enough: impl Fn(f32, f32) -> bool) -> bool {
        let mut better = changes.iter().filter(|change| change.opened || change.costs).peekable();
        if better.peek().is_none() {
            return false;
        }
        let here = ctx.me.position;
        let layer = ctx.regions.costs(ctx.me.moves);
        let cost = |from: Vec2, to: Vec2| layer.map_or_else(|| from.distance(to), |costs| costs.along(from, to));
        let least = layer.map_or(1.0, CostLayer::least);
        let goal = self.prediction.at;
        let left_m: f32 = self.path.legs(here).map(|(from, to)| cost(from, to)).sum();
        let end = self.path.points.last().copied().unwrap_or(here);
        let left_m = left_m + cost(end, goal);
        better.any(|Change { area, .. }| {
            let least_m = least * (here.distance(area.nearest(here)) + goal.distance(area.nearest(goal)));
            enough(left_m - least_m, left_m)
        })
    }

    /// The path stays in force until the new one is found.
    fn redo(&mut self, ctx: &NavContext, target: Vec2) -> Review {
        self.restart();
        self.queue(ctx, target);
        Review::Redone
    }
}
