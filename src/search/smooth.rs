//! Path smoothing: detours replaced by shortest paths between cells that lie open to each other.

use super::{Cost, DIAGONAL, Landscape, STRAIGHT};
use crate::geom::Cell;
use crate::grid::{Axis, Field};

/// The most rows (or columns) a look may shift sideways: they fit a word.
const MOST_ASIDE: u32 = u64::BITS - 1;

/// Diagonal steps over costs are rounded up by less than this part.
const ROUNDING: Cost = 10_000;

/// Looks whether cells lie open to each other, and smooths paths with that. Memory is kept.
///
/// Two cells lie *open to each other* when one of the paths between them that are as short as over open ground is free.
/// All of these paths are followed at once, a word of bits a column: bit `i` is set when the cell `i` rows aside can be
/// reached by steps that only go ahead, straight or diagonally.
#[derive(Clone, Debug, Default)]
pub struct Smoother {
    /// For each step ahead, which cells could be reached.
    reached: Vec<u64>,
    /// The path before it was smoothed.
    spare: Vec<Cell>,
}

/// A look from one cell to another, turned so that it goes ahead along one axis and aside along the other.
struct Look {
    from: Cell,
    ahead: (i32, i32),
    aside: (i32, i32),
    axis_ahead: Axis,
    axis_aside: Axis,
    long: u32,
    short: u32,
}

impl Look {
    fn new(from: Cell, to: Cell) -> Self {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let (x, y) = ((dx.signum(), 0), (0, dy.signum()));
        let axis_x = if dx < 0 { Axis::West } else { Axis::East };
        let axis_y = if dy < 0 { Axis::North } else { Axis::South };
        let (long, short) = (dx.unsigned_abs(), dy.unsigned_abs());
        if long >= short {
            Self { from, ahead: x, aside: y, axis_ahead: axis_x, axis_aside: axis_y, long, short }
        } else {
            Self { from, ahead: y, aside: x, axis_ahead: axis_y, axis_aside: axis_x, long: short, short: long }
        }
    }

    /// Follows all paths; whether one reaches the end. `note` receives, after each step, which cells can be reached.
    #[inline(always)]
    fn reach(&self, field: &Field, mut note: impl FnMut(u64)) -> bool {
        if self.short > MOST_ASIDE {
            return false;
        }
        let mask = !0 >> (MOST_ASIDE - self.short);
        let mut strips = field.strips(self.axis_aside, self.axis_ahead, self.from);
        let mut before = strips.next().unwrap_or(0) & mask;
        let mut reached = 1;
        for (left, now) in (0..self.long).rev().zip(strips) {
            let now = now & mask;
            let straight = reached & now;
            reached = straight | (straight & before >> 1) << 1 & now;
            // From cells too far back the end is out of reach.
            reached &= !0 << self.short.saturating_sub(left);
            if reached == 0 {
                return false;
            }
            note(reached);
            before = now;
        }
        true
    }

    fn cell(&self, ahead: u32, aside: u32) -> Cell {
        let (ahead, aside) = (ahead as i32, aside as i32);
        Cell::new(
            self.from.x + ahead * self.ahead.0 + aside * self.aside.0,
            self.from.y + ahead * self.ahead.1 + aside * self.aside.1,
        )
    }
}

impl Smoother {
    /// Whether two open cells of the field lie open to each other; never when both their rows and their columns differ
    /// by more than 63.
    pub fn sees(&self, field: &Field, from: Cell, to: Cell) -> bool {
        Look::new(from, to).reach(field, |_| ())
    }

