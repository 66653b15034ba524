//! What happens to a found path: sight tests and string pulling.

mod body_sight;
mod pull;
mod sight;

pub(crate) use body_sight::BodySight;
pub use pull::pull;
pub use sight::{Sees, Sight};
