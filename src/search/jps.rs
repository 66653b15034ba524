//! Jump point search that looks ahead 64 cells at a time and prepares nothing.

use super::moves::straight;
use super::{Arrival, Cost, DIAGONAL, Moves, directions};
use crate::geom::Cell;
use crate::grid::{Axis, Field, Spot};

/// Jumps in 8 directions (Harabor & Grastien 2011), found by looking along bit-packed rows and columns (Harabor & Grastien
/// 2014). Diagonals need both cells beside them, so that turns are forced only on straight moves; a diagonal is no
/// place to stop, and the straight jump points seen from it follow its start directly (intermediate pruning, *ibid.*).
#[derive(Clone, Copy, Debug)]
pub struct Jumps<'a> {
    /// Where to search.
    pub field: &'a Field,
}

/// A scan from one cell, and the closure that receives what it finds.
struct Look<'a, F> {
    field: &'a Field,
    goal: Cell,
    each: &'a mut F,
}

impl<F: FnMut(Cell, Arrival, Cost)> Look<'_, F> {
    /// Looks along a row or column, if that is `wanted`, from a cell that cost `so_far`; whether the next cell in that direction is
    /// open.
    #[inline(always)]
    fn straight(&mut self, wanted: bool, axis: Axis, from: Cell, spot: Spot, so_far: Cost) -> bool {
        if !wanted {
            return false;
        }
        let (steps, corner) = self.field.walk_at(axis, spot);
        let Some((end, arrival, cost)) = straight(axis, from, steps, corner, self.goal) else { return steps > 1 };
        (self.each)(end, arrival, so_far + cost);
        true
    }

    /// Looks along both arms of a diagonal, which are known to begin with open cells if `first` says so.
    #[inline(always)]
    fn diagonal<const SX: i32, const SY: i32>(&mut self, from: Cell, spot: Spot, mut clear: bool) {
        let (along, across) =
            (if SX > 0 { Axis::East } else { Axis::West }, if SY > 0 { Axis::South } else { Axis::North });
        let stride = self.field.stride(SX as isize, SY as isize);
        let (mut at, mut spot, mut cost) = (from, spot, 0);
        while clear {
            at = Cell::new(at.x + SX, at.y + SY);
            spot = spot.moved(stride);
            if !self.field.open_at(spot) {
                return;
            }
            cost += DIAGONAL;
            if at == self.goal {
                (self.each)(at, Arrival::Any, cost);
                return;
            }
            let x_clear = self.straight(true, along, at, spot, cost);
            let y_clear = self.straight(true, across, at, spot, cost);
            clear = x_clear && y_clear;
        }
    }
}

impl Moves for Jumps<'_> {
    fn field(&self) -> &Field {
        self.field
    }

    #[inline(always)]
    fn each(&self, cell: Cell, arrival: Arrival, goal: Cell, each: &mut impl FnMut(Cell, Arrival, Cost)) {
        let [east, west, south, north] = directions(self.field.nine(cell), arrival);
        let spot = self.field.spot(cell);
        let mut look = Look { field: self.field, goal, each };
        look.straight(east, Axis::East, cell, spot, 0);
        look.straight(west, Axis::West, cell, spot, 0);
        look.straight(south, Axis::South, cell, spot, 0);
        look.straight(north, Axis::North, cell, spot, 0);
        look.diagonal::<1, 1>(cell, spot, east && south);
        look.diagonal::<-1, 1>(cell, spot, west && south);
        look.diagonal::<-1, -1>(cell, spot, west && north);
        look.diagonal::<1, -1>(cell, spot, east && north);
    }
}
