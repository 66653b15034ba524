//! Jump point search that looks ahead 64 cells at a time and prepares nothing.

use super::{Arrival, Cost, DIAGONAL, Moves, STRAIGHT, directions};
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

/// A look round from one cell on a map, and the closure that receives what it finds.
pub(super) struct Look<'a, T, F> {
    pub on: &'a T,
    pub goal: Cell,
    pub each: &'a mut F,
}

impl<T, F: FnMut(Cell, Arrival, Cost)> Look<'_, T, F> {
    /// The move along a row or column from a cell that cost `so_far`: to the goal if that lies within `steps` cells, else
    /// as many cells if there is a corner. Whether there is such a move.
    #[inline(always)]
    pub(super) fn go<const DX: i32, const DY: i32>(
        &mut self,
        from: Cell,
        steps: i32,
        corner: bool,
        so_far: Cost,
    ) -> bool {
        let (dx, dy) = (self.goal.x - from.x, self.goal.y - from.y);
        let (ahead, aside) = if DX != 0 { (dx * DX, dy) } else { (dy * DY, dx) };
        let is_goal = aside == 0 && ahead > 0 && ahead <= steps;
        if is_goal || corner {
            let reach = if is_goal { ahead } else { steps };
            let how = Arrival::from_bits(Axis::of(DX, DY) as u8 + 1);
            (self.each)(Cell::new(from.x + DX * reach, from.y + DY * reach), how, so_far + reach as Cost * STRAIGHT);
        }
        is_goal || corner
    }
}

impl<F: FnMut(Cell, Arrival, Cost)> Look<'_, Field, F> {
    /// Looks along a row or column from a cell that cost `so_far`; whether the next cell in that direction is open.
    #[inline(always)]
    fn straight<const DX: i32, const DY: i32>(&mut self, from: Cell, spot: Spot, so_far: Cost) -> bool {
        let (steps, corner) = self.on.walk_at(Axis::of(DX, DY), spot);
        self.go::<DX, DY>(from, steps, corner, so_far) || steps > 1
    }

    /// Looks along both arms of a diagonal, which are known to begin with open cells if `first` says so.
    #[inline(always)]
    fn diagonal<const SX: i32, const SY: i32>(&mut self, from: Cell, spot: Spot, mut clear: bool) {
        let stride = self.on.stride(SX as isize, SY as isize);
        let (mut at, mut spot, mut cost) = (from, spot, 0);
        while clear {
            at = Cell::new(at.x + SX, at.y + SY);
            spot = spot.moved(stride);
            if !self.on.open_at(spot) {
                return;
            }
            cost += DIAGONAL;
            if at == self.goal {
                (self.each)(at, Arrival::Any, cost);
                return;
            }
            let x_clear = self.straight::<SX, 0>(at, spot, cost);
            let y_clear = self.straight::<0, SY>(at, spot, cost);
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
        let mut look = Look { on: self.field, goal, each };
        if east {
            look.straight::<1, 0>(cell, spot, 0);
        }
        if west {
            look.straight::<-1, 0>(cell, spot, 0);
        }
        if south {
            look.straight::<0, 1>(cell, spot, 0);
        }
        if north {
            look.straight::<0, -1>(cell, spot, 0);
        }
        look.diagonal::<1, 1>(cell, spot, east && south);
        look.diagonal::<-1, 1>(cell, spot, west && south);
        look.diagonal::<-1, -1>(cell, spot, west && north);
        look.diagonal::<1, -1>(cell, spot, east && north);
    }
}
