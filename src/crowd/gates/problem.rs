//! A search over gates: the whole path over a grid or a navigation graph, at what ground and gates cost.

use super::{GateWeights, Gates, Side};
use crate::geom::{Cell, Vec2};
use crate::graph::{DIRECTIONS, NavGraph, neighbours};
use crate::grid::{CostLayer, Field};
use crate::search::{Heuristic, Problem};
use std::f32::consts::{FRAC_1_SQRT_2, SQRT_2};

/// What is searched.
#[derive(Clone, Copy, Debug)]
pub enum On<'a> {
    /// All cells of a grid. Node `y × width + x`.
    Grid(&'a Field),
    /// A navigation graph.
    Graph(&'a NavGraph),
}

impl On<'_> {
    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        match self {
            Self::Grid(field) => field.nodes(),
            Self::Graph(graph) => graph.nodes(),
        }
    }

    /// The node of an open cell.
    pub fn node(&self, cell: Cell) -> Option<u32> {
        match self {
            Self::Grid(field) => field.node(cell).filter(|_| field.open(cell)),
            Self::Graph(graph) => graph.node(cell),
        }
    }

    /// The cell of a node.
    pub fn cell(&self, node: u32) -> Cell {
        match self {
            Self::Grid(field) => field.cell(node),
            Self::Graph(graph) => graph.cell(node),
        }
    }

    /// Calls `each` with the directions of the steps from a node.
    fn each_direction(&self, node: u32, cell: Cell, mut each: impl FnMut(u8)) {
        match self {
            Self::Grid(field) => neighbours(cell, |cell| field.open_near(cell)).for_each(each),
            Self::Graph(graph) => graph.directions(node).iter().for_each(|d| each(*d)),
        }
    }
}

/// The path from one cell to another; costs in metres of plain ground.
#[derive(Clone, Copy, Debug)]
pub struct GateProblem<'a, E> {
    on: On<'a>,
    gates: &'a Gates,
    weights: GateWeights,
    costs: Option<&'a CostLayer>,
    /// What a metre in a cell costs more, in eighths of a metre of plain ground.
    extra: E,
    resolution_m: f32,
    ends: (u32, Cell),
    start: u32,
}

/// The length of a straight and of a diagonal direction, as shares of it along each axis.
const UNIT: [f32; 2] = [1.0, FRAC_1_SQRT_2];
/// A metre of plain ground, in the unit of costs.
const PLAIN: f32 = 8.0;

impl<'a, E: Fn(Cell) -> u32> GateProblem<'a, E> {
    /// Between two open cells, on ground that costs the same everywhere; `None` where one is not open. `extra` says what a metre in a
    /// cell costs more, in eighths of a metre of plain ground.
    pub fn new(
        on: On<'a>,
        (gates, weights): (&'a Gates, GateWeights),
        resolution_m: f32,
        (start, goal): (Cell, Cell),
        extra: E,
    ) -> Option<Self> {
        let (start, end) = (on.node(start)?, on.node(goal)?);
        Some(Self { on, gates, weights, costs: None, extra, resolution_m, ends: (end, goal), start })
    }

    /// The same where the ground does not cost the same everywhere.
    pub fn with_costs(self, costs: Option<&'a CostLayer>) -> Self {
        Self { costs, ..self }
    }

    /// What a metre in a cell costs, without gates, in eighths of plain ground.
    fn metre(&self, cell: Cell) -> f32 {
        (self.costs.map_or(PLAIN as u64, |costs| costs.at(cell)) + u64::from((self.extra)(cell))) as f32
    }
}

impl<E: Fn(Cell) -> u32> Problem for GateProblem<'_, E> {
    fn nodes(&self) -> usize {
        self.on.nodes()
    }

    fn start(&self) -> u32 {
        self.start
    }

    fn is_goal(&self, node: u32) -> bool {
        node == self.ends.0
    }

    fn estimate(&self, node: u32) -> f32 {
        let (cell, goal) = (self.on.cell(node), self.ends.1);
        let least = self.costs.map_or(1.0, CostLayer::least);
        Heuristic::Octile.estimate(cell.x.abs_diff(goal.x), cell.y.abs_diff(goal.y)) * self.resolution_m * least
    }

    fn steps(&self, node: u32, _parent: u32, mut each: impl FnMut(u32, f32)) {
        let cell = self.on.cell(node);
        let (own, out) = (self.metre(cell), self.gates.sum(cell, Side::Out));
        self.on.each_direction(node, cell, |direction| {
            let (dx, dy) = DIRECTIONS[usize::from(direction)];
            let to = Cell::new(cell.x + dx, cell.y + dy);
            let Some(number) = self.on.node(to) else { return };
            let slants = direction >= 4;
            let length = if slants { SQRT_2 } else { 1.0 } * self.resolution_m;
            let along = Vec2::new(dx as f32, dy as f32) * UNIT[usize::from(slants)];
            let gates = self.weights.cost(out, self.gates.sum(to, Side::In), along);
            each(number, length * (own + self.metre(to)) / (2.0 * PLAIN) + gates);
        });
    }
}
