//! One level of the spatial index: a uniform grid whose cells list the volumes in them.

use crate::geom::{Aabb, Vec2};
use std::ops::RangeInclusive;

/// A level has at most this many cells a side; the finest cells of a huge world are wider instead.
pub(super) const MAX_SIDE: usize = 1024;
/// Slack when a line is drawn over the cells, in cells: far above rounding, far below a cell.
const SLACK: f32 = 1e-2;

/// A uniform grid over the whole world.
#[derive(Clone, Debug)]
pub(super) struct Level {
    cells_per_m: f32,
    pub width: usize,
    pub height: usize,
    /// Where each cell's entries begin, row by row; one more at the end.
    first: Vec<u32>,
    entries: Vec<Entry>,
}

/// A volume as one cell lists it, with all that most questions need.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub bounds: Aabb,
    pub span: Span,
    pub volume: u32,
}

/// A rectangle of index cells, both ends included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub x0: u16,
    pub y0: u16,
    pub x1: u16,
    pub y1: u16,
}

impl Span {
    pub(super) fn cells(self) -> usize {
        (usize::from(self.x1 - self.x0) + 1) * (usize::from(self.y1 - self.y0) + 1)
    }

    fn each(self) -> impl Iterator<Item = (usize, usize)> {
        (self.y0..=self.y1).flat_map(move |y| (self.x0..=self.x1).map(move |x| (usize::from(x), usize::from(y))))
    }
}

impl Level {
    pub(super) fn empty(size: Vec2, cell_m: f32) -> Self {
        let side = |metres: f32| ((metres / cell_m).ceil() as usize).clamp(1, MAX_SIDE);
        let (width, height) = (side(size.x), side(size.y));
        Self { cells_per_m: 1.0 / cell_m, width, height, first: Vec::new(), entries: Vec::new() }
    }

    /// The cells of an area. What lies outside the world counts to the cells along its border.
    pub(super) fn span(&self, area: Aabb) -> Span {
        let at = |v: f32, count: usize| ((v * self.cells_per_m).max(0.0) as usize).min(count - 1) as u16;
        Span {
            x0: at(area.min.x, self.width),
            y0: at(area.min.y, self.height),
            x1: at(area.max.x, self.width),
            y1: at(area.max.y, self.height),
        }
    }

    /// Lists the volumes, each with its bounds, in the cells they reach into.
    pub(super) fn fill(&mut self, volumes: &[(u32, Aabb)]) {
        let mut first = vec![0_u32; self.width * self.height + 1];
        for (_, bounds) in volumes {
            for (x, y) in self.span(*bounds).each() {
                first[y * self.width + x + 1] += 1;
            }
        }
        for i in 1..first.len() {
            first[i] += first[i - 1];
        }
        let Some((_, some)) = volumes.first() else { return };
        let blank = Entry { bounds: *some, span: self.span(*some), volume: 0 };
        let mut entries = vec![blank; first[first.len() - 1] as usize];
        let mut next = first.clone();
        for (volume, bounds) in volumes {
            let span = self.span(*bounds);
            for (x, y) in span.each() {
                let slot = &mut next[y * self.width + x];
                entries[*slot as usize] = Entry { bounds: *bounds, span, volume: *volume };
                *slot += 1;
            }
        }
        (self.first, self.entries) = (first, entries);
    }

    pub(super) fn cell(&self, x: usize, y: usize) -> &[Entry] {
        let i = y * self.width + x;
        &self.entries[self.first[i] as usize..self.first[i + 1] as usize]
    }

    /// Row by row of cells in the line's direction; a volume listed in several of them is reported from the first.
    pub(super) fn along(&self, from: Vec2, to: Vec2, limit: &mut f32, found: &mut impl FnMut(&Entry, &mut f32)) {
        let (a, d) = (from * self.cells_per_m, (to - from) * self.cells_per_m);
        let row = |share: f32| ((a.y + d.y * share).max(0.0) as usize).min(self.height - 1);
        let slack = SLACK / d.y.abs().max(SLACK);
        let mut y = row(-slack);
        // The columns that were looked at in the row before.
        let mut before: Option<(usize, RangeInclusive<usize>)> = None;
        loop {
            let columns = self.columns(a, d, y, *limit);
            for x in columns.clone() {
                for e in self.cell(x, y) {
                    let (x0, x1) = (usize::from(e.span.x0), usize::from(e.span.x1));
                    let in_this_row = x > *columns.start() && x0 < x;
                    let in_row_before = before.as_ref().is_some_and(|(row, seen)| {
                        (usize::from(e.span.y0)..=usize::from(e.span.y1)).contains(row)
                            && x0 <= *seen.end()
                            && x1 >= *seen.start()
                    });
                    if !in_this_row && !in_row_before {
                        found(e, limit);
                    }
                }
            }
            before = Some((y, columns));
            // The limit may have come nearer meanwhile.
            let last = row(*limit + slack);
            y = match d.y < 0.0 {
                true if y > last => y - 1,
                false if y < last => y + 1,
                _ => return,
            };
        }
    }

    /// The columns that the line `a + d · 0..=limit` crosses inside row `y`, rounding generously.
    fn columns(&self, a: Vec2, d: Vec2, y: usize, limit: f32) -> RangeInclusive<usize> {
        let (mut enter, mut leave) = (0.0, limit);
        if d.y.abs() > SLACK {
            // The border rows stand for everything beyond them too.
            let top = if y == 0 { f32::NEG_INFINITY } else { y as f32 - SLACK };
            let bottom = if y + 1 == self.height { f32::INFINITY } else { y as f32 + 1.0 + SLACK };
            let (s, t) = ((top - a.y) / d.y, (bottom - a.y) / d.y);
            (enter, leave) = (s.min(t).clamp(0.0, limit), s.max(t).clamp(0.0, limit));
        }
        let (p, q) = (a.x + d.x * enter, a.x + d.x * leave);
        let column = |v: f32| (v.max(0.0) as usize).min(self.width - 1);
        column(p.min(q) - SLACK)..=column(p.max(q) + SLACK)
    }
}
