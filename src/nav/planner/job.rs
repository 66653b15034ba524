//! The interface of a planner: one agent's search, begun and worked on in a step's three rounds.

use super::Claim;
use crate::diag::Clock;
use crate::geom::{Cell, Storey, Vec2};
use crate::graph::GraphKind;
use crate::grid::{CellRect, Clearance, PlotCounts};
use crate::nav::near::Wary;
use crate::nav::retry::Effort;
use crate::nav::{Code, Failure, LevelsSource, NavContext, NavParams, PathFollower, Reason};
use crate::search::{Counts, SearchObserver};
use crate::world::{MoveClass, World};
use derive_more::AddAssign;
use std::hash::Hasher;

/// What an agent needs of its planner in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::nav) enum Need {
    /// A search that is queued.
    Search,
    /// The next slice of the search under way.
    Slice,
    /// The next piece of the path that is being walked.
    Extension,
    /// Another path in the place of the one that is being walked, where it is the agent's turn to plan again.
    Renewal,
}

/// What a planner is asked for.
#[derive(Clone, Copy, Debug)]
pub(in crate::nav) struct Query {
    pub need: Need,
    /// Where the path leads.
    pub to: Vec2,
    /// Whether that is a temporary goal.
    pub partial: bool,
    /// Whether the goal moves.
    pub moving: bool,
    /// The step in which the search was queued.
    pub since: u64,
    pub effort: Effort,
}

/// The outcome of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::nav) enum Progress {
    /// Nothing yet.
    Waiting,
    /// The search goes on in the next step.
    Running,
    /// The path cannot be extended: search again.
    Broken,
    /// The search is over; where it succeeded, its path is in force.
    Ended(Result<(), Failure>),
}

/// Sums over one pathfinder's life.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::nav) struct Tally {
    pub searches: u32,
    /// Searches that reused their map.
    pub reused: u32,
    /// Nodes the last search expanded.
    pub expanded: u32,
}

/// Sums over searches towards one kind of goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, AddAssign)]
pub struct GoalCounts {
    /// Searches begun, and how many of those ended on an earlier search's map.
    pub searches: u64,
    pub reused: u64,
    /// Windows drawn, and the nodes in them.
    pub maps: u64,
    pub nodes: u64,
}

/// Sums over searches near agents for paths through less influence.
#[derive(Clone, Copy, Debug, Default, PartialEq, AddAssign)]
pub struct NearCounts {
    /// Searches.
    pub searches: u64,
    /// Those that found a better path.
    pub better: u64,
    /// Cells they expanded.
    pub expanded: u64,
}

/// Sums over searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, AddAssign)]
pub struct SearchCounts {
    pub moving: GoalCounts,
    pub fixed: GoalCounts,
    /// Searches of the static planner that needed none: nothing lay between the agent and its goal.
    pub in_sight: u64,
    /// Searches of the static planner that took the path which another search found.
    pub shared: u64,
    /// Searches of the static planner whose path was read off a flow field.
    pub off_fields: u64,
    /// Failures that were known without a search: nothing joins start and goal, or, with the static planner, the same search
    /// failed before.
    pub cached_failures: u64,
    pub expanded: u64,
    pub generated: u64,
    /// Searches near agents; `expanded`, `generated` and `work` hold theirs, too.
    pub near: NearCounts,
    /// What all of it cost, in expansions of a search in a window.
    pub work: u64,
    /// What became of the volumes of all windows drawn.
    pub volumes: PlotCounts,
    /// Nanoseconds spent on drawing maps.
    pub abstraction_ns: u64,
    /// Nanoseconds spent on searches.
    pub search_ns: u64,
}

impl SearchCounts {
    /// Searches towards both kinds of goal together.
    pub fn both(&self) -> GoalCounts {
        let mut sum = self.moving;
        sum += self.fixed;
        sum
    }

    /// The counts of moving or of fixed goals.
    pub(in crate::nav) fn of(&mut self, moving: bool) -> &mut GoalCounts {
        if moving { &mut self.moving } else { &mut self.fixed }
    }
}

/// One round's work for one agent.
pub(in crate::nav) struct Task<'a> {
    pub ctx: &'a NavContext<'a>,
    pub query: Query,
    pub path: &'a mut PathFollower,
    pub tally: &'a mut Tally,
    pub counts: &'a mut SearchCounts,
    /// What agents need in this step.
    pub claims: &'a mut Vec<Claim>,
    /// Where the agent's claim was not granted in the last step: the step in which that search was queued.
    pub refused: Option<u64>,
    /// What may yet be done in this step without a claim, in expansions.
    pub allowance: &'a mut u64,
    pub clock: &'a dyn Clock,
    /// Where the places of nodes are written as they are expanded, metres; `None` in all searches of the step.
    pub replay: Option<&'a mut Vec<Vec2>>,
}

/// Writes the places of nodes as they are expanded; `P` is where a node is.
pub(in crate::nav) struct Noted<'a, P> {
    pub place: P,
    pub out: &'a mut Vec<Vec2>,
}

impl<P: Fn(u32) -> Vec2> SearchObserver for Noted<'_, P> {
    fn searched(&mut self, node: u32) {
        self.out.push((self.place)(node));
    }
}

