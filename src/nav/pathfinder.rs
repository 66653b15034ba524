//! The pathfinder object of one agent.

use super::{Code, Goal, NavParams, PathView, Reason};
use crate::body::{AgentId, Bodies};
use crate::diag::Clock;
use crate::geom::Vec2;
use crate::grid::RegionSet;
use crate::world::World;

/// What a pathfinder may look at.
#[derive(Clone, Copy)]
pub struct NavContext<'a> {
    pub world: &'a World,
    pub bodies: &'a Bodies,
    pub regions: &'a RegionSet,
    pub params: &'a NavParams,
    /// Steps since the world began.
    pub step: u64,
    /// Length of a step, seconds.
    pub step_s: f32,
    /// The global switch.
    pub pathfinding_on: bool,
}

/// One agent's pathfinder.
#[derive(Clone, Debug, Default)]
pub struct Pathfinder {
    goal: Goal,
    queued: bool,
    said: bool,
    path: Vec<Vec2>,
    next: usize,
    arrival_pending: bool,
}

/// Memory that searches share, and what they counted.
#[derive(Debug, Default)]
pub struct Worker {
    pub counts: SearchCounts,
}

/// Sums over searches.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchCounts {
    /// Searches begun towards moving targets, and how many of those reused their map.
    pub moving: u64,
    pub moving_reused: u64,
    /// The same for fixed goals.
    pub fixed: u64,
    pub fixed_reused: u64,
    /// Windows built for moving targets and for fixed goals, and the nodes in them.
    pub moving_maps: u64,
    pub moving_nodes: u64,
    pub fixed_maps: u64,
    pub fixed_nodes: u64,
    pub expanded: u64,
    pub abstraction_ns: u64,
    pub search_ns: u64,
}

impl Pathfinder {
    pub fn set_position_target(&mut self, ctx: &NavContext, me: usize, to: Vec2) {
        let _ = (ctx, me);
        *self = Self { goal: Goal::Point(to), arrival_pending: true, ..Self::default() };
    }

    pub fn set_moving_target(&mut self, ctx: &NavContext, me: usize, target: AgentId) {
        let _ = (ctx, me);
        *self = Self { goal: Goal::Agent(target), arrival_pending: true, ..Self::default() };
    }

    pub fn tick(&mut self, ctx: &NavContext, me: usize) -> Code {
        let _ = me;
        if self.goal == Goal::None {
            return Code::NoTarget;
        }
        if !ctx.pathfinding_on {
            return Code::SearchOk;
        }
        if self.path.is_empty() {
            self.queued = true;
            return Code::Searching;
        }
        if self.said {
            Code::NoNewPath
        } else {
            self.said = true;
            Code::SearchOk
        }
    }

    /// The next place to go, and what kind of place it is. Without a target: the agent's own position.
    pub fn next_waypoint(&mut self, ctx: &NavContext, me: usize) -> (Code, Vec2) {
        let here = ctx.bodies.position[me];
        if self.goal == Goal::None {
            return (Code::NoTarget, here);
        }
        match self.path.get(self.next) {
            None => (Code::TargetFailed, self.target(ctx).unwrap_or(here)),
            Some(p) => {
                self.next = (self.next + 1).min(self.path.len() - 1);
                (Code::LastWaypoint, *p)
            }
        }
    }

    /// Why the last search found nothing.
    pub fn reason(&self) -> Option<Reason> {
        None
    }

    /// Whether a search is queued or under way.
    pub fn wants_search(&self) -> bool {
        self.queued
    }

    /// Works on the search for one slice. Answers how it ended, when it did.
    pub fn run_slice(&mut self, ctx: &NavContext, me: usize, worker: &mut Worker, clock: &dyn Clock) -> Option<Code> {
        let _ = (me, clock);
        worker.counts.fixed += 1;
        self.queued = false;
        self.path = self.target(ctx).into_iter().collect();
        Some(Code::SearchOk)
    }

    /// True once when the agent has come to what it was sent to.
    pub fn check_arrival(&mut self, ctx: &NavContext, me: usize) -> bool {
        let here = ctx.bodies.position[me];
        let there = self.target(ctx).is_some_and(|t| t.distance(here) < ctx.params.arrive_m + ctx.bodies.radius[me]);
        there && std::mem::take(&mut self.arrival_pending)
    }

    pub fn view(&self) -> PathView {
        PathView { goal: self.goal, waypoints: self.path.clone(), next: self.next, ..PathView::default() }
    }

    /// Feeds everything that decides its future to `sink`, for the world hash.
    pub fn digest(&self, sink: &mut impl FnMut(&[u8])) {
        sink(&[self.next as u8]);
    }

    fn target(&self, ctx: &NavContext) -> Option<Vec2> {
        match self.goal {
            Goal::None => None,
            Goal::Point(p) => Some(p),
            Goal::Agent(id) => ctx.bodies.find(id).map(|s| ctx.bodies.position[s]),
        }
    }
}
