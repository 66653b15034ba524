//! The spatial index: finds the volumes of an area or along a line, without allocating.

use super::{Ground, Volume};
use crate::geom::{Aabb, Vec2};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Width of the finest index cells in metres: some volumes a cell on a furnished map, and mostly one cell for the
/// areas of a metre or so that motion asks about.
const FINEST_CELL_M: f32 = 4.0;
/// The same for an index that is made again with each change …
const FINEST_OF_FEW_M: f32 = 16.0;
/// … which has at most so many cells a side.
const MAX_SIDE_OF_FEW: usize = 128;
/// Each level's cells are this many times as wide as those of the level below.
const LEVEL_FACTOR: f32 = 4.0;
/// A volume that would be listed in more cells than this goes to a coarser level.
const MAX_CELLS_A_VOLUME: usize = 16;

/// Finds the volumes of an area or along a line.
///
/// A hierarchy of uniform grids: every volume lies in the finest grid in which it takes few cells, and is listed in each
/// of those. The source used a loose octree. Creatures walk on one plane, so nothing is gained by the third dimension;
/// and of the flat structures a *loose* one (each volume in one cell of doubled reach) makes every query look at
/// neighbouring cells, which is slow for the areas of a metre that motion and feelers ask about thousands of times a
/// step. Here these touch one or two cells a level, and levels without volumes do not exist. A volume that spans
/// several cells of a query is reported from the first of them only, which needs neither marks nor sorting.
#[derive(Clone, Debug, Default)]
pub struct VolumeIndex {
    levels: Vec<Level>,
}

impl VolumeIndex {
    /// An index of all volumes of a world.
    pub fn build(ground: &Ground, volumes: &[Volume]) -> Self {
        let size = ground.size();
        let all = (0..).zip(volumes.iter().map(|v| v.footprint.bounds())).collect();
        Self::of_bounds(size, FINEST_CELL_M.max(size.max_element() / MAX_SIDE as f32), all)
    }

    /// An index of the volumes from number `first` on that are there: of few, so that it is made in little time.
    pub fn of_few(ground: &Ground, volumes: &[Volume], first: usize) -> Self {
        let size = ground.size();
        let there = (0..).zip(volumes).skip(first).filter(|(_, v)| v.is_there());
        let few = there.map(|(i, v)| (i, v.footprint.bounds())).collect();
        Self::of_bounds(size, FINEST_OF_FEW_M.max(size.max_element() / MAX_SIDE_OF_FEW as f32), few)
    }

    fn of_bounds(size: Vec2, finest_m: f32, mut waiting: Vec<(u32, Aabb)>) -> Self {
        let mut cell_m = finest_m;
        let mut levels = Vec::new();
        while !waiting.is_empty() {
            let mut level = Level::empty(size, cell_m);
            let last = level.width * level.height == 1;
            let (mine, rest): (Vec<_>, Vec<_>) =
                waiting.into_iter().partition(|(_, b)| last || level.span(*b).cells() <= MAX_CELLS_A_VOLUME);
            waiting = rest;
            cell_m *= LEVEL_FACTOR;
            if !mine.is_empty() {
                level.fill(&mine);
                levels.push(level);
            }
        }
        Self { levels }
    }

    /// Calls `found` with every volume whose bounds overlap `area`, each once, until it returns `false`.
    /// The order is fixed (finer levels first, then row by row of index cells) but not that of the numbers.
    pub fn each_while(&self, area: Aabb, mut found: impl FnMut(u32) -> bool) {
        for level in &self.levels {
            let asked = level.span(area);
            for y in asked.y0..=asked.y1 {
                for x in asked.x0..=asked.x1 {
                    for e in level.cell(usize::from(x), usize::from(y)) {
                        let first_here = (x == asked.x0 || x == e.span.x0) && (y == asked.y0 || y == e.span.y0);
                        if first_here && e.bounds.overlaps(area) && !found(e.volume) {
                            return;
                        }
                    }
                }
            }
        }
    }

