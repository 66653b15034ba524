//! What tests of `crowd` use beyond its public face.

pub use crate::crowd::{
    Avoidance, CrowdParams, GateProblem, GateWeights, Gates, On, Scene, Side, Sum, Term, Walls, Wanted,
};
