//! The neighbourhood of an agent as a problem for a search: what ground and influence cost, cell by cell.

use crate::geom::Cell;
use crate::grid::{BitGrid, CellRect, CostLayer};
use crate::search::Problem;
use crate::world::PLAIN_COST;

/// Cells of the side of a square that has one influence.
pub(super) const SQUARE: i32 = 2;

/// The squares that an area touches, by their columns and rows in the world: so none lies across the edge of a layer's cell,
/// which is wider and begins where a square does.
pub(super) fn squares(cells: CellRect) -> CellRect {
    let of = |cell: Cell| Cell::new(cell.x.div_euclid(SQUARE), cell.y.div_euclid(SQUARE));
    let last = Cell::new(cells.end().x - 1, cells.end().y - 1);
    CellRect::spanning(of(cells.origin), of(last))
}

/// The path from one cell to another over what ground and influence cost. Node `y × width + x`; whole numbers: a straight step costs
/// [`STRAIGHT`] times the mean of its cells, in sixteenths of plain ground.
pub(super) struct NearProblem<'a> {
    pub cells: CellRect,
    pub bits: &'a BitGrid,
    /// The squares that these touch.
    pub squares: CellRect,
    /// What influence adds, by squares, row by row; in eighths of a metre of plain ground a metre.
    pub extra: &'a [u32],
    /// `None`: the ground costs the same everywhere.
    pub costs: Option<&'a CostLayer>,
    pub start: Cell,
    pub goal: Cell,
}

/// A step along the axes, and one along a diagonal: as 1 and the root of 2, nearly.
const STRAIGHT: u32 = 12;
const DIAGONAL: u32 = 17;

impl NearProblem<'_> {
    fn cell(&self, node: u32) -> (i32, i32) {
        let width = self.cells.width.max(1);
        ((node % width) as i32, (node / width) as i32)
    }

    fn node(&self, x: i32, y: i32) -> u32 {
        y as u32 * self.cells.width + x as u32
    }

    /// What a cell costs, in eighths.
    #[inline]
    fn cost(&self, x: i32, y: i32) -> u32 {
        let at = Cell::new(x + self.cells.origin.x, y + self.cells.origin.y);
        let (column, row) =
            (at.x.div_euclid(SQUARE) - self.squares.origin.x, at.y.div_euclid(SQUARE) - self.squares.origin.y);
        let extra = self.extra[(row as u32 * self.squares.width + column as u32) as usize];
        extra + self.costs.map_or(u32::from(PLAIN_COST), |costs| costs.at(at) as u32)
    }
}

impl Problem for NearProblem<'_> {
    fn nodes(&self) -> usize {
        self.bits.nodes()
    }

    fn start(&self) -> u32 {
        self.node(self.start.x - self.cells.origin.x, self.start.y - self.cells.origin.y)
    }

    fn is_goal(&self, node: u32) -> bool {
        let (x, y) = self.cell(node);
        (x + self.cells.origin.x, y + self.cells.origin.y) == (self.goal.x, self.goal.y)
    }

    fn estimate(&self, node: u32) -> f32 {
        let (x, y) = self.cell(node);
        let (dx, dy) =
            ((x + self.cells.origin.x).abs_diff(self.goal.x), (y + self.cells.origin.y).abs_diff(self.goal.y));
        let least = self.costs.map_or(u32::from(PLAIN_COST), |costs| costs.least_eighths() as u32);
        let (long, short) = (dx.max(dy), dx.min(dy));
        (2 * least * (STRAIGHT * (long - short) + DIAGONAL * short)) as f32
    }

    fn steps(&self, node: u32, _parent: u32, mut each: impl FnMut(u32, f32)) {
        let (x, y) = self.cell(node);
        let own = self.cost(x, y);
        let mut step = |dx: i32, dy: i32, factor: u32| {
            each(self.node(x + dx, y + dy), ((own + self.cost(x + dx, y + dy)) * factor) as f32);
        };
        const AXES: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
        let beside = AXES.map(|(dx, dy)| self.bits.open(x + dx, y + dy));
        for ((dx, dy), _) in AXES.into_iter().zip(beside).filter(|(_, open)| *open) {
            step(dx, dy, STRAIGHT);
        }
        for i in 0..4 {
            let (dx, dy) = (AXES[i].0 + AXES[(i + 1) % 4].0, AXES[i].1 + AXES[(i + 1) % 4].1);
            if beside[i] && beside[(i + 1) % 4] && self.bits.open(x + dx, y + dy) {
                step(dx, dy, DIAGONAL);
            }
        }
    }
}
