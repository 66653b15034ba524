//! One agent's pathfinder object and its codes; the service that queues, budgets, pools and caches.

mod code;
mod params;
mod pathfinder;
mod view;

pub use code::{Code, Reason};
pub use params::NavParams;
pub use pathfinder::{NavContext, Pathfinder, SearchCounts, Worker};
pub use view::{Goal, PathView, WindowView};
