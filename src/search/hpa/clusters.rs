//! How a field is cut into square clusters, and where one leads into the next.

use crate::geom::Cell;
use crate::grid::Field;
use crate::search::Landscape;

/// Entrances at least this wide get a transit point at each end, narrower ones a single one in the middle (Botea, Müller
/// & Schaeffer 2004; Kołakowski 2017).
const WIDE_ENTRANCE: i32 = 6;

/// The sides of a cluster: east, west, south, north. A side's opposite is its number with the lowest bit flipped.
pub(crate) const SIDES: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// Pairs of `n` things.
#[inline(always)]
pub(crate) fn pairs(n: usize) -> usize {
    n * n.saturating_sub(1) / 2
}

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Area {
    /// The first column.
    pub x: i32,
    /// The first row.
    pub y: i32,
    /// Columns.
    pub width: i32,
    /// Rows.
    pub height: i32,
}

impl Area {
    /// Whether a cell is inside.
    pub fn contains(&self, cell: Cell) -> bool {
        (self.x..self.x + self.width).contains(&cell.x) && (self.y..self.y + self.height).contains(&cell.y)
    }

    /// The number of a cell of this area, row by row.
    #[inline(always)]
    pub fn local(&self, cell: Cell) -> usize {
        ((cell.y - self.y) * self.width + cell.x - self.x) as usize
    }

    /// The cell of a number, as `Area::local` counts them.
    #[inline(always)]
    pub fn cell(&self, local: usize) -> Cell {
        let (local, width) = (local as u32, self.width.max(1) as u32);
        Cell::new(self.x + (local % width) as i32, self.y + (local / width) as i32)
    }

    /// Its cells, row by row.
    pub fn all(self) -> impl Iterator<Item = Cell> {
        (self.y..self.y + self.height).flat_map(move |y| (self.x..self.x + self.width).map(move |x| Cell::new(x, y)))
    }

    /// How many cells it has.
    pub fn cells(&self) -> usize {
        (self.width * self.height) as usize
    }

    /// The least area that holds both.
    pub fn union(&self, other: &Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let right = (self.x + self.width).max(other.x + other.width);
        let bottom = (self.y + self.height).max(other.y + other.height);
        Self { x, y, width: right - x, height: bottom - y }
    }
}

/// The clusters of a field, numbered row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clusters {
    pub size: i32,
    width: i32,
    height: i32,
    pub columns: i32,
    pub rows: i32,
}

impl Clusters {
    pub(crate) fn new(field: &Field, size: i32) -> Self {
        let (width, height) = (field.width() as i32, field.height() as i32);
        let count = |side: i32| (side as u32).div_ceil(size as u32) as i32;
        Self { size, width, height, columns: count(width), rows: count(height) }
    }

