//! The gates of a world: for each storey, and over navigation graphs for each size of body that finds other cells open.

use super::{GateWeights, Gates};
use crate::body::{GateCost, GateGround};
use crate::crowd::CrowdParams;
use crate::geom::{Cell, Storey};
use crate::graph::NavGraph;
use crate::grid::{RegionSet, Repaired, SizeClass};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Worlds of more cells have no gates: a search over gates goes over all of them at worst.
const MOST_CELLS: usize = 1 << 17;
/// To make so many nodes of a graph costs as much as an expansion.
const NODES_A_WORK: u64 = 8;

/// All gates of a world.
#[derive(Clone, Debug)]
pub struct GateMap {
    kind: GateGround,
    /// How gates count in the cost of a step.
    pub weights: GateWeights,
    /// What a path adds to the gates of the first cell after its start, metres.
    growth_m: f32,
    sheets: Vec<Sheet>,
}

/// The gates of a storey; over graphs, those for one class of bodies.
#[derive(Clone, Debug)]
struct Sheet {
    storey: Storey,
    class: Option<SizeClass>,
    gates: Gates,
}

impl GateMap {
    /// Nothing is laid yet. Cells are so many metres wide.
    pub fn new(params: &CrowdParams, cell_m: f32) -> Self {
        let k = params.gate_weight;
        let weights = match params.gate_cost {
            GateCost::Potential => GateWeights::potential(k),
            GateCost::Flow => GateWeights::flow(k),
            GateCost::FlowAsPrinted => GateWeights::flow_as_printed(k),
        };
        Self { kind: params.gates, weights, growth_m: params.gate_growth * cell_m, sheets: Vec::new() }
    }

    /// Whether a world has gates at all.
    pub fn is_on(&self) -> bool {
        self.kind != GateGround::None
    }

    /// Makes sure that bodies of a size have gates on a storey, where their grid was prepared.
    pub fn prepare(&mut self, storey: Storey, regions: &RegionSet, size: SizeClass) {
        let Some((alike, field)) = regions.alike(size).zip(regions.field_of(size)) else { return };
        let class = (self.kind == GateGround::Graph).then_some(alike);
        if field.nodes() > MOST_CELLS || self.sheets.iter().any(|s| s.storey == storey && s.class == class) {
            return;
        }
        let gates = match self.kind {
            GateGround::None => return,
            GateGround::Grid => Gates::of_grid(field.width(), field.height()),
            GateGround::Graph => Gates::of_graph(Arc::new(NavGraph::of_field(field))),
        };
        self.sheets.push(Sheet { storey, class, gates });
    }

    /// The gates for bodies of a size on a storey.
    pub fn of(&self, storey: Storey, regions: &RegionSet, size: SizeClass) -> Option<&Gates> {
        let class = match self.kind {
            GateGround::None => return None,
            GateGround::Grid => None,
            GateGround::Graph => Some(regions.alike(size)?),
        };
        self.sheets.iter().find(|s| s.storey == storey && s.class == class).map(|s| &s.gates)
    }

    /// Brings graphs of a storey up to date whose grids changed; what that cost, in expansions.
    pub fn repair(&mut self, storey: Storey, regions: &RegionSet, repaired: &[Repaired]) -> u64 {
        if self.kind != GateGround::Graph {
            return 0;
        }
        let mut work = 0;
        let is = |sheet: &Sheet, class| sheet.storey == storey && sheet.class == Some(class);
        let mut made = Vec::new();
        for Repaired { class, before, .. } in repaired {
            let Some(field) = regions.field_of(*class) else { continue };
            let Some(old) = self.sheets.iter().find(|sheet| is(sheet, *before)) else { continue };
            let graph = NavGraph::of_field(field);
            work += graph.nodes() as u64 / NODES_A_WORK;
            made.push(Sheet { storey, class: Some(*class), gates: old.gates.onto(Arc::new(graph)) });
        }
        let replaced = |sheet: &Sheet| repaired.iter().any(|r| is(sheet, r.before) || is(sheet, r.class));
        self.sheets.retain(|sheet| !replaced(sheet));
        self.sheets.append(&mut made);
        work
    }

    /// The present step.
    pub fn advance(&mut self, step: u64) {
        self.sheets.iter_mut().for_each(|sheet| sheet.gates.advance(step));
    }

    /// Lays a path on a storey, see [`Gates::lay`].
    pub fn lay(&mut self, storey: Storey, path: &[Cell]) {
        let growth_m = self.growth_m;
        self.sheets.iter_mut().filter(|s| s.storey == storey).for_each(|s| s.gates.lay(path, growth_m));
    }

    /// The gates of a storey: those over graphs of all classes.
    pub fn on(&self, storey: Storey) -> impl Iterator<Item = &Gates> {
        self.sheets.iter().filter(move |s| s.storey == storey).map(|s| &s.gates)
    }
}

/// All that is laid, for the world hash: nothing where there are no gates.
impl Hash for GateMap {
    fn hash<H: Hasher>(&self, h: &mut H) {
        self.sheets.iter().for_each(|sheet| sheet.gates.hash(h));
    }
}
