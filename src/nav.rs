//! One agent's pathfinder object and its codes; the service that queues, budgets, pools and caches.

mod code;
mod params;
mod view;

pub use code::{Code, Reason};
pub use params::NavParams;
pub use view::{Goal, PathView, WindowView};
