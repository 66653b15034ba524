//! Paths as waypoints and as cells, and whether they are legal.

use crate::geom::Cell;
use crate::grid::Field;

/// Writes the cells of a path, given by its waypoints, into `out`. Pieces are straight, diagonal, or first one and then the
/// other.
pub fn unpack(waypoints: &[Cell], out: &mut Vec<Cell>) {
    out.clear();
    out.extend(waypoints.first());
    for pair in waypoints.windows(2) {
        let (mut at, to) = (pair[0], pair[1]);
        while at != to {
            at = Cell::new(at.x + (to.x - at.x).signum(), at.y + (to.y - at.y).signum());
            out.push(at);
        }
    }
}

/// Why a path is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathFault {
    /// No cells at all.
    #[error("it has no cells")]
    Empty,
    /// Its first or last cell is another one than was asked for.
    #[error("it does not lead from the start to the goal")]
    Ends,
    /// This cell on it is closed.
    #[error("the cell {},{} is closed", .0.x, .0.y)]
    Closed(Cell),
    /// Two cells that follow each other are no neighbours.
    #[error("the step from {},{} to {},{} leads to no neighbour", .0.x, .0.y, .1.x, .1.y)]
    Jump(Cell, Cell),
    /// A diagonal step beside a closed cell.
    #[error("the step from {},{} to {},{} cuts a corner", .0.x, .0.y, .1.x, .1.y)]
    Corner(Cell, Cell),
}

/// Walks a path cell by cell, by the rule that diagonals need both cells beside them; returns its length in cells.
///
/// # Errors
/// The first [`PathFault`] met.
pub fn check_path(field: &Field, path: &[Cell], start: Cell, goal: Cell) -> Result<f64, PathFault> {
    let (Some(first), Some(last)) = (path.first(), path.last()) else { return Err(PathFault::Empty) };
    if (*first, *last) != (start, goal) {
        return Err(PathFault::Ends);
    }
    if !field.open(start) {
        return Err(PathFault::Closed(start));
    }
    let (mut straight, mut diagonal) = (0_u64, 0_u64);
    for pair in path.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let (dx, dy) = (a.x.abs_diff(b.x), a.y.abs_diff(b.y));
        if dx.max(dy) != 1 {
            return Err(PathFault::Jump(a, b));
        }
        if !field.open(b) {
            return Err(PathFault::Closed(b));
        }
        if dx == dy {
            diagonal += 1;
            if !field.open(Cell::new(a.x, b.y)) || !field.open(Cell::new(b.x, a.y)) {
                return Err(PathFault::Corner(a, b));
            }
        } else {
            straight += 1;
        }
    }
    Ok(straight as f64 + diagonal as f64 * std::f64::consts::SQRT_2)
}
