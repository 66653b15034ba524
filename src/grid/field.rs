//! A whole grid made ready for fast searches: bit-packed rows and columns, and which cells are connected.

mod closed;

pub(super) use closed::Strip;

use super::BitGrid;
use super::labels::{Labels, Place};
use super::lines::Lines;
use super::open::closed_cells;
use crate::geom::Cell;
use crate::world::{MoveClass, World};
use xxhash_rust::xxh3::Xxh3;

/// The longest side of a field, in cells: distances fit 15 bits.
pub(crate) const MAX_FIELD_SIDE: u32 = i16::MAX as u32;

/// A field was to be made larger than [`MAX_FIELD_SIDE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a grid of {width} × {height} cells is too large to search: at most {MAX_FIELD_SIDE} cells a side")]
pub struct FieldTooLarge {
    pub width: u32,
    pub height: u32,
}

/// The four directions along a row or a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Towards higher columns.
    East,
    /// Towards lower columns.
    West,
    /// Towards higher rows.
    South,
    /// Towards lower rows.
    North,
}

impl Axis {
    /// Columns and rows to the next cell.
    #[inline(always)]
    pub const fn step(self) -> (i32, i32) {
        match self {
            Self::East => (1, 0),
            Self::West => (-1, 0),
            Self::South => (0, 1),
            Self::North => (0, -1),
        }
    }
}

/// A place in a field's memory: walks along diagonals move it along instead of locating each cell again.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    pub(super) row_bit: usize,
    pub(super) column_bit: usize,
}

impl Spot {
    #[inline(always)]
    pub fn moved(self, (row, column): (isize, isize)) -> Self {
        Self { row_bit: self.row_bit.wrapping_add_signed(row), column_bit: self.column_bit.wrapping_add_signed(column) }
    }
}

/// A grid that many searches share. Node `y × width + x`. Cells can be changed at any time, between searches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    width: u32,
    height: u32,
    rows: Lines,
    columns: Lines,
    labels: Labels,
}

impl Field {
    /// # Errors
    /// [`FieldTooLarge`] when a side is longer than [`MAX_FIELD_SIDE`].
    pub fn new(grid: &BitGrid) -> Result<Self, FieldTooLarge> {
        let (width, height) = (grid.width(), grid.height());
        if width.max(height) > MAX_FIELD_SIDE {
            return Err(FieldTooLarge { width, height });
        }
        let mut field =
            Self { width, height, rows: Lines::rows(grid), columns: Lines::columns(grid), labels: Labels::default() };
        field.relabel();
        Ok(field)
    }

    /// A whole world, for bodies of one size: a cell is open where [`World::is_free`] holds for its centre, but for narrow
    /// places, where it is open if the body fits in it anywhere; neighbours between which nothing leads are not both open.
    ///
    /// # Errors
    /// As [`Field::new`].
    pub fn of_world(world: &World, radius_m: f32, height_m: f32, moves: MoveClass) -> Result<Self, FieldTooLarge> {
        Self::new(&closed_cells(world, radius_m, height_m, moves).0)
    }

    /// Columns.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Cells in all.
    pub fn nodes(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether a cell is inside the field.
    pub fn contains(&self, cell: Cell) -> bool {
        cell.x >= 0 && cell.y >= 0 && (cell.x as u32) < self.width && (cell.y as u32) < self.height
    }

    /// The number of a cell; `None` outside.
    pub fn node(&self, cell: Cell) -> Option<u32> {
        self.contains(cell).then(|| cell.y as u32 * self.width + cell.x as u32)
    }

    /// The cell of a node.
    pub fn cell(&self, node: u32) -> Cell {
        let width = self.width.max(1);
        Cell::new((node % width) as i32, (node / width) as i32)
    }

    /// Whether a cell is inside and not closed.
    pub fn open(&self, cell: Cell) -> bool {
        self.contains(cell) && self.rows.is_open(self.rows.bit(cell.y, cell.x))
    }

    /// Opens or closes a cell; one outside is ignored. Touches the words round the cell only. Closing a cell may
    /// make the field stale ([`Field::is_stale`]).
    pub fn set(&mut self, cell: Cell, open: bool) {
        if !self.contains(cell) || self.open(cell) == open {
            return;
        }
        const RING: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];
        let ring = RING.map(|(x, y)| Cell::new(cell.x + x, cell.y + y));
        let bits = (0..8).filter(|i| self.open(ring[*i])).fold(0, |bits, i| bits | 1_u32 << i);
        let place = self.place(cell);
        if open {
            let beside = [1, 3, 5, 7].map(|i| self.root(ring[i]));
            self.labels.opened(place, beside);
        } else {
            self.labels.closed(place, bits);
        }
        for (lines, line, at) in [(&mut self.rows, cell.y, cell.x), (&mut self.columns, cell.x, cell.y)] {
            let bit = lines.bit(line, at);
            lines.set(bit, open);
            lines.mark_stops(bit);
        }
    }

