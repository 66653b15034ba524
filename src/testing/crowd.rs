//! What tests of `crowd` use beyond its public face.

pub use crate::crowd::{Avoidance, CrowdParams, RightOfWay, Scene, Walls, Wanted};
