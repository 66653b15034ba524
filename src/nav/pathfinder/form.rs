//! A pathfinder whose agent walks along a line of its own.

use super::Pathfinder;
use crate::geom::Vec2;
use crate::nav::NavContext;
use crate::nav::follower::{Gait, Guide};
use crate::nav::planner::Leeway;
use crate::nav::shaper::Shaper;

impl Pathfinder {
    /// Gives the path in force the form of the body's paths, as far as it is new.
    pub(super) fn form(&mut self, ctx: &NavContext, shaper: &mut Shaper) {
        if !self.path.is_raw() {
            return;
        }
        let Some(params) = ctx.form.curve() else { return self.path.leave_course() };
        let leeway = self.job.plan().leeway(ctx);
        let is_tight = leeway == Leeway::All && self.avoidance.with_blocked(ctx).avoids_nothing();
        if leeway != Leeway::None {
            shaper.form(ctx, &mut self.path, &params, is_tight);
        }
    }

    /// Where the agent steers that goes to a waypoint; `None`: straight to it.
    pub fn guide(&mut self, to: Vec2, gait: &Gait) -> Option<Guide> {
        self.path.guide(to, gait)
    }

    /// The point ahead on the line that its agent is led along, metres.
    pub fn point_ahead(&self) -> Option<Vec2> {
        self.path.point_ahead()
    }

    /// Whether its agent may be led along a line.
    pub fn has_course(&self) -> bool {
        self.path.has_course()
    }
}