    /// Where the labels of a cell inside are kept.
    fn place(&self, cell: Cell) -> Place {
        let (x, y) = (cell.x as usize, cell.y as usize);
        Place { row: y, word: x / 64, bit: x as u32 % 64, open: self.rows.open_word(y, x / 64) }
    }

    /// The component of a cell; 0 where it is closed or outside.
    fn root(&self, cell: Cell) -> u32 {
        if self.contains(cell) { self.labels.root(self.place(cell)) } else { 0 }
    }

    /// Whether, as far as is known without a search, there may be a path from one cell to the other. Once
    /// [`Field::is_stale`] it may say so too often, never too seldom; otherwise it is exact.
    pub fn may_join(&self, a: Cell, b: Cell) -> bool {
        let root = self.root(a);
        root != 0 && root == self.root(b)
    }

    /// Whether a cell that closed may have parted what was connected: [`Field::relabel`] finds out.
    pub fn is_stale(&self) -> bool {
        self.labels.is_stale()
    }

    /// Whether changes have left so much unused that [`Field::relabel`] is due.
    pub(super) fn is_wasteful(&self) -> bool {
        self.labels.is_wasteful()
    }

    /// Finds again which cells are connected; takes a pass over the whole field.
    pub fn relabel(&mut self) {
        let rows = &self.rows;
        self.labels.build(self.width as usize, self.height as usize, |row, word| rows.open_word(row, word));
    }

    /// Walks straight from an open cell to the next closed cell or corner (see `Lines`): how many cells away that is, at
    /// least 1, and whether it is a corner (an open cell).
    #[inline(always)]
    pub fn walk(&self, axis: Axis, cell: Cell) -> (i32, bool) {
        self.walk_at(axis, self.spot(cell))
    }

    /// [`Field::walk`] from a spot.
    #[inline(always)]
    pub fn walk_at(&self, axis: Axis, spot: Spot) -> (i32, bool) {
        let (steps, corner) = match axis {
            Axis::East => self.rows.forth(spot.row_bit),
            Axis::West => self.rows.back(spot.row_bit),
            Axis::South => self.columns.forth(spot.column_bit),
            Axis::North => self.columns.back(spot.column_bit),
        };
        (steps as i32, corner)
    }

    /// Where a cell at most one cell outside the field lies in its memory.
    #[inline(always)]
    pub fn spot(&self, cell: Cell) -> Spot {
        Spot { row_bit: self.rows.bit(cell.y, cell.x), column_bit: self.columns.bit(cell.x, cell.y) }
    }

    /// How far a diagonal step of `dx` columns and `dy` rows, each 1 or -1, moves a spot.
    #[inline(always)]
    pub fn stride(&self, dx: isize, dy: isize) -> (isize, isize) {
        (self.rows.line_bits() * dy + dx, self.columns.line_bits() * dx + dy)
    }

    /// Whether the cell at a spot is open.
    #[inline(always)]
    pub fn open_at(&self, spot: Spot) -> bool {
        self.rows.is_open(spot.row_bit)
    }

    /// Whether a cell at most one cell outside the field is open.
    #[inline(always)]
    pub fn open_near(&self, cell: Cell) -> bool {
        self.rows.is_open(self.rows.bit(cell.y, cell.x))
    }

    /// The nine cells round a cell of the field, row by row from the left upper one: bit 0 first, set where open.
    #[inline(always)]
    pub fn nine(&self, cell: Cell) -> u64 {
        let row = |dy: i32| self.rows.three(self.rows.bit(cell.y + dy, cell.x));
        row(-1) | row(0) << 3 | row(1) << 6
    }

    /// 64 cells along `aside` from a cell of the field on: bit 0 is the cell itself, set where open. Then the same from the
    /// cells that follow it along `ahead`, which must be across. Cells past the field's border mean nothing.
    #[inline(always)]
    pub fn strips(&self, aside: Axis, ahead: Axis, cell: Cell) -> impl Iterator<Item = u64> {
        let (lines, bit) = match aside {
            Axis::East | Axis::West => (&self.rows, self.rows.bit(cell.y, cell.x)),
            Axis::South | Axis::North => (&self.columns, self.columns.bit(cell.x, cell.y)),
        };
        lines.strips(bit, matches!(aside, Axis::West | Axis::North), matches!(ahead, Axis::West | Axis::North))
    }

    /// A checksum: almost certainly another one for a field of another size, or with any other cell.
    pub fn fingerprint(&self) -> u64 {
        let mut sum = Xxh3::new();
        sum.update(&self.width.to_le_bytes());
        sum.update(&self.height.to_le_bytes());
        for row in 0..self.height as usize {
            for word in 0..(self.width as usize).div_ceil(64) {
                sum.update(&self.rows.open_word(row, word).to_le_bytes());
            }
        }
        sum.digest()
    }

    /// Bytes it takes.
    pub fn bytes(&self) -> usize {
        self.rows.bytes() + self.columns.bytes() + self.labels.bytes()
    }
}
