//! A search over gates: the whole path over a grid or a navigation graph, at what ground and gates cost.

use super::{GateWeights, Gates, Side, Sum};
use crate::geom::{Cell, Vec2};
use crate::graph::{DIRECTIONS, NavGraph, neighbours};
use crate::grid::Field;
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
            Self::Graph(graph) => graph.numbers(),
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
    fn each_direction(&self, node: u32, cell: Cell, each: impl FnMut(u8)) {
        match self {
            Self::Grid(field) => neighbours(cell, |cell| field.open_near(cell)).for_each(each),
            Self::Graph(graph) => graph.edges_of(node).each().for_each(each),
        }
    }
}

/// The path from one cell to another; costs in metres of plain ground.
#[derive(Clone, Copy, Debug)]
pub struct GateProblem<'a, F> {
    on: On<'a>,
    cell_m: f32,
    start: u32,
    goal: (u32, Cell),
    gates: Option<(&'a Gates, GateWeights)>,
    metre: F,
    least: f32,
}

/// The length of a straight and of a diagonal direction, as shares of it along each axis.
const UNIT: [f32; 2] = [1.0, FRAC_1_SQRT_2];

impl<'a, F: Fn(Cell) -> f32> GateProblem<'a, F> {
    /// Between two open cells, which are so many metres wide; `None` where one is not open. `metre` says what a metre in a cell costs,
    /// in metres of plain ground, and at `least`.
    pub fn new(
        on: On<'a>,
        cell_m: f32,
        (start, goal): (Cell, Cell),
        gates: Option<(&'a Gates, GateWeights)>,
        (metre, least): (F, f32),
    ) -> Option<Self> {
        Some(Self { on, cell_m, start: on.node(start)?, goal: (on.node(goal)?, goal), gates, metre, least })
    }

    fn sum(&self, cell: Cell, side: Side) -> Sum {
        self.gates.map_or(Sum::default(), |(gates, _)| gates.sum(cell, side))
    }
}

impl<F: Fn(Cell) -> f32> Problem for GateProblem<'_, F> {
    fn nodes(&self) -> usize {
        self.on.nodes()
    }

    fn start(&self) -> u32 {
        self.start
    }

    fn is_goal(&self, node: u32) -> bool {
        node == self.goal.0
    }

    fn estimate(&self, node: u32) -> f32 {
        let (cell, goal) = (self.on.cell(node), self.goal.1);
        Heuristic::Octile.estimate(cell.x.abs_diff(goal.x), cell.y.abs_diff(goal.y)) * self.cell_m * self.least
    }

    fn steps(&self, node: u32, _parent: u32, mut each: impl FnMut(u32, f32)) {
        let cell = self.on.cell(node);
        let (own, out) = ((self.metre)(cell), self.sum(cell, Side::Out));
        self.on.each_direction(node, cell, |direction| {
            let (dx, dy) = DIRECTIONS[usize::from(direction)];
            let to = Cell::new(cell.x + dx, cell.y + dy);
            let Some(number) = self.on.node(to) else { return };
            let slants = direction >= 4;
            let length = if slants { SQRT_2 } else { 1.0 } * self.cell_m;
            let along = Vec2::new(dx as f32, dy as f32) * UNIT[usize::from(slants)];
            let gates = self.gates.map_or(0.0, |(_, weights)| weights.cost(out, self.sum(to, Side::In), along));
            each(number, length * (own + (self.metre)(to)) / 2.0 + gates);
        });
    }
}
