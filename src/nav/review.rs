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
    /// There is no path, and no search that the change could spoil.
    Idle,
    /// What there is still holds.
    Kept,
    /// The path goes on by a later waypoint of its own: the script gets its code.
    Repaired(Code),
    /// A new search is queued.
    Redone,
}

impl Pathfinder {
    /// Looks at the path in force, or the search under way, after a part of the world has changed: a path that something
    /// now closes goes on by a later waypoint in sight, or is searched again from where the agent is; so is one that could be
    /// much shorter through what has opened, and a goal that was given up. Never searches itself.
    pub fn review(&mut self, ctx: &NavContext, change: Change) -> Review {
        let spoilt = self.job.outdate(ctx, change.area);
        let ctx = &self.whereabouts.resolve(ctx);
        // What was tried before says nothing of the world as it is now.
        let failed = matches!(self.phase, Phase::Ended(code) if code != Code::SearchOk);
        if change.opened && (failed || matches!(self.phase, Phase::Fresh | Phase::Queued)) {
            self.retry = RetryLadder::default();
        }
        if spoilt {
            self.restart_search();
        }
        let Some(target) = self.goal.place(ctx).filter(|_| ctx.pathfinding_on) else { return Review::Idle };
        let area = change.area.grown(ctx.me.radius_m);
        let (sight, here) = (ctx.contact_sight(), ctx.me.position);
        let is_cut = |(from, to): (Vec2, Vec2)| Aabb::new(from, to).overlaps(area) && !sight.clear(from, to);
        if self.path.quick && self.path.legs(here).any(is_cut) {
            self.path.clear();
        }
        match self.phase {
            Phase::Fresh | Phase::Queued | Phase::Running => Review::Idle,
            // It is to be searched for, and not to be found through a door.
            Phase::GaveUp if self.goal.is_lost(ctx) => Review::Idle,
            Phase::GaveUp if change.opened => {
                self.retry = RetryLadder::default();
                self.redo(ctx, target)
            }
            Phase::GaveUp => Review::Idle,
            Phase::Ended(code) if code != Code::SearchOk => Review::Idle,
            Phase::Ended(_) | Phase::Settled if self.could_be_better(ctx, change) => self.redo(ctx, target),
            Phase::Ended(_) | Phase::Settled if !change.closed => Review::Kept,
            Phase::Ended(_) | Phase::Settled => {
                // A map of the world before shows no obstacle on a straight line past waypoints.
                let beside = || spoilt && self.path.legs(here).any(|(from, to)| Aabb::new(from, to).overlaps(area));
                if beside() {
                    self.redo(ctx, target)
                } else if !self.path.legs(here).any(is_cut) {
                    Review::Kept
                } else if self.job.plan().finds_back() && self.path.skip_to_clear(here, &sight, is_cut) {
                    self.phase = Phase::Ended(Code::SearchOk);
                    Review::Repaired(Code::SearchOk)
                } else {
                    self.redo(ctx, target)
                }
            }
        }
    }

    /// A search under way begins again: its memory is of the world before.
    pub fn restart_search(&mut self) {
        if self.phase == Phase::Running {
            self.job.restart();
            self.phase = Phase::Queued;
        }
    }

    /// Whether a path through what has opened, or round what costs more now, may save as much as is worth a search: straight
    /// there, and straight on.
    fn could_be_better(&self, ctx: &NavContext, Change { area, opened, costs, .. }: Change) -> bool {
        let here = ctx.me.position;
        if costs && self.path.legs(here).any(|(from, to)| Aabb::new(from, to).overlaps(area)) {
            return true;
        }
        if !opened && !costs {
            return false;
        }
        let layer = ctx.regions.costs(ctx.me.moves);
        let cost = |from: Vec2, to: Vec2| layer.map_or_else(|| from.distance(to), |costs| costs.along(from, to));
        let least = layer.map_or(1.0, CostLayer::least);
        let goal = self.prediction.at;
        let left_m: f32 = self.path.legs(here).map(|(from, to)| cost(from, to)).sum();
        let end = self.path.points.last().copied().unwrap_or(here);
        let left_m = left_m + cost(end, goal);
        let least_m = least * (here.distance(area.nearest(here)) + goal.distance(area.nearest(goal)));
        left_m - least_m >= SAVED_M.min(left_m * SAVED_SHARE)
    }

    /// The path stays in force until the new one is found.
    fn redo(&mut self, ctx: &NavContext, target: Vec2) -> Review {
        self.restart();
        self.queue(ctx, target);
        Review::Redone
    }
}
