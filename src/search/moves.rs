//! What a search over a field may do from a cell: the part that differs between A* and the jumping searches.

use super::{Connect, Cost, DIAGONAL, STRAIGHT};
use crate::geom::Cell;
use crate::grid::Field;

/// How a cell was reached: the last step's direction, for moves that prune by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Arrival {
    /// Not at all, or by a way after which every direction has to be looked at.
    #[default]
    Any = 0,
    East = 1,
    West = 2,
    South = 3,
    North = 4,
}

impl Arrival {
    #[inline(always)]
    pub(super) fn from_bits(bits: u8) -> Self {
        match bits {
            1 => Self::East,
            2 => Self::West,
            3 => Self::South,
            4 => Self::North,
            _ => Self::Any,
        }
    }
}

/// Which cells follow a cell, over uniform ground. A move goes diagonally first and straight after, as far as it has both.
pub trait Moves {
    fn field(&self) -> &Field;

    /// Calls `each` with every cell that follows `cell` (an open one), how it is reached and what the move costs. A move
    /// that passes `goal` ends there.
    fn each(&self, cell: Cell, arrival: Arrival, goal: Cell, each: &mut impl FnMut(Cell, Arrival, Cost));
}

/// Single steps in 4 or 8 directions.
#[derive(Clone, Copy, Debug)]
pub struct Steps<'a> {
    pub field: &'a Field,
    pub connect: Connect,
}

impl Moves for Steps<'_> {
    fn field(&self) -> &Field {
        self.field
    }

    #[inline(always)]
    fn each(&self, cell: Cell, _arrival: Arrival, _goal: Cell, each: &mut impl FnMut(Cell, Arrival, Cost)) {
        // 0 1 2
        // 3 4 5
        // 6 7 8
        let nine = self.field.nine(cell);
        let all = |mask: u64| nine & mask == mask;
        let mut step = |dx, dy, cost| each(Cell::new(cell.x + dx, cell.y + dy), Arrival::Any, cost);
        const N: u64 = 1 << 1;
        const W: u64 = 1 << 3;
        const E: u64 = 1 << 5;
        const S: u64 = 1 << 7;
        if all(E) {
            step(1, 0, STRAIGHT);
        }
        if all(S) {
            step(0, 1, STRAIGHT);
        }
        if all(W) {
            step(-1, 0, STRAIGHT);
        }
        if all(N) {
            step(0, -1, STRAIGHT);
        }
        if self.connect == Connect::Four {
            return;
        }
        if all(S | E | 1 << 8) {
            step(1, 1, DIAGONAL);
        }
        if all(S | W | 1 << 6) {
            step(-1, 1, DIAGONAL);
        }
        if all(N | W | 1) {
            step(-1, -1, DIAGONAL);
        }
        if all(N | E | 1 << 2) {
            step(1, -1, DIAGONAL);
        }
    }
}