    pub(crate) fn count(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// The cluster of a cell of the field.
    #[inline(always)]
    pub(crate) fn of(&self, cell: Cell) -> usize {
        let size = self.size as u32;
        (cell.y as u32 / size) as usize * self.columns as usize + (cell.x as u32 / size) as usize
    }

    #[inline(always)]
    pub(crate) fn area(&self, cluster: usize) -> Area {
        let columns = self.columns.max(1) as u32;
        let (column, row) = ((cluster as u32 % columns) as i32, (cluster as u32 / columns) as i32);
        let (x, y) = (column * self.size, row * self.size);
        Area { x, y, width: self.size.min(self.width - x), height: self.size.min(self.height - y) }
    }

    /// The number of the cluster on a side, which must not be the border of the field.
    #[inline(always)]
    pub(crate) fn beside(&self, cluster: usize, side: usize) -> usize {
        match side {
            0 => cluster + 1,
            1 => cluster.wrapping_sub(1),
            2 => cluster + self.columns as usize,
            _ => cluster.wrapping_sub(self.columns as usize),
        }
    }

    /// The numbers of the clusters on all sides; `None` beyond the border of the field.
    pub(super) fn neighbours(&self, cluster: usize) -> [Option<usize>; 4] {
        let columns = self.columns as usize;
        let (column, below) = (cluster % columns, cluster + columns < self.count());
        let inside = [column + 1 < columns, column > 0, below, cluster >= columns];
        [0, 1, 2, 3].map(|side| inside[side].then(|| self.beside(cluster, side)))
    }

    /// Whether a cell lies on the border of its cluster.
    pub(super) fn is_on_border(&self, cell: Cell) -> bool {
        let Area { x, y, width, height } = self.area(self.of(cell));
        cell.x == x || cell.y == y || cell.x + 1 == x + width || cell.y + 1 == y + height
    }

    /// The number of the cluster at a column and a row of clusters.
    pub(crate) fn at(&self, column: i32, row: i32) -> usize {
        row as usize * self.columns as usize + column as usize
    }

    /// All clusters, as a block: a rectangle of clusters.
    pub(super) fn all(&self) -> Area {
        Area { x: 0, y: 0, width: self.columns, height: self.rows }
    }

    /// The block of the clusters that lie in an area, which ends where clusters end.
    pub(super) fn inside(&self, area: &Area) -> Area {
        let (x, y) = (area.x / self.size, area.y / self.size);
        let (last_x, last_y) = (area.x + area.width - 1, area.y + area.height - 1);
        Area { x, y, width: last_x / self.size - x + 1, height: last_y / self.size - y + 1 }
    }

    /// The place in a block of the cluster that a cell lies in; `None` outside.
    #[inline(always)]
    pub(super) fn place(&self, block: &Area, cell: Cell) -> Option<usize> {
        let size = self.size as u32;
        let cluster = Cell::new((cell.x as u32 / size) as i32, (cell.y as u32 / size) as i32);
        block.contains(cluster).then(|| block.local(cluster))
    }

    /// Whether two cells lie in the same cluster or in clusters that touch.
    pub(crate) fn are_near(&self, a: Cell, b: Cell) -> bool {
        let apart = |a: i32, b: i32| (a / self.size).abs_diff(b / self.size);
        apart(a.x, b.x) <= 1 && apart(a.y, b.y) <= 1
    }

    /// The cells through which paths lead out of a cluster, each with a bit for every side it leads to; sorted by cell. Where
    /// the ground on either side of a border changes its cost, an entrance ends and another begins.
    pub(crate) fn transits(&self, on: Landscape, cluster: usize, out: &mut Vec<Point>) {
        out.clear();
        let area = self.area(cluster);
        for (side, (dx, dy)) in SIDES.into_iter().enumerate() {
            let (right, bottom) = (area.x + area.width - 1, area.y + area.height - 1);
            let from = Cell::new(if dx > 0 { right } else { area.x }, if dy > 0 { bottom } else { area.y });
            // Along the side: rows for east and west, columns for south and north.
            let (along, length) = if dx != 0 { ((0, 1), area.height) } else { ((1, 0), area.width) };
            let at = |i: i32| Cell::new(from.x + i * along.0, from.y + i * along.1);
            let over = |i: i32| Cell::new(at(i).x + dx, at(i).y + dy);
            let passes = |i: i32| on.field.open(at(i)) && on.field.open(over(i)) && i < length;
            let ground = |i: i32| on.costs.map(|costs| (costs.at(at(i)), costs.at(over(i))));
            let mut begin = 0;
            while begin < length {
                let end = (begin..).find(|i| !passes(*i) || ground(*i) != ground(begin)).unwrap_or(length);
                let mut put = |i| out.push(Point::new(at(i), side));
                match end - begin {
                    0 => {}
                    WIDE_ENTRANCE.. => {
                        put(begin);
                        put(end - 1);
                    }
                    width => put(begin + (width - 1) / 2),
                }
                begin = if passes(end) { end } else { end + 1 };
            }
        }
        Point::unite(out);
    }
}

/// A cell of a cluster through which paths lead into other clusters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Point {
    /// Its column.
    pub x: u16,
    /// Its row.
    pub y: u16,
    /// A bit for each side it leads to, see [`SIDES`].
    pub sides: u16,
}

impl Point {
    pub(super) fn new(cell: Cell, side: usize) -> Self {
        Self { x: cell.x as u16, y: cell.y as u16, sides: 1 << side }
    }

    /// Where it is.
    #[inline(always)]
    pub fn cell(self) -> Cell {
        Cell::new(i32::from(self.x), i32::from(self.y))
    }

    /// Points of a cluster are sorted by this.
    #[inline(always)]
    pub(super) fn key(self) -> (u16, u16) {
        (self.y, self.x)
    }

    /// Sorts the points of a cluster; those of one cell become one that leads to all their sides.
    pub(super) fn unite(points: &mut Vec<Self>) {
        points.sort_unstable_by_key(|p| p.key());
        points.dedup_by(|next, kept| {
            let same = next.key() == kept.key();
            if same {
                kept.sides |= next.sides;
            }
            same
        });
    }
}
