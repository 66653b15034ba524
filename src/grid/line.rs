//! Lines over cells, and polygons clipped to a rectangle of cells.

/// A point in units of cells: cell `(x, y)` covers `x..x+1` by `y..y+1`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Columns from the left edge.
    pub x: f64,
    /// Rows from the upper edge.
    pub y: f64,
}

/// Visits the cells a segment passes, from its first to its last, until `visit` returns false; returns whether all were
/// visited. Two cells in a row always share a side (Amanatides & Woo 1987; the number of steps is fixed beforehand, so
/// that rounding cannot lead past the end). Plain Bresenham lines may step diagonally; these do not, so no search slips
/// through them.
pub fn cells_on(from: Point, to: Point, mut visit: impl FnMut(i32, i32) -> bool) -> bool {
    let (mut x, mut y) = (from.x.floor() as i32, from.y.floor() as i32);
    let (end_x, end_y) = (to.x.floor() as i32, to.y.floor() as i32);
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    // Share of the segment at which the next column and the next row begin.
    let first = |p: f64, d: f64, c: i32| {
        if d == 0.0 { f64::INFINITY } else { ((if d > 0.0 { f64::from(c) + 1.0 } else { f64::from(c) }) - p) / d }
    };
    let (mut at_x, mut at_y) = (first(from.x, dx, x), first(from.y, dy, y));
    while visit(x, y) {
        if x == end_x && y == end_y {
            return true;
        }
        if x != end_x && (y == end_y || at_x <= at_y) {
            x += (end_x - x).signum();
            at_x += 1.0 / dx.abs();
        } else {
            y += (end_y - y).signum();
            at_y += 1.0 / dy.abs();
        }
    }
    false
}

/// A convex polygon of at most eight corners: what is left of a rectangle clipped by another.
#[derive(Clone, Copy, Debug, Default)]
pub struct Polygon {
    corners: [Point; Self::MOST],
    len: usize,
}

impl Polygon {
    const MOST: usize = 8;

    /// A rectangle, by its corners in order round it.
    pub fn new(corners: [Point; 4]) -> Self {
        let mut polygon = Self { len: 4, ..Self::default() };
        polygon.corners[..4].copy_from_slice(&corners);
        polygon
    }

    /// The corners in order round it; empty when nothing is left.
    pub fn corners(&self) -> &[Point] {
        &self.corners[..self.len]
    }

    /// What of it lies in `0..=max_x` by `0..=max_y`; no corners when nothing does (Sutherland & Hodgman 1974).
    pub fn clipped(self, max_x: f64, max_y: f64) -> Self {
        self.cut(|p| p.x, |p, x| p.x = x, 0.0, 1.0)
            .cut(|p| p.x, |p, x| p.x = x, max_x, -1.0)
            .cut(|p| p.y, |p, y| p.y = y, 0.0, 1.0)
            .cut(|p| p.y, |p, y| p.y = y, max_y, -1.0)
    }

    /// Keeps the side of the line `coordinate = at` that `sign` points to.
    fn cut(self, coordinate: fn(&Point) -> f64, set: fn(&mut Point, f64), at: f64, sign: f64) -> Self {
        let mut out = Self::default();
        for (i, here) in self.corners().iter().enumerate() {
            let before = &self.corners[(i + self.len - 1) % self.len];
            let (d0, d1) = (sign * (coordinate(before) - at), sign * (coordinate(here) - at));
            if (d0 >= 0.0) != (d1 >= 0.0) {
                let share = d0 / (d0 - d1);
                let mut on =
                    Point { x: before.x + share * (here.x - before.x), y: before.y + share * (here.y - before.y) };
                // Exactly on the line, whatever the division left.
                set(&mut on, at);
                out.push(on);
            }
            if d1 >= 0.0 {
                out.push(*here);
            }
        }
        out
    }

    fn push(&mut self, p: Point) {
        // Each of four cuts of a convex polygon adds at most one corner: eight always suffice.
        if self.len < Self::MOST {
            self.corners[self.len] = p;
            self.len += 1;
        }
    }
}
