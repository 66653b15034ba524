//! The cheapest ground of each part of the grid. A straight line is the cheapest path where no ground is near that is cheaper than the
//! line's, however cheap ground is elsewhere.

use super::{CLOSED, CostLayer};
use crate::geom::{Aabb, Cell, Vec2};
use crate::grid::CellRect;
use crate::world::PLAIN_COST;

/// Cells on a side of a part.
const SIDE: u32 = 16;
/// The rounding of sums, as a factor.
const ROUNDED: f32 = 1.000_1;

/// The least cost in each part, row by row.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    columns: u32,
    least: Vec<u8>,
}

impl Parts {
    /// Of costs in rows of `width` cells; what is [`CLOSED`] costs more than anything.
    pub(super) fn new(width: u32, costs: &[u8]) -> Self {
        let columns = width.div_ceil(SIDE);
        let mut least = Vec::new();
        for rows in costs.chunks((width * SIDE).max(1) as usize) {
            let first = least.len();
            least.resize(first + columns as usize, CLOSED);
            for row in rows.chunks(width as usize) {
                let parts = least[first..].iter_mut().zip(row.chunks(SIDE as usize));
                parts.for_each(|(least, cells)| *least = cells.iter().copied().fold(*least, u8::min));
            }
        }
        Self { columns, least }
    }

    pub(super) fn bytes(&self) -> usize {
        self.least.len()
    }

    fn rows(&self) -> u32 {
        (self.least.len() as u32).checked_div(self.columns).unwrap_or(0)
    }

    /// The parts that an area of cells touches, clipped to the grid, as columns and rows of parts.
    fn touched(&self, area: CellRect) -> CellRect {
        let all = CellRect { origin: Cell::default(), width: self.columns, height: self.rows() };
        let part = |cell: Cell| Cell::new(cell.x.div_euclid(SIDE as i32), cell.y.div_euclid(SIDE as i32));
        let end = area.end();
        CellRect::spanning(part(area.origin), part(Cell::new(end.x - 1, end.y - 1))).overlap(all)
    }
}

impl CostLayer {
    /// Brings the parts up to date that an area of cells touches.
    pub(super) fn recount(&mut self, area: CellRect) {
        for part in self.parts.touched(area).each() {
            let (width, (x, y)) =
                (self.width as usize, (part.x as usize * SIDE as usize, part.y as usize * SIDE as usize));
            let rows = self.costs.chunks(width).skip(y).take(SIDE as usize);
            let cells = rows.flat_map(|row| &row[x..(x + SIDE as usize).min(width)]);
            self.parts.least[(part.y as u32 * self.parts.columns + part.x as u32) as usize] =
                cells.copied().min().unwrap_or(CLOSED);
        }
    }

    /// Whether a straight line is the cheapest path between two places, or, with a `share` above 0, a path beside it saves less than that share
    /// of its cost. False where that is not certain: obstacles count for nothing.
    pub fn is_cheapest(&self, ends: (Vec2, Vec2), share: f32) -> bool {
        let cost = self.along(ends.0, ends.1);
        self.costs_least(ends, cost) || share > 0.0 && self.costs_enough_beside(ends, cost * (1.0 - share))
    }

    /// Whether it is certain that no path between two places costs less than the straight line, which costs so much.
    ///
    /// A path that costs less than the line is shorter than the line's cost on the cheapest ground of all. So it stays in an ellipse round
    /// both ends, and it can cost less only where some of the ground in there is cheaper than the line's.
    fn costs_least(&self, (from, to): (Vec2, Vec2), cost: f32) -> bool {
        let distance = from.distance(to);
        let saves = |least: u8| f32::from(least) / f32::from(PLAIN_COST) * distance * ROUNDED < cost;
        if !saves(self.least) {
            return true;
        }
        let longest = cost / self.least();
        let ellipse = Ellipse::new(from, to, longest).bounds();
        let res = self.resolution_m;
        let near = self.parts.touched(CellRect::spanning(Cell::of(ellipse.min, res), Cell::of(ellipse.max, res)));
        let side = SIDE as f32 * res;
        (near.origin.y..near.end().y).all(|y| {
            let first = y as usize * self.parts.columns as usize;
            let row = &self.parts.least[first + near.origin.x as usize..first + near.end().x as usize];
            (near.origin.x..).zip(row).filter(|(_, least)| saves(**least)).all(|(x, _)| {
                let corner = Vec2::new(x as f32, y as f32) * side;
                let part = Aabb::new(corner, corner + Vec2::splat(side));
                from.distance(part.nearest(from)) + to.distance(part.nearest(to)) > longest
            })
        })
    }
}

/// The places from which two others are, together, no farther away than a path is long.
struct Ellipse {
    middle: Vec2,
    /// Half its length and half its width, metres, …
    half: Vec2,
    /// … and its direction.
    along: Vec2,
}

impl Ellipse {
    fn new(from: Vec2, to: Vec2, longest: f32) -> Self {
        let distance = from.distance(to);
        let half = Vec2::new(longest, (longest * longest - distance * distance).max(0.0).sqrt()) / 2.0;
        Self { middle: (from + to) / 2.0, half, along: (to - from).normalize_or(Vec2::X) }
    }

    fn bounds(&self) -> Aabb {
        let Self { middle, half, along } = *self;
        let reach = Vec2::new((half.x * along.x).hypot(half.y * along.y), (half.x * along.y).hypot(half.y * along.x));
        Aabb::new(middle - reach, middle + reach)
    }
}
