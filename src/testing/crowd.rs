//! What tests of `crowd` use beyond its public face.

pub use crate::crowd::{
    Avoidance, CrowdParams, GateMap, GateProblem, GateWeights, Gates, On, Scene, Searched, Sheet, Side, Sum, Term, Walls, Wanted,
};
