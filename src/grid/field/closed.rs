//! The closed cells of a row or a column, 64 at a time. What is outside the field is closed.

use super::Field;
use crate::grid::lines::Lines;

impl Field {
    /// The rows or the columns, how many there are, and the cells of each.
    #[inline]
    fn lines(&self, is_column: bool) -> (&Lines, u32, u32) {
        match is_column {
            true => (&self.columns, self.width, self.height),
            false => (&self.rows, self.height, self.width),
        }
    }

    /// Whether the cells from `at` to `last` of a row, or of a column, are known to be open at a look: where it is `false` they may still be.
    #[inline(always)]
    pub(in crate::grid) fn are_open(&self, is_column: bool, line: i32, at: i32, last: i32) -> bool {
        let (lines, count, len) = self.lines(is_column);
        let is_inside = (at | line) >= 0 && (line as u32) < count && (last as u32) < len && at <= last;
        is_inside && at / 64 == last / 64 && {
            let cells = !0 >> (63 - (last - at)) as u32;
            lines.open_word(line as usize, at as usize / 64) >> (at % 64) & cells == cells
        }
    }

    /// The first closed cell from `at` to `last` of a row, or of a column.
    #[inline]
    pub(in crate::grid) fn next_closed(&self, is_column: bool, line: i32, at: i32, last: i32) -> Option<i32> {
        let (lines, count, len) = self.lines(is_column);
        if at > last {
            return None;
        }
        if at < 0 || line < 0 || line as u32 >= count || at as u32 >= len {
            return Some(at);
        }
        let inside = last.min(len as i32 - 1) as usize;
        let (from, line) = (at as usize, line as usize);
        let mut mask = !0 << (from % 64);
        for word in from / 64..=inside / 64 {
            let closed = !lines.open_word(line, word) & mask;
            if closed != 0 {
                let found = (word * 64) as i32 + closed.trailing_zeros() as i32;
                return Some(found).filter(|found| *found <= last);
            }
            mask = !0;
        }
        Some(len as i32).filter(|end| *end <= last)
    }

    /// The last closed cell from `at` to `last` of a row, or of a column.
    #[inline]
    pub(in crate::grid) fn last_closed(&self, is_column: bool, line: i32, at: i32, last: i32) -> Option<i32> {
        let (lines, count, len) = self.lines(is_column);
        if at > last {
            return None;
        }
        if last < 0 || line < 0 || line as u32 >= count || last as u32 >= len {
            return Some(last);
        }
        let (inside, from, line) = (at.max(0) as usize, last as usize, line as usize);
        let mut mask = !0 >> (63 - from % 64);
        for word in (inside / 64..=from / 64).rev() {
            let closed = !lines.open_word(line, word) & mask;
            if closed != 0 {
                let found = (word * 64) as i32 + closed.ilog2() as i32;
                return Some(found).filter(|found| *found >= at);
            }
            mask = !0;
        }
        Some(-1).filter(|end| *end >= at)
    }
}
