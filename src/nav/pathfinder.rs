//! The pathfinder object of one agent: targets, ticks, waypoints (Dahlberg & Viktorsson 2002, appendix 2).

use super::aim::Aim;
use super::hunt::Hunt;
use super::retry::Retry;
use super::shared::{Desk, SharedHunt};
use super::waypoints::Waypoints;
use super::{Code, Goal, NavParams, Planner, Reason};
use crate::body::{Body, Sighting};
use crate::geom::{Cell, Vec2};
use crate::grid::{RegionSet, Window};
use crate::path::{BodySight, Sees, Sight};
use crate::search::Route;
use crate::world::World;

/// What one agent's pathfinder may look at.
#[derive(Clone, Copy)]
pub struct NavContext<'a> {
    /// The agent's slot: names it in requests, nothing else.
    pub slot: usize,
    /// The agent's own body.
    pub me: Body,
    /// What was seen of its target, where its goal is an agent that is there.
    pub target: Option<Sighting>,
    pub world: &'a World,
    pub regions: &'a RegionSet,
    pub params: &'a NavParams,
    /// Steps since the world began.
    pub step: u64,
    /// Length of a step, seconds.
    pub step_s: f32,
    /// The global switch.
    pub pathfinding_on: bool,
}

impl<'a> NavContext<'a> {
    /// Whether the static planner's ways lead over levels of clusters: the world is too large to search as a whole.
    pub fn is_far(&self) -> bool {
        self.params.is_far(self.world)
    }

    /// Sight tests for one agent's body.
    pub(super) fn body_sight(&self) -> BodySight<'a> {
        BodySight { world: self.world, radius_m: self.me.radius_m, height_m: self.me.height_m }
    }

    /// The same for a body that may lean on a wall.
    pub(super) fn leaning_sight(&self) -> BodySight<'a> {
        let body = self.body_sight();
        BodySight { radius_m: body.radius_m * LEAN, ..body }
    }
}

/// A search beyond a temporary goal begins when it is nearer than this share of the greatest goal distance.
const PARTIAL_END_SHARE: f32 = 0.2;

/// An agent is not looked after in the first of its ticks on a path: many come back to it by themselves.
const OFF_PATH_TICKS: u32 = 3;
/// A body counts as standing free with this share of its radius: bodies that lean on a wall do.
const LEAN: f32 = 0.95;

/// What a pathfinder is at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Phase {
    /// A search is due.
    #[default]
    Fresh,
    /// A search waits for its first slice.
    Queued,
    /// A search waits for its next slice.
    Running,
    /// A search ended and tick has yet to say so.
    Ended(Code),
    /// The last search's path is in force.
    Settled,
    /// MAP_FAILED, until a target is set or the world changes.
    GaveUp,
}

/// One agent's pathfinder.
#[derive(Clone, Debug, Default)]
pub struct Pathfinder {
    pub(super) goal: Goal,
    pub(super) phase: Phase,
    pub(super) aim: Aim,
    pub(super) retry: Retry,
    pub(super) window: Window,
    /// The margin the window was drawn with.
    pub(super) window_margin: u32,
    pub(super) hunt: Option<Hunt>,
    /// The same, with the static planner.
    pub(super) shared: Option<SharedHunt>,
    /// Whether a search on the shared grid is known to outlive a slice.
    pub(super) long: bool,
    /// The way in force where ways lead over levels, as far as it is not laid out: only then is `path` unfinished.
    pub(super) route: Option<Box<Route>>,
    pub(super) path: Waypoints,
    pub(super) reason: Option<Reason>,
    /// Ticks since the last search was queued.
    pub(super) ticks: u32,
    /// Whether the agent has yet to come to its target.
    pub(super) arrival_pending: bool,
    /// How far away the goal was when it was set, metres.
    pub(super) asked_m: f32,
    pub(super) last_tick: Option<Code>,
    pub(super) last_waypoint: Option<Code>,
    pub(super) searches: u32,
    pub(super) reused: u32,
    pub(super) expanded: u32,
}

