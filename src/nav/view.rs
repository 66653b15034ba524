//! What of a pathfinder is shown to people.

use super::{Code, Reason};
use crate::body::AgentId;
use crate::geom::{Cell, Vec2};

/// What a pathfinder was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Goal {
    #[default]
    None,
    Point(Vec2),
    Agent(AgentId),
}

/// A picture of one pathfinder, for the inspector.
#[derive(Clone, Debug, Default)]
pub struct PathView {
    pub goal: Goal,
    /// Last answer of `tick`.
    pub tick: Option<Code>,
    /// Last answer of `next_waypoint`.
    pub waypoint: Option<Code>,
    pub reason: Option<Reason>,
    pub waypoints: Vec<Vec2>,
    /// Index of the waypoint handed out next.
    pub next: usize,
    pub window: Option<WindowView>,
    /// Searches in this pathfinder's life, and how many of them reused their map.
    pub searches: u32,
    pub reused: u32,
    /// Nodes the last search expanded.
    pub expanded: u32,
    /// The navigation buffer in force, metres.
    pub buffer_m: f32,
}

/// The rectangle a window covers, in cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WindowView {
    pub origin: Cell,
    pub width: u32,
    pub height: u32,
}
