//! The pathfinder of one agent: a state machine over its goal, what is predicted of it, the tries so far, the search job
//! and the path in force (Dahlberg & Viktorsson 2002, appendix 2).

mod ending;
mod fitness;
mod form;
mod held;
mod legs;
mod replay;
mod route;
mod view;
mod wary;

pub(crate) use replay::Replay;
pub(crate) use view::PathView;

use super::avoidance::Avoidance;
use super::corner::beside_corner;
use super::goal::{GoalPrediction, Whereabouts};

use super::missed::Missed;
use super::planner::SearchJob;
use super::planner::job::{Need, Progress, Query, Tally};
use super::retry::{MAX_TRIES, RetryLadder};
use super::review::Freshness;
use super::{Code, Goal, NavContext, PathFollower, Reason, Round, SearchContext};
use crate::geom::{Cell, Vec2};
use route::Route;

/// What a pathfinder does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Phase {
    /// A search is due.
    #[default]
    Fresh,
    /// A search waits for its first slice.
    Queued,
    /// A search waits for its next slice.
    Running,
    /// A search ended and `tick` has yet to say so.
    Ended(Code),
    /// The last search's path is in force.
    Settled,
    /// `MAP_FAILED`, until a target is set or something opens.
    GaveUp,
}

/// One agent's pathfinder. Its public fields are for reading.
#[derive(Clone, Debug, Default)]
pub struct Pathfinder {
    /// What it was asked for.
    pub goal: Goal,
    pub(super) phase: Phase,
    pub(super) prediction: GoalPrediction,
    pub(super) whereabouts: Whereabouts,
    pub(super) retry: RetryLadder,
    pub(super) job: SearchJob,
    pub(super) path: PathFollower,
    pub(super) avoidance: Avoidance,
    /// What changed since the search under way began.
    pub(super) missed: Missed,
    pub(super) freshness: Freshness,
    /// Where it goes on to another storey, or another part of this one.
    route: Route,
    /// Why the last search found nothing, or why the pathfinder gave up.
    pub reason: Option<Reason>,
    /// Whether the agent has yet to come to its target.
    arrival_pending: bool,
    /// How far away the goal was when it was set, metres in a straight line.
    pub asked_m: f32,
    last_tick: Option<Code>,
    last_waypoint: Option<Code>,
    tally: Tally,
}

impl Pathfinder {
    /// That of an agent that came into another zone: it has no target, and the reason says why.
    pub fn in_new_zone() -> Self {
        Self { reason: Some(Reason::NewZone), ..Self::default() }
    }

    /// Sends the agent to a place, metres, or after another agent, of which `ctx` then holds what was seen. The goal it
    /// has already changes nothing, unless the pathfinder gave up or the agent had arrived and left since. A place that
    /// is not a number is no target.
    pub fn set_goal(&mut self, ctx: &NavContext, goal: Goal) {
        let ctx = &self.whereabouts.resolve(ctx);
        let goal = goal.in_range();
        let left = !self.arrival_pending && !self.goal.is_reached(ctx);
        if !self.goal.is_same(goal) || self.phase == Phase::GaveUp || left {
            self.retarget(ctx, goal);
        }
    }

    fn retarget(&mut self, ctx: &NavContext, goal: Goal) {
        self.goal = goal;
        self.route = Route::default();
        self.retry = RetryLadder::default();
        self.reason = None;
        self.restart();
        self.path.clear();
        self.path.ticks = 0;
        self.arrival_pending = goal != Goal::None && !goal.is_reached(ctx);
        self.asked_m = goal.place(ctx).map_or(0.0, |to| to.distance(ctx.me.position));
    }

    /// Its target is gone.
    fn forget_target(&mut self, ctx: &NavContext) {
        if self.goal != Goal::None {
            self.retarget(ctx, Goal::None);
        }
    }

    /// The next search starts from nothing.
    pub(super) fn restart(&mut self) {
        (self.phase, self.freshness) = (Phase::Fresh, Freshness::Current);
        self.missed.clear();
        self.job.restart();
    }

    /// True once a target when the agent has come to what it was sent to.
    pub fn check_arrival(&mut self, ctx: &NavContext) -> bool {
        self.arrival_pending
            && !self.goal.is_lost(ctx)
            && self.goal.is_reached(ctx)
            && std::mem::take(&mut self.arrival_pending)
    }

