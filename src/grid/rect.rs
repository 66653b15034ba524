//! Rectangles of cells.

use crate::geom::{Aabb, Cell, Vec2};
use crate::world::Ground;

/// A rectangle of cells; `origin` is its upper left cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellRect {
    /// The upper left cell.
    pub origin: Cell,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl CellRect {
    /// The smallest rectangle that holds both cells.
    pub fn spanning(a: Cell, b: Cell) -> Self {
        Self {
            origin: Cell::new(a.x.min(b.x), a.y.min(b.y)),
            width: a.x.abs_diff(b.x).saturating_add(1),
            height: a.y.abs_diff(b.y).saturating_add(1),
        }
    }

    /// All cells of a world.
    pub fn of_world(ground: &Ground) -> Self {
        Self { origin: Cell::default(), width: ground.width() as u32, height: ground.height() as u32 }
    }

    /// The cells of a world that an area, metres, touches.
    pub fn of_area(area: Aabb, ground: &Ground) -> Self {
        let res = ground.resolution_m();
        Self::spanning(Cell::of(area.min, res), Cell::of(area.max, res)).clipped(ground)
    }

    /// The rectangle in metres, with cells of this width.
    pub fn bounds(self, resolution_m: f32) -> Aabb {
        let corner = |c: Cell| Vec2::new(c.x as f32, c.y as f32) * resolution_m;
        Aabb::new(corner(self.origin), corner(self.end()))
    }

    /// `by` cells more on every side.
    pub fn grown(self, by: u32) -> Self {
        let step = i32::try_from(by).unwrap_or(i32::MAX);
        Self {
            origin: Cell::new(self.origin.x.saturating_sub(step), self.origin.y.saturating_sub(step)),
            width: self.width.saturating_add(by.saturating_mul(2)),
            height: self.height.saturating_add(by.saturating_mul(2)),
        }
    }

    /// The part of it that lies in the world.
    pub fn clipped(self, ground: &Ground) -> Self {
        self.overlap(Self::of_world(ground))
    }

    /// What it has in common with another one; without cells, at a side of that, where it has nothing.
    pub fn overlap(self, other: Self) -> Self {
        let span = |(from, len): (i32, u32), (first, all): (i32, u32)| {
            let (first, end) = (i64::from(first), i64::from(first) + i64::from(all));
            let low = i64::from(from).clamp(first, end);
            let high = (i64::from(from) + i64::from(len)).clamp(first, end);
            (low as i32, (high - low) as u32)
        };
        let (x, width) = span((self.origin.x, self.width), (other.origin.x, other.width));
        let (y, height) = span((self.origin.y, self.height), (other.origin.y, other.height));
        Self { origin: Cell::new(x, y), width, height }
    }

    /// The cell beyond its lower right one.
    pub fn end(self) -> Cell {
        Cell::new(self.origin.x.saturating_add_unsigned(self.width), self.origin.y.saturating_add_unsigned(self.height))
    }

    /// Whether a cell is inside.
    pub fn contains(self, c: Cell) -> bool {
        let end = self.end();
        c.x >= self.origin.x && c.y >= self.origin.y && c.x < end.x && c.y < end.y
    }

    /// Its cells, row by row.
    pub fn each(self) -> impl Iterator<Item = Cell> {
        let (first, end) = (self.origin, self.end());
        (first.y..end.y).flat_map(move |y| (first.x..end.x).map(move |x| Cell::new(x, y)))
    }

    /// Cells in it.
    pub fn cells(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }
}