impl Pathfinder {
    /// The world is not what it was: forgets the map, and tries again where it had given up.
    pub fn world_changed(&mut self) {
        self.window = Window::default();
        self.window_margin = 0;
        self.retry = Retry::default();
        self.begin_anew();
    }

    /// The next search starts from nothing. One on the shared grid gives its memory back; one on a window keeps it.
    pub(super) fn begin_anew(&mut self) {
        self.phase = Phase::Fresh;
        self.shared = None;
        self.long = false;
    }

    /// Called once a tick of the agent's: says how the path stands and queues a search where one is due. Never
    /// searches.
    pub fn tick(&mut self, ctx: &NavContext) -> Code {
        let code = self.answer(ctx);
        self.last_tick = Some(code);
        code
    }

    fn answer(&mut self, ctx: &NavContext) -> Code {
        let Some(target) = self.target(ctx) else {
            self.retarget(ctx, Goal::None);
            return Code::NoTarget;
        };
        // Row 2.
        if !ctx.pathfinding_on {
            if self.phase != Phase::GaveUp {
                self.begin_anew();
            }
            self.path.clear();
            return Code::SearchOk;
        }
        self.ticks = self.ticks.saturating_add(1);
        // Row 3.
        if self.outdated(ctx, target) {
            self.begin_anew();
        } else if self.off_path(ctx) {
            if self.path.rejoin(ctx.me.position, &ctx.leaning_sight()) {
                return Code::SearchOk; // a way was found without a search
            }
            self.begin_anew();
        }
        match self.phase {
            Phase::GaveUp => Code::MapFailed,
            Phase::Queued | Phase::Running => Code::Searching,
            Phase::Ended(code) => {
                self.phase = if code == Code::SearchOk { Phase::Settled } else { Phase::Fresh };
                code
            }
            // Row 4.
            Phase::Settled => Code::NoNewPath,
            Phase::Fresh => self.queue(ctx, target),
        }
    }

    /// Whether what is known or being searched no longer fits.
    fn outdated(&self, ctx: &NavContext, target: Vec2) -> bool {
        let here = ctx.me.position;
        let moving = matches!(self.goal, Goal::Agent(_));
        let strayed = moving && self.aim.strayed(target, ctx.params.tolerance_m);
        match self.phase {
            Phase::Queued | Phase::Running => strayed,
            Phase::Settled => {
                let cell = Cell::of(here, ctx.world.ground.resolution_m());
                let windowed = ctx.params.planner == Planner::Window;
                let partial_end = PARTIAL_END_SHARE * ctx.params.max_goal_distance_m;
                let renew = if moving {
                    self.aim.timed_out(ctx, here.distance(target))
                } else {
                    // A way that is laid out piece by piece is new as far as it goes.
                    self.arrival_pending && self.ticks > ctx.params.refresh_ticks && !self.path.unfinished
                };
                strayed
                    || renew
                    || (windowed && self.window.depth(cell) <= self.edge_nodes(ctx))
                    || (self.path.partial && (self.path.at_end || here.distance(self.aim.at) < partial_end))
            }
            Phase::Fresh | Phase::Ended(_) | Phase::GaveUp => false,
        }
    }

    /// Whether the agent was pushed to where it cannot go straight on: it would press against a wall until the path is
    /// renewed. The faithful windows do without the look.
    fn off_path(&self, ctx: &NavContext) -> bool {
        let here = ctx.me.position;
        let watched = self.phase == Phase::Settled && ctx.params.planner == Planner::Static;
        let lost = |to| !ctx.leaning_sight().clear(here, to);
        watched && self.ticks >= OFF_PATH_TICKS && self.path.handed.is_some_and(lost)
    }

