//! The closed cells of a row or a column, 64 at a time. What is outside the field is closed.

use super::Field;
use crate::grid::lines::Lines;

/// Rows, or columns, and a stretch of each, which goes aside by the same from one to the next.
#[derive(Clone, Copy, Debug)]
pub(in crate::grid) struct Strip {
    pub is_column: bool,
    /// The first and the last row.
    pub rows: (i32, i32),
    /// The first and the last cell that any stretch has.
    pub within: (i32, i32),
    /// From where to where the first stretch reaches, and by how much the next goes aside: cells, and parts of them.
    pub low: i64,
    pub high: i64,
    pub slope: i64,
}

impl Strip {
    /// Bits of parts of cells.
    pub(in crate::grid) const FRACTION: u32 = 20;
}

impl Field {
    /// The rows or the columns, how many there are, and the cells of each.
    #[inline]
    fn lines(&self, is_column: bool) -> (&Lines, u32, u32) {
        match is_column {
            true => (&self.columns, self.width, self.height),
            false => (&self.rows, self.height, self.width),
        }
    }

    /// Whether the cells from `at` to `last` of a row, or of a column, are all open.
    #[inline]
    pub(in crate::grid) fn are_open(&self, is_column: bool, line: i32, at: i32, last: i32) -> bool {
        let (lines, count, len) = self.lines(is_column);
        let is_inside = (at | line) >= 0 && (line as u32) < count && (last as u32) < len && at <= last;
        is_inside && lines.are_open(line as usize, at as usize, last as usize)
    }

    /// The first row of a strip, from one on, whose cells are not all open, or the number after its last.
    #[inline]
    pub(in crate::grid) fn first_not_open(&self, strip: &Strip, from: i32) -> i32 {
        let (lines, count, len) = self.lines(strip.is_column);
        let ((first, end), (left, right)) = (strip.rows, strip.within);
        let is_inside = (left | from) >= 0 && (end as u32) < count && (right as u32) < len;
        if !is_inside || from > end {
            return from;
        }
        let by = i64::from(from - first) * strip.slope;
        let (mut low, mut high) = (strip.low + by, strip.high + by);
        for row in from..=end {
            let at = ((low >> Strip::FRACTION) as i32).max(left);
            let last = ((high >> Strip::FRACTION) as i32).min(right);
            if at > last || !lines.are_open(row as usize, at as usize, last as usize) {
                return row;
            }
            (low, high) = (low + strip.slope, high + strip.slope);
        }
        end + 1
    }

    /// The closed cells from `at` to `last` of a row as bits, the lowest first; `None` where these are not all inside, or more than a word has.
    #[inline]
    pub(in crate::grid) fn closed_bits(&self, row: i32, at: i32, last: i32) -> Option<u64> {
        let is_inside = (at | row) >= 0 && (row as u32) < self.height && (last as u32) < self.width;
        if !is_inside || !(0..64).contains(&(last - at)) {
            return None;
        }
        let (row, word, shift) = (row as usize, at as usize / 64, at as u32 % 64);
        let open = self.rows.open_word(row, word) >> shift | self.rows.open_word(row, word + 1) << 1 << (63 - shift);
        Some(!open & !0 >> (63 - (last - at) as u32))
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
