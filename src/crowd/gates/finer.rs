//! The finer level: a path through cells with gates that are loaded, over the world's cells in them.

use super::{GateMap, Sheet, Side};
use crate::geom::{Cell, Vec2};
use crate::graph::{DIRECTIONS, neighbours};
use crate::search::{Heuristic, Problem};
use std::f32::consts::{FRAC_1_SQRT_2, SQRT_2};

/// The path through some cells with gates, one after the other, from the middle of the first to that of the last; costs in metres of
/// plain ground. Node: the number of the cell with gates times the cells in it, and which of those, row by row.
#[derive(Clone, Copy, Debug)]
pub struct FinerProblem<'a, F> {
    map: &'a GateMap,
    sheet: &'a Sheet,
    through: &'a [Cell],
    metre: F,
    least: f32,
    goal: Cell,
}

impl<'a, F: Fn(Cell) -> f32> FinerProblem<'a, F> {
    /// Through open cells with gates, one at least. `metre` says what a metre in a cell of the world costs, at `least`.
    pub fn new(map: &'a GateMap, sheet: &'a Sheet, through: &'a [Cell], (metre, least): (F, f32)) -> Self {
        let goal = through.last().map_or(Cell::default(), |last| map.middle(*last));
        Self { map, sheet, through, metre, least, goal }
    }

    fn inside(&self) -> u32 {
        self.map.side * self.map.side
    }

    fn node(&self, cell: Cell) -> Option<u32> {
        let (with_gates, side) = (self.map.cell_of(cell), self.map.side);
        let number = self.through.iter().position(|c| *c == with_gates)? as u32;
        let of = |at: i32| at.rem_euclid(side as i32) as u32;
        Some(number * self.inside() + of(cell.y) * side + of(cell.x))
    }

    /// The cell of the world of a node.
    pub fn cell(&self, node: u32) -> Cell {
        let (with_gates, within) = (self.through[(node / self.inside()) as usize], node % self.inside());
        let side = self.map.side as i32;
        Cell::new(with_gates.x * side + within as i32 % side, with_gates.y * side + within as i32 / side)
    }
}

impl<F: Fn(Cell) -> f32> Problem for FinerProblem<'_, F> {
    fn nodes(&self) -> usize {
        self.through.len() * self.inside() as usize
    }

    fn start(&self) -> u32 {
        self.through.first().and_then(|first| self.node(self.map.middle(*first))).unwrap_or_default()
    }

    fn is_goal(&self, node: u32) -> bool {
        self.cell(node) == self.goal
    }

    fn estimate(&self, node: u32) -> f32 {
        let cell = self.cell(node);
        let away = Heuristic::Octile.estimate(cell.x.abs_diff(self.goal.x), cell.y.abs_diff(self.goal.y));
        away * self.map.finer_m() * self.least
    }

    fn steps(&self, node: u32, _parent: u32, mut each: impl FnMut(u32, f32)) {
        let cell = self.cell(node);
        let (own, out) = ((self.metre)(cell), self.sheet.finer.sum(cell, Side::Out));
        for direction in neighbours(cell, |near| self.node(near).is_some()) {
            let (dx, dy) = DIRECTIONS[usize::from(direction)];
            let to = Cell::new(cell.x + dx, cell.y + dy);
            let Some(number) = self.node(to) else { continue };
            let (length, unit) = if direction < 4 { (1.0, 1.0) } else { (SQRT_2, FRAC_1_SQRT_2) };
            let along = Vec2::new(dx as f32, dy as f32) * unit;
            let gates = self.map.weights.cost(out, self.sheet.finer.sum(to, Side::In), along);
            each(number, length * self.map.finer_m() * (own + (self.metre)(to)) / 2.0 + gates);
        }
    }
}