    /// The most volumes that [`VolumeIndex::each_while`] can find: as often as they are listed.
    pub fn most_in(&self, area: Aabb) -> u32 {
        let in_level = |level: &Level| {
            let span = level.span(area);
            // The cells of a row are listed one after the other.
            let row = |y: u16| {
                let first = usize::from(y) * level.width;
                level.first[first + usize::from(span.x1) + 1] - level.first[first + usize::from(span.x0)]
            };
            (span.y0..=span.y1).map(row).sum::<u32>()
        };
        self.levels.iter().map(in_level).sum()
    }

    /// Calls `found` with every volume that a segment may meet, each once, and lets it draw in the share of the segment
    /// (0..=1) that is still of interest. Only index cells along the segment are looked at.
    pub fn along(&self, from: Vec2, to: Vec2, limit: &mut f32, mut found: impl FnMut(u32, &mut f32)) {
        let reach = Aabb::new(from, to);
        for level in &self.levels {
            level.along(from, to, limit, &mut |e: &Entry, limit: &mut f32| {
                if e.bounds.overlaps(reach) {
                    found(e.volume, limit);
                }
            });
        }
    }
}

/// What came or moved since the world began.
#[derive(Clone, Debug, Default)]
pub(super) struct Placed {
    /// Volumes before this number are in the world's own index.
    pub(super) fixed: usize,
    /// Objects before this number are the map's own: their numbers, by name.
    pub(super) own: Arc<BTreeMap<Box<str>, Vec<usize>>>,
    pub(super) own_objects: usize,
    /// The others, as far as they are there.
    pub(super) index: VolumeIndex,
    /// Numbers of volumes and of objects that no object uses.
    pub(super) free: Vec<u32>,
    pub(super) free_objects: Vec<usize>,
}

/// A level has at most this many cells a side; the finest cells of a huge world are wider instead.
const MAX_SIDE: usize = 1024;
/// Slack when a line is drawn over the cells, in cells: far above rounding, far below a cell.
const SLACK: f32 = 1e-2;

/// A uniform grid over the whole world.
#[derive(Clone, Debug)]
struct Level {
    cells_per_m: f32,
    pub width: usize,
    pub height: usize,
    /// Where each cell's entries begin, row by row; one more at the end.
    first: Vec<u32>,
    entries: Vec<Entry>,
}

/// A volume as one cell lists it, with all that most questions need.
#[derive(Clone, Copy, Debug)]
struct Entry {
    pub bounds: Aabb,
    pub span: Span,
    pub volume: u32,
}

/// A rectangle of index cells, both ends included.
#[derive(Clone, Copy, Debug)]
struct Span {
    pub x0: u16,
    pub y0: u16,
    pub x1: u16,
    pub y1: u16,
}

impl Span {
    fn cells(self) -> usize {
        (usize::from(self.x1 - self.x0) + 1) * (usize::from(self.y1 - self.y0) + 1)
    }

    fn each(self) -> impl Iterator<Item = (usize, usize)> {
        (self.y0..=self.y1).flat_map(move |y| (self.x0..=self.x1).map(move |x| (usize::from(x), usize::from(y))))
    }
}

impl Level {
    fn empty(size: Vec2, cell_m: f32) -> Self {
        let side = |metres: f32| ((metres / cell_m).ceil() as usize).clamp(1, MAX_SIDE);
        let (width, height) = (side(size.x), side(size.y));
        Self { cells_per_m: 1.0 / cell_m, width, height, first: Vec::new(), entries: Vec::new() }
    }

    /// The cells of an area. What lies outside the world counts to the cells along its border.
    fn span(&self, area: Aabb) -> Span {
        let at = |v: f32, count: usize| ((v * self.cells_per_m).max(0.0) as usize).min(count - 1) as u16;
        Span {
            x0: at(area.min.x, self.width),
            y0: at(area.min.y, self.height),
            x1: at(area.max.x, self.width),
            y1: at(area.max.y, self.height),
        }
    }

    /// Lists the volumes, each with its bounds, in the cells they reach into.
    fn fill(&mut self, volumes: &[(u32, Aabb)]) {
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

    fn cell(&self, x: usize, y: usize) -> &[Entry] {
        let i = y * self.width + x;
        &self.entries[self.first[i] as usize..self.first[i + 1] as usize]
    }

    /// Row by row of cells in the line's direction; a volume listed in several of them is reported from the first.
    fn along(&self, from: Vec2, to: Vec2, limit: &mut f32, found: &mut impl FnMut(&Entry, &mut f32)) {
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
