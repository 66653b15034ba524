//! What tests and benchmarks of `crowd` use beyond its public face.

pub use crate::crowd::orca::Pair;
pub use crate::crowd::solve::{HalfPlane, Solver};
pub use crate::crowd::walls::Mover;
pub use crate::crowd::{
    Avoidance, Cone, Crowd, CrowdParams, Decision, Density, FinerProblem, FlowField, FlowGround, FlowKey, FlowParams,
    Flows, GateMap, GateProblem, GateWeights, Gates, Headway, HeldBy, Marking, On, RightOfWay, Scene, Searched, Sheet,
    Side, Stuck, StuckDetector, Sum, Term, Walls, Wanted,
};
