//! One agent's pathfinder object and its codes; the service that queues, budgets, pools and caches.

mod aim;
mod code;
mod footing;
mod hunt;
mod map;
mod params;
mod pathfinder;
mod retry;
mod target;
mod view;
mod waypoints;
mod worker;

pub use code::{Code, Reason};
pub use params::NavParams;
pub use pathfinder::{NavContext, Pathfinder};
pub use view::{Goal, PathView, WindowView};
pub use worker::{SearchCounts, Worker};