    /// Whether the agent is under way to a goal that it has not reached yet.
    pub fn is_awaited(&self) -> bool {
        self.arrival_pending
    }

    /// Called once a tick of the agent's: returns the state of the path and queues a search where one is due. Never
    /// searches.
    pub fn tick(&mut self, ctx: &NavContext) -> Code {
        let ctx = self.whereabouts.resolve(ctx);
        let code = self.next_code(&ctx);
        self.last_tick = Some(code);
        code
    }

    fn next_code(&mut self, ctx: &NavContext) -> Code {
        if self.goal.place(ctx).is_none() {
            self.forget_target(ctx);
            return Code::NoTarget;
        }
        if self.came_in_vain(ctx) {
            return self.give_up(Reason::LostSight);
        }
        self.watch_route(ctx);
        let (ctx, target) = (&self.on_leg(ctx), self.place(ctx));
        // Row 2.
        if !ctx.pathfinding_on {
            if self.phase != Phase::GaveUp {
                self.restart();
            }
            self.path.clear();
            return Code::SearchOk;
        }
        self.path.ticks = self.path.ticks.saturating_add(1);
        // Row 3.
        if self.outdated(ctx, target) {
            self.restart();
        } else if self.off_path(ctx) {
            if self.path.rejoin(ctx.me.position, &ctx.contact_sight()) {
                return Code::SearchOk; // without a search
            }
            self.restart();
        }
        match self.phase {
            Phase::GaveUp => Code::MapFailed,
            Phase::Queued | Phase::Running => Code::Searching,
            Phase::Ended(code) => {
                self.phase = if code == Code::SearchOk { Phase::Settled } else { Phase::Fresh };
                code
            }
            // Row 4.
            Phase::Settled
                if self.freshness == Freshness::Outdated
                    || self.avoidance.wants_plan(ctx, &self.path, || self.job.plan().kept_area(ctx)) =>
            {
                self.restart();
                self.queue(ctx, target)
            }
            Phase::Settled => Code::NoNewPath,
            Phase::Fresh => self.queue(ctx, target),
        }
    }

    /// Rows 5–8: selects the goal of a search and queues it, or gives up.
    pub(super) fn queue(&mut self, ctx: &NavContext, target: Vec2) -> Code {
        let res = ctx.world.ground.resolution_m();
        self.retry.begin(ctx.me.position, ctx.params, res);
        if self.retry.failures >= MAX_TRIES {
            let exact = self.reason.filter(|r| !matches!(r, Reason::MapEdge | Reason::Budget));
            return self.give_up(exact.unwrap_or(Reason::TooManyTries));
        }
        if ctx.storeys.is_some() {
            // Which path on this storey is searched for depends on the portals that it leads through.
            self.route.is_due = true;
        } else if self.goal.storey(ctx) != ctx.me.storey {
            return self.give_up(Reason::DifferentRegion); // nothing joins storeys
        } else if let Err(reason) = self.begin_search(ctx, target) {
            return self.give_up(reason);
        }
        self.path.ticks = 0;
        self.phase = Phase::Queued;
        Code::Searching
    }

    /// Makes a search to a place on this storey ready.
    fn begin_search(&mut self, ctx: &NavContext, target: Vec2) -> Result<(), Reason> {
        if !ctx.world.ground.contains(Cell::of(target, ctx.world.ground.resolution_m())) {
            return Err(Reason::GoalBlocked); // no map could hold it
        }
        self.job.select(ctx, self.sought().agent().is_none());
        let plan = self.job.plan();
        self.prediction = GoalPrediction::new(ctx, target, plan.farthest_goal_m(ctx.params), self.retry.failures);
        plan.precheck(ctx, &self.query(ctx, Need::Search))
    }

    fn give_up(&mut self, reason: Reason) -> Code {
        self.phase = Phase::GaveUp;
        self.route = Route::default();
        self.missed.clear();
        self.reason = Some(reason);
        self.path.clear();
        Code::MapFailed
    }

    /// The next place to go, and what kind of place it is. To be called again once the agent is there; the last is
    /// repeated. Without a target: the agent's own position.
    pub fn next_waypoint(&mut self, ctx: &NavContext) -> (Code, Vec2) {
        let ctx = self.whereabouts.resolve(ctx);
        let (code, place) = self.waypoint(&ctx);
        self.last_waypoint = Some(code);
        (code, place)
    }

