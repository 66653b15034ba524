//! Straight lines between the centres of cells, by the rule of the grid; paths made of such lines.

use super::{Cost, STRAIGHT};
use crate::geom::Cell;
use crate::grid::Field;

/// The cells that the straight line from the centre of a cell to that of another passes, without the first one. Exact: whole
/// numbers only. Two that follow each other share a side, except where the line runs through a corner exactly: there they are
/// diagonal neighbours. So a line is free where its cells are a legal path in 8 directions.
#[derive(Clone, Debug)]
struct LineCells {
    at: Cell,
    to: Cell,
    step: (i32, i32),
    /// Twice the columns and twice the rows from end to end.
    twice: (i64, i64),
    /// Below 0 where the next column begins before the next row does; 0 at a corner.
    lead: i64,
}

impl LineCells {
    fn new(from: Cell, to: Cell) -> Self {
        let (dx, dy) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
        let (columns, rows) = (dx.abs(), dy.abs());
        let step = (dx.signum() as i32, dy.signum() as i32);
        Self { at: from, to, step, twice: (2 * columns, 2 * rows), lead: rows - columns }
    }
}

impl Iterator for LineCells {
    type Item = Cell;

    #[inline(always)]
    fn next(&mut self) -> Option<Cell> {
        if self.at == self.to {
            return None;
        }
        let lead = self.lead;
        if lead <= 0 {
            self.at.x += self.step.0;
            self.lead += self.twice.1;
        }
        if lead >= 0 {
            self.at.y += self.step.1;
            self.lead -= self.twice.0;
        }
        Some(self.at)
    }
}

/// Whether nothing closed lies on the straight line between the centres of two open cells of the field. Where it runs through a
/// corner exactly, all four cells there are open.
pub(super) fn sees(field: &Field, from: Cell, to: Cell) -> bool {
    let mut before = from;
    LineCells::new(from, to).all(|at| {
        let beside = [Cell::new(before.x, at.y), Cell::new(at.x, before.y)];
        before = at;
        field.open_near(at) && beside.iter().all(|cell| field.open_near(*cell))
    })
}

/// What the straight line between the centres of two cells costs, rounded.
pub(super) fn line_cost(from: Cell, to: Cell) -> Cost {
    (length(from, to) * STRAIGHT as f64).round() as Cost
}

/// Cells from the centre of a cell to that of another.
fn length(from: Cell, to: Cell) -> f64 {
    let (dx, dy) = (u64::from(from.x.abs_diff(to.x)), u64::from(from.y.abs_diff(to.y)));
    ((dx * dx + dy * dy) as f64).sqrt()
}

/// The length in cells of a path made of straight lines between its waypoints.
pub(super) fn length_of_lines(waypoints: &[Cell]) -> f64 {
    waypoints.windows(2).map(|pair| length(pair[0], pair[1])).sum()
}

/// Writes the cells that the straight lines between waypoints pass, both ends included, into `out`.
pub(super) fn unpack_lines(waypoints: &[Cell], out: &mut Vec<Cell>) {
    out.clear();
    out.extend(waypoints.first());
    for pair in waypoints.windows(2) {
        out.extend(LineCells::new(pair[0], pair[1]));
    }
}

/// Leaves out waypoints on the straight line from the one before to the one after.
pub(super) fn drop_straight(waypoints: &mut Vec<Cell>) {
    let mut kept = 0;
    for i in 0..waypoints.len() {
        if kept >= 2 && is_straight(waypoints[kept - 2], waypoints[kept - 1], waypoints[i]) {
            kept -= 1;
        }
        waypoints[kept] = waypoints[i];
        kept += 1;
    }
    waypoints.truncate(kept);
}

fn is_straight(a: Cell, b: Cell, c: Cell) -> bool {
    let between = |a: Cell, b: Cell| (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
    let ((x, y), (u, v)) = (between(a, b), between(b, c));
    x * v == y * u && x * u + y * v >= 0
}
