//! Planning over storeys, coarse before fine: which portals a body goes through, by what it costs to walk between them and to pass
//! them. The path on each storey is then the planner's.

mod map;
mod measure;
mod pairs;
mod plan;
mod route;
mod storeys;

pub use map::PortalMap;
pub use pairs::pairs;
pub use plan::passages;
pub(super) use route::{Leg, RouteSearch};
pub use storeys::Storeys;