    /// Appends the cells after `from` up to `to` if the two lie open to each other; whether they do. Diagonal steps come
    /// first, where there is a choice.
    pub fn go(&mut self, field: &Field, from: Cell, to: Cell, out: &mut Vec<Cell>) -> bool {
        let look = Look::new(from, to);
        self.reached.clear();
        self.reached.push(1);
        if !look.reach(field, |reached| self.reached.push(reached)) {
            return false;
        }
        let (begin, mut aside) = (out.len(), look.short);
        for (step, before) in self.reached.iter().enumerate().take(look.long as usize).rev() {
            out.push(look.cell(step as u32 + 1, aside));
            if before >> aside & 1 == 0 {
                aside -= 1;
            }
        }
        out[begin..].reverse();
        true
    }

    /// The same if that path costs the least that any could: always where the ground costs the same everywhere, else over the
    /// cheapest ground alone.
    pub(super) fn go_cheapest(&mut self, on: Landscape, from: Cell, to: Cell, out: &mut Vec<Cell>) -> bool {
        let begin = out.len();
        if !self.go(on.field, from, to, out) {
            return false;
        }
        let least = on.at_least(from, to);
        let is_cheapest = on.costs.is_none() || {
            let first = on.cost_of(&[from, out.get(begin).copied().unwrap_or(from)]);
            first + on.cost_of(&out[begin..]) <= least + least / ROUNDING
        };
        if !is_cheapest {
            out.truncate(begin);
        }
        is_cheapest
    }

    /// Smooths a path and writes it cell by cell; it never gets longer. Of `points`, each must lie open to the next.
    pub fn pull(&mut self, field: &Field, points: &[Cell], path: &mut Vec<Cell>) {
        path.clear();
        path.extend(points.first());
        let last = points.len().saturating_sub(1);
        let mut at = 0;
        while at < last {
            let from = points[at];
            let seen = farthest_seen(at, last, |i| self.sees(field, from, points[i]));
            let to = points[seen];
            if from.x.abs_diff(to.x).max(from.y.abs_diff(to.y)) <= 1 {
                path.push(to);
            } else {
                self.go(field, from, to, path);
            }
            at = seen;
        }
    }

    /// Smooths a path given cell by cell from both ends. It stays legal and never gets longer.
    pub fn pull_from_both_ends(&mut self, field: &Field, path: &mut Vec<Cell>) {
        let mut points = std::mem::take(&mut self.spare);
        for _ in 0..2 {
            std::mem::swap(path, &mut points);
            self.pull(field, &points, path);
            path.reverse();
        }
        self.spare = points;
    }
}

/// How far along a path with the points `0..=last` can be seen from the point `from`: by strides that double while the end
/// of the stride is in sight (Bentley & Yao 1976), then halving what lies between. A long leg thus takes a few tests rather
/// than one a point. The point after `from` is taken to be in sight.
pub(crate) fn farthest_seen(from: usize, last: usize, mut sees: impl FnMut(usize) -> bool) -> usize {
    let (mut seen, mut hidden) = (from + 1, last + 1);
    while hidden - seen > 1 {
        let doubled = from + 2 * (seen - from);
        let look_at = if hidden > last { doubled.min(last) } else { seen.midpoint(hidden) };
        if sees(look_at) {
            seen = look_at;
        } else {
            hidden = look_at;
        }
    }
    seen
}

/// What a path given cell by cell costs.
pub(super) fn cost_of(path: &[Cell]) -> Cost {
    path.windows(2).map(|p| if p[0].x != p[1].x && p[0].y != p[1].y { DIAGONAL } else { STRAIGHT }).sum()
}

/// Writes the cells where a path turns, its ends included.
pub(super) fn turns(path: &[Cell], out: &mut Vec<Cell>) {
    out.clear();
    out.extend(path.first());
    add_turns(path, out);
}

/// Appends the cells where a path turns, and its last one unless it is also the first.
pub(super) fn add_turns(path: &[Cell], out: &mut Vec<Cell>) {
    for three in path.windows(3) {
        let (a, b, c) = (three[0], three[1], three[2]);
        if (b.x - a.x, b.y - a.y) != (c.x - b.x, c.y - b.y) {
            out.push(b);
        }
    }
    if path.len() > 1 {
        out.extend(path.last());
    }
}
