//! One agent's pathfinder object and its codes; the service that queues, budgets, pools and caches.
//!
//! The order of events is the pseudocode's (Dahlberg & Viktorsson 2002, appendix 2, rows 1–23), cut in two because
//! searches here run between scripts and motion. `tick` (rows 1–8, `pathfinder`, `aim`, `retry`) says how things stand
//! and queues; `run_slice` (rows 9–20, `map`, `footing`, `hunt`) draws the window and searches it; `next_waypoint`
//! (rows 21–23, `waypoints`) hands out the path. What is better than in the source: an agent that stands inside the
//! buffer steps out of it before it settles for a smaller one (`footing`); a search that met its window's edge looks
//! whether the goal is walled in before it asks for a larger window (`hunt`); settings that were needed are kept until
//! the agent has left the place (`retry`); a target on its expected course starts no search (`aim`).
//!
//! With the static planner (`shared`) there are no windows: all agents of a size share one grid of the whole world,
//! and who asks the same is told the same (`service`, `answers`); memory of searches is lent (`pool`). On a
//! world too large for that, ways lead over levels of clusters and are laid out as they are walked (`far`).

mod aim;
mod answers;
mod code;
mod ends;
mod far;
mod footing;
mod hunt;
mod map;
mod params;
mod pathfinder;
mod pool;
mod retry;
mod service;
mod shared;
mod target;
mod view;
mod waypoints;
mod worker;

pub use code::{Code, Reason};
pub use far::LevelsSource;
pub use params::{MOST_SHARED_CELLS, NavParams, Planner};
pub use pathfinder::{NavContext, Pathfinder};
pub use service::{Grant, Service};
pub use shared::Desk;
pub use view::{Goal, PathView, WindowView};
pub use worker::{SearchCounts, Worker};
