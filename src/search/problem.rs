//! What is searched, apart from how; grids as such problems; and a search that is made for one field.

use super::{Cost, Estimate, Heuristic};
use crate::geom::Cell;
use crate::grid::{BitGrid, Sides};
use std::f32::consts::SQRT_2;

/// The number no node has: the parent of a start.
pub const NO_NODE: u32 = u32::MAX;

/// A graph with non-negative costs, one start and one or more goals. Nodes are numbers below [`Problem::nodes`].
pub trait Problem {
    /// How many nodes there are: sizes the scratch; the nodes are not visited.
    fn nodes(&self) -> usize;

    /// The node at which the search begins.
    fn start(&self) -> u32;

    /// Whether the search may end at this node.
    fn is_goal(&self, node: u32) -> bool;

    /// Whether the search shall stop at this node because it would lead out of what is known.
    fn is_edge(&self, _node: u32) -> bool {
        false
    }

    /// Estimated cost from a node to the nearest goal, at least 0. *Consistent* when no step lowers it by more than
    /// the step costs; only then do the algorithms' promises about lengths hold.
    fn estimate(&self, node: u32) -> f32;

    /// Calls `each` with the end and the cost of every step from `node`, always in the same order. `parent` is the node
    /// it was reached from ([`NO_NODE`] at the start), for problems that prune by direction.
    fn steps(&self, node: u32, parent: u32, each: impl FnMut(u32, f32));
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Its slice is spent; it can go on.
    Running,
    /// A goal was reached.
    Found,
    /// Every node that can be reached was searched.
    Exhausted,
    /// It came to a node of the problem's edge.
    Edge,
}

/// An algorithm with its moves and its memory: what every row of the table of algorithms makes. Each algorithm implements
/// this in its own file.
pub trait Engine {
    /// Searches for a path. Returns its cost and writes the cells where it turns, both ends included; empties `waypoints`
    /// when no path was found.
    fn solve(&mut self, endpoints: (Cell, Cell), estimate: Estimate, waypoints: &mut Vec<Cell>) -> Option<Cost>;

    /// What the last search counted, and the memory that is kept.
    fn usage(&self) -> Usage;

    /// Calls `visit` with the cells that the last search expanded, each once. With none where its nodes are no cells, or where it keeps
    /// no records of them.
    fn each_expanded(&self, _visit: &mut dyn FnMut(Cell)) {}
}

/// What an engine uses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// What the last search counted.
    pub counts: Counts,
    /// Bytes of what was prepared for the field, the field itself excluded.
    pub prepared_bytes: usize,
    /// Bytes of the memory that the search keeps between queries.
    pub search_bytes: usize,
}

/// What a search counted since it began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes taken from the open list whose steps were looked at.
    pub expanded: u32,
    /// Entries put on the open list.
    pub generated: u32,
    /// The most entries that waited at one time.
    pub max_open: u32,
    /// Cells looked at, by algorithms whose work the entries on the open list do not measure.
    pub looks: u64,
    /// Whether the search reached its limit of expansions, or dropped cells that it met: then it is not known whether there is a
    /// path.
    pub gave_up: bool,
}

/// How many neighbours a cell has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Connect {
    /// Along the axes.
    #[default]
    #[value(name = "4")]
    Four,
    /// Diagonals too, where both cells beside the diagonal are open.
    #[value(name = "8")]
    Eight,
}

/// The path from a cell of a grid to another, or out of it. Node `y × width + x`; costs in cells.
#[derive(Clone, Copy, Debug)]
pub struct GridProblem<'a> {
    grid: &'a BitGrid,
    start: u32,
    /// Without one, every edge is a goal.
    goal: Option<(i32, i32)>,
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
        let goal = Some(cell_of(grid, goal));
        let (connect, heuristic, sides) = (Connect::Four, Heuristic::Euclidean, Sides::default());
        Self { grid, start, goal, connect, heuristic, sides }
    }

    /// The path from a cell to any edge: whether one leads out at all.
    pub fn escape(grid: &'a BitGrid, start: u32, sides: Sides) -> Self {
        Self { goal: None, sides, ..Self::new(grid, start, start) }
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
        self.goal.map_or_else(|| self.is_edge(node), |goal| cell_of(self.grid, node) == goal)
    }

    fn is_edge(&self, node: u32) -> bool {
        self.sides.depth(self.grid, cell_of(self.grid, node)) == Some(0)
    }

    fn estimate(&self, node: u32) -> f32 {
        let (x, y) = cell_of(self.grid, node);
        match self.goal {
            Some(goal) => self.heuristic.estimate(x.abs_diff(goal.0), y.abs_diff(goal.1)),
            None => self.sides.depth(self.grid, (x, y)).unwrap_or(0) as f32,
        }
    }

    fn steps(&self, node: u32, _parent: u32, mut each: impl FnMut(u32, f32)) {
        let (x, y) = cell_of(self.grid, node);
        let open = |(dx, dy)| self.grid.open(x + dx, y + dy);
        let to = |(dx, dy)| node.wrapping_add_signed(dx + dy * self.grid.width() as i32);
        let beside = AXES.map(open);
        for (step, _) in AXES.into_iter().zip(beside).filter(|(_, open)| *open) {
            each(to(step), 1.0);
        }
        if self.connect == Connect::Four {
            return;
        }
        for (i, j) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
            let step = (AXES[i].0 + AXES[j].0, AXES[i].1 + AXES[j].1);
            if beside[i] && beside[j] && open(step) {
                each(to(step), SQRT_2);
            }
        }
    }
}

/// The steps along the axes, clockwise: a diagonal step is the sum of two that follow each other.
const AXES: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

fn cell_of(grid: &BitGrid, node: u32) -> (i32, i32) {
    let width = grid.width().max(1);
    ((node % width) as i32, (node / width) as i32)
}
