//! Grids as problems.

use super::{Heuristic, Problem};
use crate::grid::{BitGrid, Sides};
use std::f32::consts::SQRT_2;

/// How many neighbours a cell has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Connect {
    /// Along the axes.
    #[default]
    Four,
    /// Diagonals too, where both cells beside the diagonal are open.
    Eight,
}

/// The path between two cells of a grid. Node `y × width + x`; costs in cells.
#[derive(Clone, Copy, Debug)]
pub struct GridProblem<'a> {
    grid: &'a BitGrid,
    start: u32,
    goal: u32,
    goal_cell: (i32, i32),
    /// The directions of steps.
    pub connect: Connect,
    /// What distances are estimated with.
    pub heuristic: Heuristic,
    /// Where the search stops as at an edge.
    pub sides: Sides,
}

impl<'a> GridProblem<'a> {
    /// 4 directions, Euclidean, no edges; `start` and `goal` are nodes of the grid.
    pub fn new(grid: &'a BitGrid, start: u32, goal: u32) -> Self {
        let goal_cell = cell_of(grid, goal);
        Self {
            grid,
            start,
            goal,
            goal_cell,
            connect: Connect::Four,
            heuristic: Heuristic::Euclidean,
            sides: Sides::default(),
        }
    }
}

impl Problem for GridProblem<'_> {
    fn nodes(&self) -> usize {
        self.grid.nodes()
    }

    fn start(&self) -> u32 {
        self.start
    }

    fn is_goal(&self, node: u32) -> bool {
        node == self.goal
    }

    fn is_edge(&self, node: u32) -> bool {
        on_edge(self.grid, self.sides, node)
    }

    fn estimate(&self, node: u32) -> f32 {
        let (x, y) = cell_of(self.grid, node);
        self.heuristic.estimate(x.abs_diff(self.goal_cell.0), y.abs_diff(self.goal_cell.1))
    }

    fn steps(&self, node: u32, _parent: u32, each: impl FnMut(u32, f32)) {
        grid_steps(self.grid, self.connect, node, each);
    }
}

/// The path from a cell to any edge of its grid: whether one leads out at all.
#[derive(Clone, Copy, Debug)]
pub struct GridEscape<'a> {
    /// Closed and open cells.
    pub grid: &'a BitGrid,
    /// The node `y × width + x` of the first cell.
    pub start: u32,
    /// The sides that count as edges.
    pub sides: Sides,
}

impl Problem for GridEscape<'_> {
    fn nodes(&self) -> usize {
        self.grid.nodes()
    }

    fn start(&self) -> u32 {
        self.start
    }

    fn is_goal(&self, node: u32) -> bool {
        on_edge(self.grid, self.sides, node)
    }

    fn estimate(&self, node: u32) -> f32 {
        let (x, y) = cell_of(self.grid, node);
        let (w, h, s) = (self.grid.width() as i32, self.grid.height() as i32, self.sides);
        let sides = [(s.left, x), (s.right, w - 1 - x), (s.top, y), (s.bottom, h - 1 - y)];
        sides.iter().filter(|(on, _)| *on).map(|(_, d)| *d).min().unwrap_or(0) as f32
    }

    fn steps(&self, node: u32, _parent: u32, each: impl FnMut(u32, f32)) {
        grid_steps(self.grid, Connect::Four, node, each);
    }
}

fn cell_of(grid: &BitGrid, node: u32) -> (i32, i32) {
    let width = grid.width().max(1);
    ((node % width) as i32, (node / width) as i32)
}

fn on_edge(grid: &BitGrid, sides: Sides, node: u32) -> bool {
    let (x, y) = cell_of(grid, node);
    (sides.left && x == 0)
        || (sides.top && y == 0)
        || (sides.right && x + 1 == grid.width() as i32)
        || (sides.bottom && y + 1 == grid.height() as i32)
}

fn grid_steps(grid: &BitGrid, connect: Connect, node: u32, mut each: impl FnMut(u32, f32)) {
    let (x, y) = cell_of(grid, node);
    let width = grid.width();
    let (right, down) = (grid.open(x + 1, y), grid.open(x, y + 1));
    let (left, up) = (grid.open(x - 1, y), grid.open(x, y - 1));
    if right {
        each(node + 1, 1.0);
    }
    if down {
        each(node + width, 1.0);
    }
    if left {
        each(node - 1, 1.0);
    }
    if up {
        each(node - width, 1.0);
    }
    if connect == Connect::Four {
        return;
    }
    if right && down && grid.open(x + 1, y + 1) {
        each(node + width + 1, SQRT_2);
    }
    if left && down && grid.open(x - 1, y + 1) {
        each(node + width - 1, SQRT_2);
    }
    if left && up && grid.open(x - 1, y - 1) {
        each(node - width - 1, SQRT_2);
    }
    if right && up && grid.open(x + 1, y - 1) {
        each(node - width + 1, SQRT_2);
    }
}
