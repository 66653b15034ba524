//! Whether what a pathfinder knows, or searches for, still fits.

use super::{Pathfinder, Phase};
use crate::geom::Vec2;
use crate::nav::NavContext;

/// A search beyond a temporary goal begins when it is nearer than this share of the greatest goal distance.
const PARTIAL_END_SHARE: f32 = 0.2;
/// An agent that is off its path does not look for it in the first ticks on it: many return to it by themselves.
const OFF_PATH_TICKS: u32 = 3;

impl Pathfinder {
    /// Whether the agent is where it looks for a target that is out of sight: there, or as near as its path leads.
    pub(super) fn came_in_vain(&self, ctx: &NavContext) -> bool {
        let at_end = self.phase == Phase::Settled && self.prediction.lost && self.path.is_done();
        self.goal.is_lost(ctx) && (at_end || self.goal.is_reached(ctx))
    }

    /// Whether what is known or being searched no longer fits.
    pub(super) fn outdated(&self, ctx: &NavContext, target: Vec2) -> bool {
        let here = ctx.me.position;
        let sought = self.sought();
        let lost = sought.is_lost(ctx);
        let moving = sought.agent().is_some() && !lost;
        let strayed = sought.agent().is_some()
            && (self.prediction.lost != lost || self.prediction.strayed(target, ctx.params.tolerance_m));
        match self.phase {
            Phase::Queued | Phase::Running => strayed,
            Phase::Settled => {
                let renew = if moving {
                    self.prediction.timed_out(ctx, here.distance(target))
                } else {
                    // A path that is refined piece by piece is new as far as it goes.
                    self.arrival_pending && self.path.ticks > self.refresh_ticks(ctx) && !self.path.unfinished
                };
                let near_m = PARTIAL_END_SHARE * ctx.params.max_goal_distance_m;
                strayed
                    || renew
                    || self.job.plan().leaves_map(ctx)
                    || self.path.nears_partial_end(here.distance(self.prediction.at), near_m)
            }
            Phase::Fresh | Phase::Ended(_) | Phase::GaveUp => false,
        }
    }

    /// After how many ticks the path is renewed: where the crowd is a cost in it, sooner.
    fn refresh_ticks(&self, ctx: &NavContext) -> u32 {
        let follows_crowd = self.path.off_field && ctx.params.flow_crowd > 0.0;
        if follows_crowd { ctx.params.flow_refresh_ticks } else { ctx.params.refresh_ticks }
    }

    /// Whether the agent was pushed to where it cannot go straight on: it would press against a wall until the path is
    /// renewed.
    pub(super) fn off_path(&self, ctx: &NavContext) -> bool {
        let watched = self.phase == Phase::Settled && self.job.plan().finds_back(ctx);
        watched && self.path.ticks >= OFF_PATH_TICKS && self.path.is_lost(ctx.me.position, &ctx.contact_sight())
    }
}
