//! What tests and benchmarks of `crowd` use beyond its public face.

pub use crate::crowd::{
    Avoidance, Crowd, CrowdParams, Density, FinerProblem, FlowField, FlowGround, FlowKey, FlowParams, Flows, GateMap,
    GateProblem, GateWeights, Gates, Laying, On, RightOfWay, Scene, Searched, Sheet, Side, Sum, Term, Walls, Wanted,
};
