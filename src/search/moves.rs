//! What a search over a field may do from a cell: the part that differs between A* and the jumping searches.

use super::{Connect, Cost, DIAGONAL, STRAIGHT};
use crate::geom::Cell;
use crate::grid::{Axis, CostLayer, Field};

/// How a cell was reached: the last step's direction, for moves that prune by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Arrival {
    /// Not at all, or such that every direction has to be looked at.
    #[default]
    Any = 0,
    /// By a step to the next column.
    East = 1,
    /// By a step to the column before.
    West = 2,
    /// By a step to the next row.
    South = 3,
    /// By a step to the row before.
    North = 4,
    /// To the next column and the next row.
    SouthEast = 5,
    /// To the column before and the next row.
    SouthWest = 6,
    /// To the column before and the row before.
    NorthWest = 7,
    /// To the next column and the row before.
    NorthEast = 8,
}

impl Arrival {
    /// Columns and rows of the last step.
    #[inline(always)]
    pub(crate) const fn step(self) -> (i32, i32) {
        match self {
            Self::Any => (0, 0),
            Self::East => (1, 0),
            Self::West => (-1, 0),
            Self::South => (0, 1),
            Self::North => (0, -1),
            Self::SouthEast => (1, 1),
            Self::SouthWest => (-1, 1),
            Self::NorthWest => (-1, -1),
            Self::NorthEast => (1, -1),
        }
    }

    /// The direction of the same step taken back.
    #[inline(always)]
    pub(crate) const fn back(self) -> Self {
        match self {
            Self::Any => Self::Any,
            Self::East => Self::West,
            Self::West => Self::East,
            Self::South => Self::North,
            Self::North => Self::South,
            Self::SouthEast => Self::NorthWest,
            Self::SouthWest => Self::NorthEast,
            Self::NorthWest => Self::SouthEast,
            Self::NorthEast => Self::SouthWest,
        }
    }

    /// Whether the last step was along a diagonal.
    #[inline(always)]
    pub(crate) const fn is_diagonal(self) -> bool {
        self as u8 >= Self::SouthEast as u8
    }

    #[inline(always)]
    pub(crate) const fn from_bits(bits: u8) -> Self {
        match bits {
            1 => Self::East,
            2 => Self::West,
            3 => Self::South,
            4 => Self::North,
            5 => Self::SouthEast,
            6 => Self::SouthWest,
            7 => Self::NorthWest,
            8 => Self::NorthEast,
            _ => Self::Any,
        }
    }
}

/// Which cells follow a cell. A move goes diagonally first and straight after, as far as it has both.
pub trait Moves {
    /// The field over which the moves go.
    fn field(&self) -> &Field;

    /// Totals that differ by less are searched in any order, and cells opened again where that was wrong: worth its while where
    /// cells are many and quick to look at. At most what a straight step costs. 0 keeps the order exact.
    #[inline(always)]
    fn slack(&self) -> Cost {
        0
    }

    /// Directions of steps.
    fn connect(&self) -> Connect {
        Connect::Eight
    }

    /// Bytes of what was prepared for the moves, the field itself excluded.
    fn bytes(&self) -> usize {
        0
    }

    /// Calls `each` with every cell that follows `cell` (an open one), how it is reached and what the move costs. A move
    /// that passes `goal` ends there.
    fn each(&self, cell: Cell, arrival: Arrival, goal: Cell, each: &mut impl FnMut(Cell, Arrival, Cost));
}

/// Which directions along the axes have to be looked at: east, west, south, north.
pub(crate) type Directions = [bool; 4];

/// The directions to continue in from a cell with these nine cells round it (see [`Field::nine`]), when of all equally long paths only the one
/// that goes diagonally first counts (Harabor & Grastien 2011; diagonals need both cells beside them). A diagonal has
/// to be looked at where both its sides have.
#[inline(always)]
pub(crate) const fn directions(nine: u64, arrival: Arrival) -> Directions {
    const fn bit(nine: u64, bit: u32) -> bool {
        nine >> bit & 1 == 1
    }
    // 0 1 2     A straight move looks ahead; and to a side where a wall has just ended.
    // 3 4 5
    // 6 7 8
    let (north, west, east, south) = (bit(nine, 1), bit(nine, 3), bit(nine, 5), bit(nine, 7));
    match arrival {
        Arrival::Any => [east, west, south, north],
        Arrival::East => [east, false, south && !bit(nine, 6), north && !bit(nine, 0)],
        Arrival::West => [false, west, south && !bit(nine, 8), north && !bit(nine, 2)],
        Arrival::South => [east && !bit(nine, 2), west && !bit(nine, 0), south, false],
        Arrival::North => [east && !bit(nine, 8), west && !bit(nine, 6), false, north],
        Arrival::SouthEast => [east, false, south, false],
        Arrival::SouthWest => [false, west, south, false],
        Arrival::NorthWest => [false, west, false, north],
        Arrival::NorthEast => [east, false, false, north],
    }
}

/// The straight move along `axis` from a cell where `reach` cells ahead are open: to the goal where it is one of them, else, if
/// there is a `stop` there, to the last.
#[inline(always)]
pub(super) fn straight(axis: Axis, from: Cell, reach: i32, stop: bool, goal: Cell) -> Option<(Cell, Arrival, Cost)> {
    let (ahead, beside, arrival) = match axis {
        Axis::East => (goal.x - from.x, goal.y == from.y, Arrival::East),
        Axis::West => (from.x - goal.x, goal.y == from.y, Arrival::West),
        Axis::South => (goal.y - from.y, goal.x == from.x, Arrival::South),
        Axis::North => (from.y - goal.y, goal.x == from.x, Arrival::North),
    };
    let steps = if beside && ahead > 0 && ahead <= reach {
        ahead
    } else if stop {
        reach
    } else {
        return None;
    };
    let (dx, dy) = axis.step();
    Some((Cell::new(from.x + dx * steps, from.y + dy * steps), arrival, steps as Cost * STRAIGHT))
}

