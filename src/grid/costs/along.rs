//! What a straight line over the ground costs.

use super::{CLOSED, CostLayer};
use crate::geom::{Cell, Vec2};
use crate::world::PLAIN_COST;

/// How far, in cells, a line lies from a border between cells at most to run along it.
const ASIDE: f64 = 1e-3;
/// How far to the sides of a line paths are looked at that may cost less, as shares of its length, …
const ASIDES: [f32; 4] = [0.125, -0.125, 0.25, -0.25];
/// … and the longest line for which they say enough, cells.
const LONGEST: f32 = 64.0;

impl CostLayer {
    /// What a straight line costs, in metres of plain ground: each stretch as the cell that it leads through, and along a border between
    /// cells as the cheaper one. Ground outside the grid counts as the most expensive. The line must be finite.
    pub fn along(&self, from: Vec2, to: Vec2) -> f32 {
        let mut sum = 0.0;
        self.stretches(from, to, |share, cost| sum += f64::from(cost) * share);
        (sum * f64::from(from.distance(to)) / f64::from(PLAIN_COST)) as f32
    }

    /// Whether no path that leaves the straight line between two places to one side costs less than `enough`, as far as a few such paths
    /// show. False for a long line, beside which there is more than they show.
    pub(super) fn costs_enough_beside(&self, (from, to): (Vec2, Vec2), enough: f32) -> bool {
        let (middle, across) = ((from + to) / 2.0, (to - from).perp());
        let costs_enough = |aside: f32| {
            let by = middle + across * aside;
            self.along(from, by) + self.along(by, to) >= enough
        };
        from.distance(to) <= LONGEST * self.resolution_m && ASIDES.into_iter().all(costs_enough)
    }

    /// Appends the places inside a straight line where the ground comes to cost something else.
    pub(crate) fn changes(&self, from: Vec2, to: Vec2, out: &mut Vec<Vec2>) {
        let (mut done, mut before) = (0.0, None);
        self.stretches(from, to, |share, cost| {
            if before.is_some_and(|before| before != cost) {
                out.push(self.on_border(from.lerp(to, done as f32)));
            }
            (done, before) = (done + share, Some(cost));
        });
    }

    /// A place, moved onto the borders of cells that it is next to.
    fn on_border(&self, at: Vec2) -> Vec2 {
        let moved = |at: f32| {
            let res = f64::from(self.resolution_m);
            if self.is_on_border(at) { ((f64::from(at) / res).round() * res) as f32 } else { at }
        };
        Vec2::new(moved(at.x), moved(at.y))
    }

    /// Whether a coordinate, metres, is next to a border between columns or rows.
    pub(crate) fn is_on_border(&self, at: f32) -> bool {
        let cells = f64::from(at) / f64::from(self.resolution_m);
        (cells - cells.round()).abs() <= ASIDE
    }

    /// Calls `each` with every stretch of a line that lies in one cell: its share of the line and the cost in eighths.
    fn stretches(&self, from: Vec2, to: Vec2, mut each: impl FnMut(f64, u8)) {
        let [start, end] = [from, to].map(|at| at.as_dvec2() / f64::from(self.resolution_m));
        let (by, rows) = (end - start, (self.costs.len() as u32).checked_div(self.width).unwrap_or(0));
        let lines = [Border::of(start.x, end.x), Border::of(start.y, end.y)];
        let mut ahead = [Crossings::new(start.x, by.x, self.width), Crossings::new(start.y, by.y, rows)];
        let mut done = 0.0;
        while done < 1.0 {
            let next = ahead[0].share.min(ahead[1].share).min(1.0);
            if next > done {
                let middle = start + by * ((done + next) / 2.0);
                let [columns, rows] = [lines[0].beside(middle.x), lines[1].beside(middle.y)];
                let costs = columns.map(|x| rows.map(|y| self.at_or_most(Cell::new(x, y))));
                each(next - done, costs[0][0].min(costs[0][1]).min(costs[1][0]).min(costs[1][1]));
                done = next;
            }
            ahead.iter_mut().for_each(|crossings| crossings.pass(next));
        }
    }

    /// What a metre costs at a place.
    pub(crate) fn at_place(&self, at: Vec2) -> f32 {
        f32::from(self.at_or_most(Cell::of(at, self.resolution_m))) / f32::from(PLAIN_COST)
    }

    /// The cost of a cell, in eighths; outside the grid the highest.
    fn at_or_most(&self, cell: Cell) -> u8 {
        let number = || cell.y as usize * self.width as usize + cell.x as usize;
        let inside = cell.x >= 0 && cell.y >= 0 && (cell.x as u32) < self.width;
        if inside { self.costs.get(number()).copied().unwrap_or(CLOSED) } else { CLOSED }
    }
}

/// The border between two columns, or rows, that a line runs along, if it does.
#[derive(Clone, Copy)]
struct Border(Option<i32>);

impl Border {
    /// Of a line from one coordinate to another, in cells.
    fn of(from: f64, to: f64) -> Self {
        let line = from.round();
        Self(Some(line as i32).filter(|_| (from - line).abs().max((to - line).abs()) <= ASIDE))
    }

    /// The columns or rows that a place of the line touches.
    fn beside(self, at: f64) -> [i32; 2] {
        self.0.map_or([at.floor() as i32; 2], |line| [line - 1, line])
    }
}

/// Where a line crosses the borders of the grid's columns, or of its rows.
struct Crossings {
    from: f64,
    by: f64,
    /// The border ahead, …
    line: f64,
    /// … and which share of the line lies before it.
    share: f64,
    cells: f64,
}

impl Crossings {
    fn new(from: f64, by: f64, cells: u32) -> Self {
        let cells = f64::from(cells);
        let line = if by > 0.0 { (from.floor() + 1.0).max(0.0) } else { (from.ceil() - 1.0).min(cells) };
        let mut crossings = Self { from, by, line, share: f64::INFINITY, cells };
        crossings.measure();
        crossings
    }

    fn measure(&mut self) {
        let is_ahead = self.by != 0.0 && (0.0..=self.cells).contains(&self.line);
        self.share = if is_ahead { (self.line - self.from) / self.by } else { f64::INFINITY };
    }

    /// Goes on to the next border, after one that lies at this share.
    fn pass(&mut self, share: f64) {
        if self.share <= share {
            self.line += self.by.signum();
            self.measure();
        }
    }
}
