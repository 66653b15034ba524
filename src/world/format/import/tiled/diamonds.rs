//! Staggered maps: square tiles that are drawn as diamonds, in rows that are shifted by half a tile. A tile becomes a cell, as on
//! isometric maps: columns of the world lead down to the right, its rows down to the left.

use super::super::shapes::Point;

/// How the tiles are shifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Diamonds {
    /// Whether columns are shifted, not rows.
    pub(super) columns: bool,
    /// Whether the first, third, … are the shifted ones.
    pub(super) even: bool,
}

impl Diamonds {
    /// Whether a row, or a column, is shifted: 1 or 0.
    fn shift(self, index: i64) -> i64 {
        i64::from((index & 1 == 0) == self.even)
    }

    /// The place of a tile along both axes of the world, counted from one of its corners.
    fn place(self, (column, row): (i64, i64)) -> (i64, i64) {
        if self.columns {
            let shift = self.shift(column);
            (row + ((column + shift) >> 1), row + ((shift - column) >> 1))
        } else {
            let shift = self.shift(row);
            (column + ((row + shift) >> 1), ((row - shift) >> 1) - column)
        }
    }

    /// The least places, and one more than the greatest, of a map whose first tile and size are these.
    fn bounds(self, first: (i32, i32), size: (u32, u32)) -> [(i64, i64); 2] {
        let (low, size) =
            ((i64::from(first.0), i64::from(first.1)), (i64::from(size.0.max(1)), i64::from(size.1.max(1))));
        // The two outermost on each side: one of them is shifted.
        let ends = |low: i64, count: i64| [low, low + 1.min(count - 1), low + (count - 2).max(0), low + count - 1];
        let rows = ends(low.1, size.1);
        let tiles = ends(low.0, size.0).into_iter().flat_map(|column| rows.map(|row| (column, row)));
        let places = tiles.map(|tile| self.place(tile));
        let all = places.map(|(x, y)| [(x, y), (x + 1, y + 1)]);
        let both = |a: [(i64, i64); 2], b: [(i64, i64); 2]| {
            [(a[0].0.min(b[0].0), a[0].1.min(b[0].1)), (a[1].0.max(b[1].0), a[1].1.max(b[1].1))]
        };
        all.reduce(both).unwrap_or_default()
    }

    /// Columns and rows of the world.
    pub(super) fn cells(self, first: (i32, i32), size: (u32, u32)) -> (u64, u64) {
        let [low, high] = self.bounds(first, size);
        ((high.0 - low.0) as u64, (high.1 - low.1) as u64)
    }

    /// The column and row of the tile that a cell of the world shows.
    pub(super) fn tile_of(self, first: (i32, i32), size: (u32, u32), cell: (u32, u32)) -> (i32, i32) {
        let [low, _] = self.bounds(first, size);
        let (x, y) = (i64::from(cell.0) + low.0, i64::from(cell.1) + low.1);
        let tile = if self.columns {
            let column = x - y;
            (column, x - ((column + self.shift(column)) >> 1))
        } else {
            let row = x + y + i64::from(self.even);
            (x - ((row + self.shift(row)) >> 1), row)
        };
        (tile.0 as i32, tile.1 as i32)
    }

    /// Where a place is in cells of the world. It is given in widths and heights of tiles, from the corner of the first tile on.
    pub(super) fn cell_at(self, first: (i32, i32), size: (u32, u32), (x, y): Point) -> Point {
        let [low, _] = self.bounds(first, size);
        let tile = (i64::from(first.0), i64::from(first.1));
        let place = self.place(tile);
        // The middle of the first tile is where it is drawn, and in the middle of its cell.
        let half = |is: bool, index: i64| if is && self.shift(index) == 1 { 0.5 } else { 0.0 };
        let middle = (0.5 + half(!self.columns, tile.1), 0.5 + half(self.columns, tile.0));
        let from = ((place.0 - low.0) as f64 + 0.5, (place.1 - low.1) as f64 + 0.5);
        let (right, down) = (x - middle.0, y - middle.1);
        (from.0 + right + down, from.1 + down - right)
    }
}
