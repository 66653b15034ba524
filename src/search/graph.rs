//! A navigation graph as a problem.

use super::{Heuristic, Problem};
use crate::geom::Cell;
use crate::graph::{DIRECTIONS, NavGraph};
use std::f32::consts::SQRT_2;

/// The shortest path from one node of a navigation graph to another; costs in cells.
#[derive(Clone, Copy, Debug)]
pub struct GraphProblem<'a> {
    graph: &'a NavGraph,
    start: u32,
    goal: u32,
    at: Cell,
}

impl<'a> GraphProblem<'a> {
    /// Between two nodes of the graph.
    pub fn new(graph: &'a NavGraph, start: u32, goal: u32) -> Self {
        Self { graph, start, goal, at: graph.cell(goal) }
    }
}

impl Problem for GraphProblem<'_> {
    fn nodes(&self) -> usize {
        self.graph.nodes()
    }

    fn start(&self) -> u32 {
        self.start
    }

    fn is_goal(&self, node: u32) -> bool {
        node == self.goal
    }

    fn estimate(&self, node: u32) -> f32 {
        let cell = self.graph.cell(node);
        Heuristic::Octile.estimate(cell.x.abs_diff(self.at.x), cell.y.abs_diff(self.at.y))
    }

    fn steps(&self, node: u32, _parent: u32, mut each: impl FnMut(u32, f32)) {
        let cell = self.graph.cell(node);
        for direction in self.graph.directions(node) {
            let (dx, dy) = DIRECTIONS[usize::from(*direction)];
            if let Some(to) = self.graph.node(Cell::new(cell.x + dx, cell.y + dy)) {
                each(to, if *direction < 4 { 1.0 } else { SQRT_2 });
            }
        }
    }
}