/// Single steps in 4 or 8 directions.
#[derive(Clone, Copy, Debug)]
pub struct Steps<'a> {
    /// Where to search.
    pub field: &'a Field,
    /// Four neighbours or eight.
    pub connect: Connect,
    /// With 8 directions: of equally long paths only those that go diagonally first. The same cells are expanded, but few
    /// of their neighbours are looked at in vain (canonical orderings, Sturtevant & Rabin 2016).
    pub ordered: bool,
}

impl Moves for Steps<'_> {
    fn field(&self) -> &Field {
        self.field
    }

    fn connect(&self) -> Connect {
        self.connect
    }

    #[inline(always)]
    fn each(&self, cell: Cell, arrival: Arrival, _goal: Cell, each: &mut impl FnMut(Cell, Arrival, Cost)) {
        let nine = self.field.nine(cell);
        let arrival = if self.ordered && self.connect == Connect::Eight { arrival } else { Arrival::Any };
        let [east, west, south, north] = directions(nine, arrival);
        let open = |bit: u32| nine >> bit & 1 == 1;
        let mut step = |dx, dy, how, cost| each(Cell::new(cell.x + dx, cell.y + dy), how, cost);
        if east {
            step(1, 0, Arrival::East, STRAIGHT);
        }
        if south {
            step(0, 1, Arrival::South, STRAIGHT);
        }
        if west {
            step(-1, 0, Arrival::West, STRAIGHT);
        }
        if north {
            step(0, -1, Arrival::North, STRAIGHT);
        }
        if self.connect == Connect::Four {
            return;
        }
        if south && east && open(8) {
            step(1, 1, Arrival::SouthEast, DIAGONAL);
        }
        if south && west && open(6) {
            step(-1, 1, Arrival::SouthWest, DIAGONAL);
        }
        if north && west && open(0) {
            step(-1, -1, Arrival::NorthWest, DIAGONAL);
        }
        if north && east && open(2) {
            step(1, -1, Arrival::NorthEast, DIAGONAL);
        }
    }
}

/// Moves that cost the same in both directions, one step at a time.
pub trait Reversible: Moves {}

impl Reversible for Steps<'_> {}

/// Single steps over ground that does not cost the same everywhere: half of a step lies in the cell where it begins, half in
/// the one where it ends.
#[derive(Clone, Copy, Debug)]
pub struct WeightedSteps<'a> {
    /// Where to search.
    pub field: &'a Field,
    /// What its cells cost: of the same size.
    pub costs: &'a CostLayer,
    /// Four neighbours or eight.
    pub connect: Connect,
}

/// What plain ground costs, in eighths.
pub(crate) const PLAIN: Cost = 8;
/// The two halves of a step over plain ground are 16 eighths: it costs as much as one of [`Steps`].
pub(super) const STRAIGHT_SHARE: Cost = STRAIGHT / (2 * PLAIN);
/// Rounded up, by a 50 000th: estimates in units of [`DIAGONAL`] are never more than steps cost. A path of 2²⁹ cells of plain
/// ground, or of 2²⁴ of the most expensive, keeps its place in the open list exactly.
pub(super) const DIAGONAL_SHARE: Cost = DIAGONAL.div_ceil(2 * PLAIN);

/// What half a step costs for each eighth of plain ground that its cell costs.
#[inline(always)]
pub(crate) fn half_step(is_diagonal: bool) -> Cost {
    if is_diagonal { DIAGONAL_SHARE } else { STRAIGHT_SHARE }
}

impl WeightedSteps<'_> {
    /// What the step between two neighbours costs.
    #[inline(always)]
    pub(super) fn step(&self, from: Cell, to: Cell) -> Cost {
        self.halves(from, to) * self.share(from.x != to.x && from.y != to.y)
    }

    /// What the halves of a step cost together, in eighths of plain ground …
    #[inline(always)]
    pub(super) fn halves(&self, from: Cell, to: Cell) -> Cost {
        self.costs.at(from) + self.costs.at(to)
    }

    /// … each for so much.
    #[inline(always)]
    pub(super) fn share(&self, is_diagonal: bool) -> Cost {
        half_step(is_diagonal)
    }
}

impl Reversible for WeightedSteps<'_> {}

impl Moves for WeightedSteps<'_> {
    fn field(&self) -> &Field {
        self.field
    }

    fn connect(&self) -> Connect {
        self.connect
    }

    /// A step over the cheapest ground: hardly any cell is searched twice.
    #[inline(always)]
    fn slack(&self) -> Cost {
        self.costs.least_eighths() * 2 * STRAIGHT_SHARE
    }

    #[inline(always)]
    fn each(&self, cell: Cell, _: Arrival, goal: Cell, each: &mut impl FnMut(Cell, Arrival, Cost)) {
        let here = self.costs.at(cell);
        let steps = Steps { field: self.field, connect: self.connect, ordered: false };
        steps.each(cell, Arrival::Any, goal, &mut |to, _, step| {
            let share = if step == STRAIGHT { STRAIGHT_SHARE } else { DIAGONAL_SHARE };
            each(to, Arrival::Any, (here + self.costs.at(to)) * share);
        });
    }
}
