//! A path over storeys: the pathfinder plans to the next portal, and from where that leads again.

use super::route::Route;
use super::{Pathfinder, Phase};
use crate::geom::{Storey, Vec2};
use crate::nav::retry::RetryLadder;
use crate::nav::{Code, Failure, Goal, NavContext, SearchContext};
use crate::path::Sees;
use crate::world::Landing;

impl Pathfinder {
    /// What is searched for on this storey: the goal, or the portal on the path to it.
    pub(super) fn sought(&self) -> Goal {
        // A leg is on the storey that the agent is on, so that its own is not looked at.
        self.route.leg.map_or(self.goal, |leg| Goal::Point(leg.to, Storey::GROUND))
    }

    /// Where that is; where the agent is, without a goal.
    pub(in crate::nav) fn place(&self, ctx: &NavContext) -> Vec2 {
        let goal = || self.goal.place(ctx).unwrap_or(ctx.me.position);
        self.route.leg.map_or_else(goal, |leg| leg.to)
    }

    /// The context of a search on this storey: on the path to a portal nothing is known of a moving target.
    pub(in crate::nav) fn on_leg<'a>(&self, ctx: &NavContext<'a>) -> NavContext<'a> {
        let target = ctx.target.filter(|_| self.route.leg.is_none());
        NavContext { target, ..*ctx }
    }

    /// The last waypoint of a leg is not the last of the path, and lies where the portal is nearest: bodies that come to it side by
    /// side enter it so.
    pub(super) fn on_portal(&self, ctx: &NavContext, (code, to): (Code, Vec2)) -> (Code, Vec2) {
        let Some((leg, storeys)) = self.route.leg.zip(ctx.storeys).filter(|_| code == Code::LastWaypoint) else {
            return (code, to);
        };
        let (area, here) = (storeys.world.portals().end(leg.at).area, ctx.me.position);
        let rim = Vec2::splat(ctx.me.radius_m).min(area.size() / 2.0);
        let nearest = here.clamp(area.min + rim, area.max - rim);
        (Code::MoreWaypoints, if ctx.body_sight().clear(here, nearest) { nearest } else { to })
    }

    /// Has portals searched again where the goal is on another storey than it was, or has moved on another one.
    pub(super) fn watch_route(&mut self, ctx: &NavContext) {
        if ctx.storeys.is_none() || matches!(self.phase, Phase::Fresh | Phase::GaveUp) {
            return;
        }
        let Some((storey, at)) =
            self.route.known.zip(self.goal.place(ctx)).map(|((storey, was), at)| (storey, was.distance(at)))
        else {
            return;
        };
        let moved = self.route.leg.is_some() && at > ctx.params.tolerance_m;
        self.route.is_due |= moved || storey != self.goal.storey(ctx);
    }

    /// Has portals searched again, because something on another storey has opened or closed.
    pub fn review_route(&mut self, opened: bool) {
        match self.phase {
            Phase::GaveUp if opened && self.goal != Goal::None => {
                self.retry = RetryLadder::default();
                self.restart();
            }
            Phase::Fresh | Phase::GaveUp => {}
            _ => self.route.is_due |= self.route.leg.is_some(),
        }
    }

    /// Searches the portals, and makes the search on this storey ready. Returns how that ended, where no path leads to the goal.
    pub(super) fn find_route(&mut self, ctx: &NavContext, search: &mut SearchContext) -> Option<Code> {
        let (storeys, at) = ctx.storeys.zip(self.goal.place(ctx))?;
        let to = (self.goal.storey(ctx), at);
        let found = search.worker.find_route(ctx, &storeys, to)?;
        (self.route.is_due, self.route.known) = (false, Some(to));
        let leg = match found {
            Ok(leg) => leg,
            Err(reason) => {
                self.restart();
                self.route.leg = None;
                return self.end(ctx, Err(Failure::final_for(reason)), search.worker);
            }
        };
        let is_same = self.route.leg.map(|leg| leg.at) == leg.map(|leg| leg.at);
        if is_same && self.phase != Phase::Queued {
            return None;
        }
        self.restart();
        (self.phase, self.route.leg) = (Phase::Queued, leg);
        let (ctx, target) = (self.on_leg(ctx), self.place(ctx));
        match self.begin_search(&ctx, target) {
            Ok(()) => None,
            Err(reason) => self.end(&ctx, Err(Failure::final_for(reason)), search.worker),
        }
    }

    /// The end of a portal that its path leads to, as far as is known.
    pub fn bound_for(&self) -> Option<Landing> {
        self.route.leg.map(|leg| leg.at)
    }

    /// The same once the path to it is found: there it wants to enter.
    pub fn wants_through(&self) -> Option<Landing> {
        let is_found = matches!(self.phase, Phase::Settled | Phase::Ended(Code::SearchOk));
        self.route.leg.filter(|_| is_found).map(|leg| leg.at)
    }

    /// Its agent has entered a portal: it plans from where that leads.
    pub fn pass_portal(&mut self) {
        self.route = Route::default();
        self.restart();
        self.path.clear();
    }
}
