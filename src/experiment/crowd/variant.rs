//! What is compared: plans over gates of each kind, and plans without.

use crate::body::{GateCost, GateGround};
use crate::crowd::CrowdParams;

/// How creatures plan, and whether they avoid each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Variant {
    /// As the page calls it.
    pub name: &'static str,
    pub gates: GateGround,
    pub cost: GateCost,
    pub avoids: bool,
    /// The factor of gates; `None`: this program's own.
    pub k: Option<f32>,
    /// Whether large crowds are measured with it, too: a run of one takes minutes.
    pub large: bool,
}

/// As the thesis has it.
const PRINTED_K: f32 = 0.3;

const fn gates(name: &'static str, gates: GateGround, cost: GateCost) -> Variant {
    Variant { name, gates, cost, avoids: true, k: None, large: false }
}

/// Plain A* without and with avoidance, then gates: with this program's weight, and with the printed one.
pub(super) const VARIANTS: [Variant; 10] = [
    Variant { avoids: false, ..gates("A* alone", GateGround::None, GateCost::Flow) },
    Variant { large: true, ..gates("A*, avoidance", GateGround::None, GateCost::Flow) },
    Variant { large: true, ..gates("grid, cost 1", GateGround::Grid, GateCost::Potential) },
    gates("grid, cost 2 as meant", GateGround::Grid, GateCost::Flow),
    gates("grid, cost 2 as printed", GateGround::Grid, GateCost::FlowAsPrinted),
    Variant { large: true, ..gates("graph, cost 1", GateGround::Graph, GateCost::Potential) },
    gates("graph, cost 2 as meant", GateGround::Graph, GateCost::Flow),
    gates("graph, cost 2 as printed", GateGround::Graph, GateCost::FlowAsPrinted),
    Variant { k: Some(PRINTED_K), ..gates("graph, cost 1, k = 0.3", GateGround::Graph, GateCost::Potential) },
    Variant { k: Some(PRINTED_K), ..gates("graph, cost 2 as meant, k = 0.3", GateGround::Graph, GateCost::Flow) },
];

/// The one that gates are compared with.
pub(super) const PLAIN: usize = 1;

impl Variant {
    /// Sets what it needs.
    pub(super) fn configure(&self, params: &mut CrowdParams) {
        (params.gates, params.gate_cost) = (self.gates, self.cost);
        params.gate_weight = self.k.unwrap_or(params.gate_weight);
        if !self.avoids {
            params.neighbours = 0;
        }
    }
}
