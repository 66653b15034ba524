//! What happens to a found path: sight tests, string pulling, curves.
//!
//! A path is first *pulled*: points between two that see each other go. [`Curver`] then pulls it *tight* by the round shape of the body and
//! makes it *round*: it becomes a belt of straight pieces and arcs, wider round corners where there is space; turns that are left get arcs
//! inside them. What others have
//! published is in `published` and `spline`, to compare ours with.

mod arc;
mod belt;
mod beside;
mod curve;
mod dubins;
mod fillet;
mod measure;
mod params;
mod published;
mod pull;
mod sight;
mod spline;
mod style;
mod taut;
mod touches;
mod widen;

pub use curve::{Curved, Curver};
pub use dubins::{Connection, Pose};
pub use measure::{Turning, length_m};
pub use params::CurveParams;
pub use published::{millington, pinter, ray_clear, walkable};
pub(crate) use pull::bends;
pub use pull::pull;
pub use sight::{BodySight, Sees, Sight};
pub use spline::catmull_rom;
pub use style::{PathForm, PathStyle};
pub use touches::Touches;