    /// Rows 5–8: chooses the goal of a search and queues it, or gives up.
    fn queue(&mut self, ctx: &NavContext, target: Vec2) -> Code {
        let here = ctx.me.position;
        let res = ctx.world.ground.resolution_m();
        self.retry.begin(here, ctx.params, res);
        if self.retry.spent() {
            let exact = self.reason.filter(|r| !matches!(r, Reason::MapEdge | Reason::Budget));
            return self.give_up(exact.unwrap_or(Reason::TooManyTries));
        }
        if !ctx.world.ground.contains(Cell::of(target, res)) {
            return self.give_up(Reason::GoalBlocked); // no map could hold it
        }
        self.aim = Aim::take(ctx, self.goal, target, self.retry.failures);
        let area = self.area(ctx);
        let windowed = ctx.params.planner == Planner::Window;
        if windowed && area.width.max(area.height) > ctx.params.max_window_nodes {
            return self.give_up(Reason::MapTooLarge);
        }
        self.ticks = 0;
        self.phase = Phase::Queued;
        Code::Searching
    }

    fn give_up(&mut self, reason: Reason) -> Code {
        self.phase = Phase::GaveUp;
        self.reason = Some(reason);
        self.path.clear();
        Code::MapFailed
    }

    /// The next place to go, and what kind of place it is. To be asked again once the agent is there; the last is
    /// repeated. Without a target: the agent's own position.
    pub fn next_waypoint(&mut self, ctx: &NavContext) -> (Code, Vec2) {
        let (code, place) = self.waypoint(ctx);
        self.last_waypoint = Some(code);
        (code, place)
    }

    fn waypoint(&mut self, ctx: &NavContext) -> (Code, Vec2) {
        let here = ctx.me.position;
        let Some(target) = self.target(ctx) else {
            self.retarget(ctx, Goal::None);
            return (Code::NoTarget, here);
        };
        // Row 22.
        if !ctx.pathfinding_on {
            return (Code::TargetFailed, target);
        }
        if self.phase == Phase::GaveUp {
            return (Code::MapFailed, here);
        }
        // Row 23.
        let handed = match ctx.params.planner {
            Planner::Window => {
                let sight = Sight { window: &self.window, ground: &ctx.world.ground };
                self.path.hand_out(here, &sight)
            }
            Planner::Static => self.path.hand_out(here, &ctx.body_sight()),
        };
        handed.unwrap_or_else(|| {
            let moving = matches!(self.goal, Goal::Agent(_));
            (Code::TargetFailed, if moving { target } else { here })
        })
    }

    /// Nodes the last search expanded, and waypoints of the path in use.
    pub fn last_result(&self) -> (u32, usize) {
        (self.expanded, self.path.points.len())
    }

    /// Why the last search found nothing, or why the pathfinder gave up.
    pub fn reason(&self) -> Option<Reason> {
        self.reason
    }

    /// Whether a search is queued or under way.
    pub fn wants_search(&self) -> bool {
        matches!(self.phase, Phase::Queued | Phase::Running)
    }

    /// Whether there is anything to be done for it in the searches' phase of a step: a search, or the next piece of a way.
    pub fn wants_slice(&self) -> bool {
        self.wants_search() || self.wants_more()
    }

    /// Works on the search for one slice. Answers how it ended, when it did. Many agents of the static planner go through
    /// [`Pathfinder::ask`] and [`Service::deal`](super::Service::deal) instead, which share their answers.
    pub fn run_slice(&mut self, ctx: &NavContext, desk: &mut Desk) -> Option<Code> {
        if !ctx.pathfinding_on {
            return None;
        }
        if ctx.params.planner == Planner::Static {
            return self.ask(ctx, desk).or_else(|| self.work(ctx, true, desk));
        }
        let Desk { worker, clock, .. } = desk;
        let (begun, drawn) = (clock.nanos(), worker.counts.abstraction_ns);
        let opened = match self.phase {
            Phase::Queued => self.open_hunt(ctx, worker, *clock),
            Phase::Running => Ok(()),
            _ => return None,
        };
        let end = match opened {
            Ok(()) => self.advance(ctx, worker, *clock),
            Err(end) => Some(Err(end)),
        };
        let code = end.map(|end| self.close_hunt(ctx, worker, end));
        self.phase = code.map_or(Phase::Running, Phase::Ended);
        let drawing = worker.counts.abstraction_ns - drawn;
        worker.counts.search_ns += clock.nanos().saturating_sub(begun).saturating_sub(drawing);
        code
    }
}