    fn waypoint(&mut self, ctx: &NavContext) -> (Code, Vec2) {
        let here = ctx.me.position;
        if self.goal.place(ctx).is_none() {
            self.forget_target(ctx);
            return (Code::NoTarget, here);
        }
        let (ctx, target) = (&self.on_leg(ctx), self.place(ctx));
        // Row 22.
        if !ctx.pathfinding_on {
            return (Code::TargetFailed, target);
        }
        if self.phase == Phase::GaveUp {
            return (Code::MapFailed, here);
        }
        // Row 23.
        let next = if self.path.quick {
            self.path.next_waypoint(here, &ctx.body_sight())
        } else {
            self.job.plan().next_waypoint(ctx, &mut self.path)
        };
        let ad_hoc = if self.sought().agent().is_some() { target } else { here };
        let next = next.map(|(code, to)| self.on_portal(ctx, (code, to)));
        match (next, self.path.after()) {
            (Some((code, corner)), Some(after)) if ctx.keeps_lane => {
                (code, beside_corner(ctx.slot, here, corner, after, &ctx.body_sight()))
            }
            (next, _) => next.unwrap_or((Code::TargetFailed, ad_hoc)),
        }
    }

    /// Whether it needs anything in the searches' phase of a step: a search, or the next piece of a path.
    pub fn wants_slice(&self) -> bool {
        self.need().is_some() || self.is_wary() || self.route.is_due
    }

    /// Whether a search waits for its first slice, and nothing else is to be done in the searches' phase of a step.
    pub fn is_queued(&self) -> bool {
        self.phase == Phase::Queued && !self.route.is_due
    }

    /// Whether the agent has no path at all while its search is under way or waits.
    pub fn wants_quick_path(&self) -> bool {
        !self.route.is_due && matches!(self.phase, Phase::Queued | Phase::Running) && self.path.points.is_empty()
    }

    fn need(&self) -> Option<Need> {
        match self.phase {
            Phase::Queued => Some(Need::Search),
            Phase::Running => Some(Need::Slice),
            Phase::Settled | Phase::Ended(Code::SearchOk) if self.path.runs_short() => Some(Need::Extension),
            Phase::Settled | Phase::Ended(Code::SearchOk) if self.arrival_pending && self.job.plan().renews() => {
                Some(Need::Renewal)
            }
            _ => None,
        }
    }

    fn query(&self, ctx: &NavContext, need: Need) -> Query {
        let GoalPrediction { at, partial, step, .. } = self.prediction;
        let (moving, effort) = (self.sought().agent().is_some(), self.retry.effort(ctx.params));
        Query { need, to: at, partial, moving, since: step, effort }
    }

    /// Works on the search in one of a step's rounds. Returns how it ended, when it did.
    pub fn advance(&mut self, ctx: &NavContext, round: Round, search: &mut SearchContext) -> Option<Code> {
        if !ctx.pathfinding_on {
            return None;
        }
        if self.route.is_due && matches!(round, Round::Start) {
            let found = self.find_route(ctx, search);
            if found.is_some() || self.route.is_due {
                return found;
            }
        }
        let ctx = &self.on_leg(ctx);
        if matches!(round, Round::Near) {
            return self.improve(ctx, search);
        }
        let end = self.search(ctx, round, search);
        self.note_wary(ctx, search);
        end
    }

    fn search(&mut self, ctx: &NavContext, round: Round, search: &mut SearchContext) -> Option<Code> {
        if self.route.is_due {
            return None;
        }
        let need = self.need()?;
        let query = self.query(ctx, need);
        match self.job.run(round, ctx, query, &mut self.path, &mut self.tally, search) {
            // A piece may have been added, or the plan renewed.
            Progress::Waiting => {
                self.form(ctx, &mut search.worker.shaper);
                None
            }
            Progress::Running => {
                self.phase = Phase::Running;
                None
            }
            Progress::Broken => {
                self.restart();
                None
            }
            Progress::Ended(end) => self.end(ctx, end, search.worker),
        }
    }

    /// Searches in its life.
    pub fn searches(&self) -> u32 {
        self.tally.searches
    }

    /// Nodes the last search expanded, and waypoints of the path in use.
    pub fn last_result(&self) -> (u32, usize) {
        (self.tally.expanded, self.path.count())
    }
}
