//! Closed ground on the line of a disc, with a grid that finds it faster.

use super::reach::{Reach, SWEEP_SLACK_M};
use super::rows::{Line, Sweep, strip};
use crate::geom::{Cell, Vec2, rounded_down};
use crate::grid::Field;
use crate::world::{Ground, MoveClass};

/// The cells that are closed to a movement class.
pub(super) struct ClosedGround<'a> {
    pub(super) ground: &'a Ground,
    pub(super) moves: MoveClass,
    /// A grid in which all of these are closed, and others may be: so one finds them faster.
    pub(super) field: Option<&'a Field>,
}

impl ClosedGround<'_> {
    /// Calls `each` with the rows that a disc touches which is moved along a segment, but for those that are open in the grid, until it returns `false`;
    /// whether it never did.
    #[inline]
    pub(super) fn each_line(&self, segment: (Vec2, Vec2), radius_m: f32, mut each: impl FnMut(Line) -> bool) -> bool {
        let res = self.ground.resolution_m();
        let strip = strip(res, segment.0, segment.1, radius_m);
        let (mut row, mut sweep) = (strip.rows.0, None);
        loop {
            // Most lines are open all along, and most rows of others: the cells of the rest alone are found out exactly.
            row = self.field.map_or(row, |field| field.first_not_open(&strip, row));
            if row > strip.rows.1 {
                return true;
            }
            let sweep = sweep.get_or_insert_with(|| Sweep::new(res, segment, radius_m));
            if let Some(line) = sweep.line(row)
                && !self.are_open(&line)
                && !each(line)
            {
                return false;
            }
            row += 1;
        }
    }

    /// Whether something is closed at the middle of a segment, or across it as far as a disc there reaches: so it is with most that are not clear.
    #[inline(always)]
    fn is_closed_between(&self, from: Vec2, to: Vec2, radius_m: f32) -> bool {
        let reach = radius_m - 2.0 * SWEEP_SLACK_M;
        if self.field.is_none() || reach <= 0.0 {
            return false;
        }
        let scale = 1.0 / self.ground.resolution_m();
        let (middle, along, reach) = ((from + to) * (0.5 * scale), (to - from).abs(), reach * scale);
        let is_column = along.x > along.y;
        let (line, at) = if is_column { (middle.x, middle.y) } else { (middle.y, middle.x) };
        let [line, at, last] = [line, at - reach, at + reach].map(rounded_down);
        self.next_closed(&Line { is_column, line, at, last }).is_some()
    }

    /// Whether the upright box round all places of a disc that is moved along a segment has one row or column, or two, and is open all over, as in
    /// corridors: a look at the grid says it.
    #[inline]
    fn is_open_around(&self, from: Vec2, to: Vec2, radius_m: f32) -> bool {
        let Some(field) = self.field else { return false };
        let scale = 1.0 / self.ground.resolution_m();
        let reach = Vec2::splat(Reach::of(radius_m).radius_m);
        let [low, high] = [from.min(to) - reach, from.max(to) + reach]
            .map(|corner| corner * scale)
            .map(|corner| Cell::new(rounded_down(corner.x), rounded_down(corner.y)));
        (high.y == low.y && (low.y..=high.y).all(|row| field.are_open(false, row, low.x, high.x)))
            || (high.x == low.x && (low.x..=high.x).all(|column| field.are_open(true, column, low.y, high.y)))
    }

    /// Whether a disc that is moved along a segment touches a closed cell. The answer is found sooner where it is the likely one.
    #[inline(always)]
    pub(super) fn is_touched(&self, from: Vec2, to: Vec2, radius_m: f32, likely: bool) -> bool {
        let is_open_around = || self.is_open_around(from, to, radius_m);
        if !likely && is_open_around() {
            return false;
        }
        self.is_closed_between(from, to, radius_m)
            || !(likely && is_open_around()) && self.is_touched_on_a_line(from, to, radius_m)
    }

    /// The same, row by row. It is a function of its own, so that the looks before it are short.
    #[inline(never)]
    fn is_touched_on_a_line(&self, from: Vec2, to: Vec2, radius_m: f32) -> bool {
        !self.each_line((from, to), radius_m, |line| self.next_closed(&line).is_none())
    }

    /// Whether the cells of a line are open at a look at the grid.
    #[inline]
    fn are_open(&self, line: &Line) -> bool {
        self.field.is_some_and(|field| field.are_open(line.is_column, line.line, line.at, line.last))
    }

    /// Calls `found` with closed cells of a line until it returns `false`; whether it never did.
    pub(super) fn each(&self, line: &Line, mut found: impl FnMut(Cell) -> bool) -> bool {
        let mut rest = *line;
        while let Some(closed) = self.next_closed(&rest) {
            if !found(line.cell(closed)) {
                return false;
            }
            rest.at = closed + 1;
        }
        true
    }

    /// Calls `found` with closed cells of a line until it returns `true`: where that was.
    pub(super) fn until(&self, line: &Line, found: &mut impl FnMut(Cell) -> bool) -> Option<i32> {
        let mut rest = *line;
        while let Some(closed) = self.next_closed(&rest) {
            if found(line.cell(closed)) {
                return Some(closed);
            }
            rest.at = closed + 1;
        }
        None
    }

    /// The same, from the end.
    pub(super) fn back_until(&self, line: &Line, found: &mut impl FnMut(Cell) -> bool) {
        let mut last = line.last;
        while last >= line.at {
            if let Some(field) = self.field {
                match field.last_closed(line.is_column, line.line, line.at, last) {
                    Some(closed) => last = closed,
                    None => return,
                }
            }
            if !self.ground.open(self.moves, line.cell(last)) && found(line.cell(last)) {
                return;
            }
            last -= 1;
        }
    }

    /// The first closed cell of a line.
    #[inline]
    fn next_closed(&self, line: &Line) -> Option<i32> {
        let Line { is_column, line: number, mut at, last } = *line;
        while at <= last {
            if let Some(field) = self.field {
                at = field.next_closed(is_column, number, at, last)?;
            }
            if !self.ground.open(self.moves, line.cell(at)) {
                return Some(at);
            }
            at += 1;
        }
        None
    }
}
