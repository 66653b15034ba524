//! What a snapshot says about a pathfinder, as plain data: front ends never handle the pathfinder's own types.

use crate::body::AgentId;
use crate::geom::{Aabb, Storey, Vec2};
use crate::grid::SizeClass;
use crate::nav::{Code, Goal, PathView, Reason};

/// A result code of the pathfinder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeInfo {
    /// Its name in Lua, in reports and on the screen.
    pub name: &'static str,
    /// How good it is.
    pub outcome: CodeOutcome,
}

/// How good or bad a result is for the creature that gets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeOutcome {
    /// There is a path to follow.
    Good,
    /// Nothing is decided yet, or nothing was asked.
    Neutral,
    /// A search failed; the pathfinder tries again.
    Warning,
    /// The pathfinder gave up.
    Failed,
}

/// The target of a pathfinder.
#[derive(Clone, Debug, PartialEq, Default)]
pub enum GoalInfo {
    /// No target is set.
    #[default]
    None,
    /// A place, metres.
    Point(Vec2),
    /// Another agent.
    Agent {
        /// The target.
        id: AgentId,
        /// Name and position; `None` when it is dead.
        seen: Option<(String, Vec2)>,
    },
}

/// The window that the last search ran in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WindowInfo {
    /// Metres.
    pub area: Aabb,
    /// Cells.
    pub columns: u32,
    /// Cells from top to bottom.
    pub rows: u32,
}

/// The state of one pathfinder.
#[derive(Clone, Debug, Default)]
pub struct PathInfo {
    /// Where it leads.
    pub goal: GoalInfo,
    /// The last results of `tick` and `next_waypoint`.
    pub tick: Option<CodeInfo>,
    /// What `next_waypoint` returned last.
    pub waypoint: Option<CodeInfo>,
    /// Why the last search failed.
    pub reason: Option<&'static str>,
    /// The waypoints that scripts get of the path, metres.
    pub waypoints: Vec<Vec2>,
    /// Index of the waypoint that is returned next.
    pub next: usize,
    /// The points of what is left of the path as it is walked, metres.
    pub line: Vec<Vec2>,
    /// The map of the last search, where the planner builds one.
    pub window: Option<WindowInfo>,
    /// Searches of this pathfinder so far, and how many of them reused their map.
    pub searches: u32,
    /// How many searches used an earlier map.
    pub reused: u32,
    /// Nodes that the last search expanded.
    pub expanded: u32,
    /// The navigation buffer in force, metres.
    pub buffer_m: f32,
}

/// A graph as lines.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownGraph {
    /// What maps call it.
    pub kind: &'static str,
    /// The storey that it is of.
    pub storey: Storey,
    /// Both ends of each line, metres.
    pub lines: Vec<(Vec2, Vec2)>,
    /// Which graph it is.
    pub(super) of: (SizeClass, u64),
}

impl ShownGraph {
    /// A graph of these lines.
    pub fn new(kind: &'static str, storey: Storey, lines: Vec<(Vec2, Vec2)>) -> Self {
        Self { kind, storey, lines, of: Default::default() }
    }
}

/// A search, node by node.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownSearch {
    /// The storey that it was on.
    pub storey: Storey,
    /// The places of the nodes that it expanded, in order, metres. None where the goal was in sight.
    pub places: Vec<Vec2>,
    /// Whether it was ended before it found anything: there would be too many nodes to show.
    pub cut: bool,
    /// Why it found no path.
    pub reason: Option<&'static str>,
    /// Which search of which creature it is.
    pub(super) of: Option<(AgentId, u32)>,
}

impl ShownSearch {
    /// A search over these places that found a path.
    pub fn new(storey: Storey, places: Vec<Vec2>) -> Self {
        Self { storey, places, cut: false, reason: None, of: None }
    }
}

impl From<Code> for CodeInfo {
    fn from(code: Code) -> Self {
        let outcome = match code {
            Code::SearchOk | Code::NoNewPath | Code::MoreWaypoints | Code::LastWaypoint => CodeOutcome::Good,
            Code::Searching | Code::NoTarget => CodeOutcome::Neutral,
            Code::SearchFailed | Code::OutOfTime | Code::TargetFailed => CodeOutcome::Warning,
            Code::MapFailed => CodeOutcome::Failed,
        };
        Self { name: code.name(), outcome }
    }
}

impl PathInfo {
    /// `find` gives the name and the position of a living agent, `cell_m` is the side of a cell in metres.
    pub(super) fn new(view: PathView, cell_m: f32, find: impl FnOnce(AgentId) -> Option<(String, Vec2)>) -> Self {
        Self {
            goal: match view.goal {
                Goal::None => GoalInfo::None,
                Goal::Point(p, _) => GoalInfo::Point(p),
                Goal::Agent(id) => GoalInfo::Agent { id, seen: find(id) },
            },
            tick: view.tick.map(CodeInfo::from),
            waypoint: view.waypoint.map(CodeInfo::from),
            reason: view.reason.map(Reason::name),
            waypoints: view.waypoints,
            line: view.line,
            next: view.next,
            window: view.window.map(|w| {
                let min = Vec2::new(w.origin.x as f32, w.origin.y as f32) * cell_m;
                let size = Vec2::new(w.width as f32, w.height as f32) * cell_m;
                WindowInfo { area: Aabb::new(min, min + size), columns: w.width, rows: w.height }
            }),
            searches: view.searches,
            reused: view.reused,
            expanded: view.expanded,
            buffer_m: view.buffer_m,
        }
    }
}
