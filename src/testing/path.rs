//! What tests of `path` use beyond its public face.

pub use crate::path::{
    BodySight, Connection, CurveParams, Curved, Curver, PathForm, PathStyle, Pose, Sees, Sight, Touches, Turning,
    catmull_rom, length_m, millington, pinter, pull, ray_clear, walkable,
};
