//! One agent's pathfinder and its codes; the planners and the service that queues, budgets, pools and caches.
//!
//! The order of events is the pseudocode's (Dahlberg & Viktorsson 2002, appendix 2, rows 1–23), cut in two because
//! searches here run between scripts and motion. A [`Pathfinder`] is a small state machine over values: the [`Goal`] a
//! script asked for, a prediction of where that will be, a ladder of retries, a search job and a path follower. `tick`
//! (rows 1–8) returns a code and queues a search. In the searches' phase of a step the job runs in three rounds: `start`,
//! `step` (for agents that the [`Service`] granted a search) and `finish`. `next_waypoint` (rows 21–23) hands out the path.
//!
//! A planner is a file (or folder) in `planner`: *window* draws a map for each search (rows 9–20), *shared* searches one
//! grid of the whole world, *hierarchy* levels of clusters over that, *gates* cells with what others plan, *graph* one of the graphs of the
//! world. `planner.rs` lists them; no other file
//! depends on which planner is used.
//!
//! Influence that an agent avoids is weighed near it, in the path that a planner found (`avoidance`, `near`).
//!
//! What is better than in the source: an agent inside the buffer steps out of it before a smaller one is tried
//! (`context`); a search that met its window's edge checks whether the goal is walled in before a larger window is tried
//! (`planner/window`); the last of its tries finds every gap that the body fits, and where the connected regions show that nothing
//! joins start and goal it does not search at all; settings that were needed are kept until the agent has left the place (`retry`); a target on its
//! expected course starts no search (`goal`).

mod avoidance;
mod blocked;
mod code;
mod context;
mod corner;
mod estimate;
mod follower;
mod goal;
mod shaper;

mod levels;
mod missed;
mod near;
mod params;
mod pathfinder;
pub(crate) mod planner;
mod portals;
mod questions;
mod retry;
mod review;

pub use crate::world::Planner;
pub use avoidance::Turns;
pub(crate) use blocked::Blocked;
pub use code::{Code, Reason};
pub use context::NavContext;
pub use estimate::PathCost;
pub(crate) use follower::BACKWARDS_SHARE;
pub use follower::{Gait, Guide};
pub use goal::Goal;
pub use levels::PreparedLevels;
pub use params::{LevelsSource, NavParams};
pub(crate) use pathfinder::PathView;
pub use pathfinder::Pathfinder;
pub(crate) use pathfinder::Replay;
pub(crate) use planner::Claimant;
pub use planner::ceiling::SearchLoad;
pub(crate) use planner::job::SearchCounts;
pub use planner::job::{NearCounts, Preparation};
pub(crate) use planner::settle_planner;
pub use planner::{Round, SearchContext, Service, Worker};
pub use portals::pairs;
pub use portals::passages;
pub use portals::{PortalMap, Storeys};
pub(crate) use questions::{FoundCost, Questions};
pub use review::Review;

// What the files below have in common.
use follower::PathFollower;
use retry::{Failure, place_bits};