impl Task<'_> {
    /// Counts a search that begins.
    pub(crate) fn count_search(&mut self) {
        self.tally.searches += 1;
        self.counts.of(self.query.moving).searches += 1;
    }

    /// What the agent needs in this step; `most` is the most that it can cost. A search that waits keeps its place when another one
    /// takes its part, as where the target strayed.
    pub(crate) fn claim_of(&self, most: u32) -> Claim {
        let since = self.refused.map_or(self.query.since, |since| since.min(self.query.since));
        Claim::new(self.ctx, since, self.query.need != Need::Search, most)
    }

    /// Does work without a claim, if the allowance of this step suffices for it.
    pub(crate) fn is_allowed(&mut self, work: u32) -> bool {
        let left = self.allowance.checked_sub(work.into());
        if let Some(left) = left {
            *self.allowance = left;
            self.charge(work);
        }
        left.is_some()
    }

    /// Leaves a claim for this step.
    pub(crate) fn claim(&mut self, most: u32) -> Progress {
        let claim = self.claim_of(most);
        self.claims.push(claim);
        Progress::Waiting
    }

    /// Charges work to the step.
    pub(crate) fn charge(&mut self, work: u32) {
        self.counts.work += u64::from(work);
    }

    /// Counts what a search expanded and generated between two readings; the nodes expanded.
    pub(crate) fn count_work(&mut self, before: Counts, after: Counts) -> u32 {
        let expanded = after.expanded - before.expanded;
        self.counts.expanded += u64::from(expanded);
        self.counts.generated += u64::from(after.generated - before.generated);
        expanded
    }
}

/// What of a job is shown to people, and hashed.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::nav) struct JobState {
    /// The area, the margin and the clearance of a map of its own; empty where it has none.
    pub area: CellRect,
    pub margin_nodes: u32,
    pub clearance: Clearance,
    /// Nodes that the search under way has expanded.
    pub expanded: Option<u32>,
    /// Whether the search is known to outlive a slice.
    pub long: bool,
}

/// Permission to search in this step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Grant {
    /// The agent's slot.
    pub slot: u32,
    /// Whether it searches for a question alone.
    pub asks: bool,
    /// Whether its search may outlive the step.
    pub may_park: bool,
}

/// What planners prepare for a size of body before the first step.
#[derive(Clone, Copy)]
pub struct Preparation<'a> {
    /// What exists on the storey.
    pub world: &'a World,
    /// Which one that is.
    pub storey: Storey,
    /// The parameters of pathfinding.
    pub params: &'a NavParams,
    /// The body's radius, metres.
    pub radius_m: f32,
    /// The body's height, metres.
    pub height_m: f32,
    /// How the body moves.
    pub moves: MoveClass,
    /// How many threads search at a time.
    pub threads: usize,
    /// Where the levels of large worlds come from.
    pub levels: &'a LevelsSource,
    /// The graph that bodies of this size plan over, where they do.
    pub graph: Option<GraphKind>,
    /// Whether scripts ask what paths cost: on smaller worlds levels are prepared for that alone.
    pub estimates: bool,
}

/// How one agent searches with one planner.
pub(in crate::nav) trait Job: Plan {
    /// What all agents share; only read while searches run.
    type Service;
    /// Memory of one thread. Which thread serves an agent makes no difference to any result.
    type Scratch;

    /// First round: ends the search where that takes no work, searches, or leaves a request in `scratch`.
    fn start(&mut self, task: &mut Task, service: &Self::Service, scratch: &mut Self::Scratch) -> Progress;

    /// Second round, for agents with a grant: one slice. Without permission to park, a search that does not end in its
    /// slice restarts in a later step.
    fn step(&mut self, _: &mut Task, _: &Self::Service, _: &mut Self::Scratch, _may_park: bool) -> Progress {
        Progress::Waiting
    }

    /// Third round: ends the search where another agent's search had the same result.
    fn finish(&mut self, _: &mut Task, _: &Self::Service, _: &mut Self::Scratch) -> Progress {
        Progress::Waiting
    }
}

/// How far the form of a path may depart from what a planner found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::nav) enum Leeway {
    /// It may lead nearer to what it goes round, or farther from it.
    All,
    /// It may have arcs inside its corners.
    Corners,
    /// It leads by each of its points.
    None,
}

/// What a pathfinder asks its planner besides searches. Where planners agree, the default says so.
pub(in crate::nav) trait Plan {
    /// Goals farther away than this are replaced by temporary ones, metres.
    fn farthest_goal_m(&self, _: &NavParams) -> Option<f32> {
        None
    }

    /// Whether a search may be queued.
    fn precheck(&self, _: &NavContext, _: &Query) -> Result<(), Reason> {
        Ok(())
    }

    /// Whether the agent is leaving the planner's map.
    fn leaves_map(&self, _: &NavContext) -> bool {
        false
    }

    /// The cells that a path must not leave, where the planner has a map of its own.
    fn kept_area(&self, _: &NavContext) -> Option<CellRect> {
        None
    }

    /// How far the form of a path may depart from what the planner found.
    fn leeway(&self, _: &NavContext) -> Leeway {
        Leeway::All
    }

    /// Whether an agent that was pushed off its path looks for it.
    fn finds_back(&self, _: &NavContext) -> bool {
        true
    }

    /// The next waypoint: those in sight beyond it are gone to directly.
    fn next_waypoint(&self, ctx: &NavContext, path: &mut PathFollower) -> Option<(Code, Vec2)> {
        path.next_waypoint(ctx.me.position, &Wary { sight: ctx.body_sight(), ctx })
    }

    /// Whether paths are planned again while they are walked.
    fn renews(&self) -> bool {
        false
    }

    fn state(&self) -> JobState {
        JobState::default()
    }

    /// Feeds what decides the future of the search under way, or of an unfinished path, to the world hash. Counts
    /// represent lists: both follow from what else is hashed and the world alone.
    fn digest(&self, running: bool, unfinished: bool, h: &mut dyn Hasher);
}

/// A cell as one word, for the world hash.
pub(in crate::nav) fn cell_bits(c: Cell) -> u64 {
    (u64::from(c.x as u32) << 32) | u64::from(c.y as u32)
}
