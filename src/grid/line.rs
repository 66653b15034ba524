//! Lines over cells, and polygons clipped to a rectangle of cells.

/// A point in units of cells: cell `(x, y)` covers `x..x+1` by `y..y+1`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    pub x: f64,
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

    pub fn new(corners: [Point; 4]) -> Self {
        let mut polygon = Self { len: 4, ..Self::default() };
        polygon.corners[..4].copy_from_slice(&corners);
        polygon
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::strategies::between;
    use crate::grid::BitGrid;
    use proptest::prelude::*;

    fn at(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    #[test]
    fn every_cell_of_a_line_shares_a_side_with_the_one_before() {
        let mut grid = BitGrid::new(8, 4);
        cells_on(at(0.5, 0.5), at(7.5, 3.2), |x, y| {
            grid.close(x, y);
            true
        });
        let picture = "\
##......
.####...
....###.
......##
";
        assert_eq!(grid.to_string(), picture);
    }

    #[test]
    fn a_diamond_clipped_by_a_square_has_eight_corners() {
        let diamond = Polygon::new([at(5.0, -2.0), at(12.0, 5.0), at(5.0, 12.0), at(-2.0, 5.0)]);
        assert_eq!(diamond.clipped(10.0, 10.0).corners().len(), 8);
        assert!(diamond.clipped(10.0, 10.0).corners().iter().all(|p| (0.0..=10.0).contains(&p.x)));
        let beyond = Polygon::new([at(20.0, 0.0), at(30.0, 0.0), at(30.0, 5.0), at(20.0, 5.0)]);
        assert!(beyond.clipped(10.0, 10.0).corners().is_empty());
    }

    proptest! {
        /// Against samples of the segment: every cell that it crosses is visited, each visited one is touched by it, and
        /// two visited in a row share a side.
        #[test]
        fn a_line_visits_the_cells_it_crosses(
            a in (between(0.0, 140.0), between(0.0, 70.0)), b in (between(0.0, 140.0), between(0.0, 70.0)), flat in 0_u8..4,
        ) {
            let from = at(a.0.into(), a.1.into());
            let to = match flat { 0 => at(b.0.into(), from.y), 1 => at(from.x, b.1.into()), _ => at(b.0.into(), b.1.into()) };
            let mut visited = Vec::new();
            let complete = cells_on(from, to, |x, y| {
                visited.push((x, y));
                true
            });
            prop_assert!(complete);
            let cell = |p: Point| (p.x.floor() as i32, p.y.floor() as i32);
            prop_assert_eq!((visited[0], visited[visited.len() - 1]), (cell(from), cell(to)));
            prop_assert!(visited.windows(2).all(|w| w[0].0.abs_diff(w[1].0) + w[0].1.abs_diff(w[1].1) == 1));
            for i in 0..=2000 {
                let share = f64::from(i) / 2000.0;
                let p = at(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share);
                // On the border of two cells either may be visited.
                let inside = [p.x, p.y].iter().all(|v| (v - v.round()).abs() > 1e-6);
                prop_assert!(!inside || visited.contains(&cell(p)), "{:?} lies in no visited cell", p);
            }
            for (x, y) in visited {
                let corner = at(x.into(), y.into());
                let side = |dx: f64, dy: f64| {
                    (to.x - from.x) * (corner.y + dy - from.y) - (to.y - from.y) * (corner.x + dx - from.x)
                };
                let sides = [side(0.0, 0.0), side(1.0, 0.0), side(0.0, 1.0), side(1.0, 1.0)];
                let touched = sides.iter().any(|s| *s <= 1e-6) && sides.iter().any(|s| *s >= -1e-6);
                prop_assert!(touched, "cell {} {} lies beside the line", x, y);
            }
        }
    }
}
