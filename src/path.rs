//! What happens to a found path: sight tests, string pulling, curves.
//!
//! A path is first *pulled*: points between two that see each other go. [`Curver`] then pulls it *tight* by the round shape of the body and
//! makes it *round*: it becomes a belt of straight pieces and arcs, wider round corners where there is space. What others have
//! published is in `published` and `spline`, to compare ours with.

mod belt;
mod curve;
mod dubins;
mod measure;
mod published;
mod pull;
mod sight;
mod spline;
mod style;
mod taut;
mod widen;

pub use curve::{CurveParams, Curved, Curver};
pub use dubins::{Connection, Pose};
pub use measure::{Turning, length_m};
pub use published::{millington, pinter, ray_clear, walkable};
pub(crate) use pull::bends;
pub use pull::pull;
pub use sight::{BodySight, Sees, Sight};
pub use spline::catmull_rom;
pub use style::{PathForm, PathStyle};
pub use taut::Touches;
