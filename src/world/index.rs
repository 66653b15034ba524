//! The spatial index: finds the volumes of an area or along a line, without allocating.

mod entry;
mod lists;

use super::{Ground, Volume};
use crate::geom::{Aabb, Vec2};
use entry::{Entry, Span};
use lists::{Linked, Lists, Packed};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Width of the finest index cells in metres: some volumes a cell on a furnished map, and mostly one cell for the
/// areas of a metre or so that motion asks about.
const FINEST_CELL_M: f32 = 4.0;
/// The same for an index of few volumes that come and go …
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
///
/// `L` is how its cells list their volumes.
#[derive(Clone, Debug)]
pub struct VolumeIndex<L = Packed> {
    levels: Vec<Level<L>>,
}

/// An index of few volumes that come and go.
pub(super) type FewVolumes = VolumeIndex<Linked>;

impl VolumeIndex {
    /// An index of all volumes of a world.
    pub fn build<'v>(ground: &Ground, volumes: impl IntoIterator<Item = &'v Volume>) -> Self {
        let size = ground.size();
        let mut waiting: Vec<(u32, Aabb)> = (0..).zip(volumes.into_iter().map(|v| v.footprint.bounds())).collect();
        let mut cell_m = FINEST_CELL_M.max(size.max_element() / MAX_SIDE as f32);
        let mut levels = Vec::new();
        while !waiting.is_empty() {
            let mut level = Level::<Packed>::empty(size, cell_m);
            let (mine, rest): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|(_, b)| level.takes(*b));
            waiting = rest;
            cell_m *= LEVEL_FACTOR;
            if !mine.is_empty() {
                level.fill(&mine);
                levels.push(level);
            }
        }
        Self { levels }
    }

    /// The most volumes that [`VolumeIndex::each_while`] can find: as often as they are listed.
    pub fn most_in(&self, area: Aabb) -> u32 {
        let in_level = |level: &Level<Packed>| {
            let span = level.span(area);
            // The cells of a row are listed one after the other.
            let row = |y: u16| {
                let first = usize::from(y) * level.width;
                level.lists.in_cells(first + usize::from(span.x0)..first + usize::from(span.x1) + 1)
            };
            (span.y0..=span.y1).map(row).sum::<u32>()
        };
        self.levels.iter().map(in_level).sum()
    }
}

impl FewVolumes {
    /// An index without volumes.
    pub(super) fn empty(ground: &Ground) -> Self {
        let size = ground.size();
        let mut cell_m = FINEST_OF_FEW_M.max(size.max_element() / MAX_SIDE_OF_FEW as f32);
        let mut levels = Vec::new();
        loop {
            let mut level = Level::<Linked>::empty(size, cell_m);
            let count = level.width * level.height;
            level.lists = Linked::of_cells(count);
            levels.push(level);
            cell_m *= LEVEL_FACTOR;
            if count == 1 {
                return Self { levels };
            }
        }
    }

    /// Lists a volume with these bounds.
    pub(super) fn insert(&mut self, volume: u32, bounds: Aabb) {
        let Some(level) = self.levels.iter_mut().find(|level| level.takes(bounds)) else { return };
        let span = level.span(bounds);
        for (x, y) in span.each() {
            level.lists.insert(y * level.width + x, Entry { bounds, span, volume });
        }
    }

    /// Takes a volume with these bounds off the lists.
    pub(super) fn remove(&mut self, volume: u32, bounds: Aabb) {
        let Some(level) = self.levels.iter_mut().find(|level| level.takes(bounds)) else { return };
        for (x, y) in level.span(bounds).each() {
            level.lists.remove(y * level.width + x, volume);
        }
    }
}

impl<L: Lists> VolumeIndex<L> {
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
#[derive(Clone, Debug)]
pub(super) struct Placed {
    /// Volumes before this number are in the world's own index.
    pub(super) fixed: usize,
    /// Objects before this number are the map's own: their numbers, by name.
    pub(super) own: Arc<BTreeMap<Box<str>, Vec<usize>>>,
    pub(super) own_objects: usize,
    /// The others, as far as they are there.
    pub(super) index: FewVolumes,
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
struct Level<L> {
    cells_per_m: f32,
    width: usize,
    height: usize,
    lists: L,
}

impl<L: Default> Level<L> {
    fn empty(size: Vec2, cell_m: f32) -> Self {
        let side = |metres: f32| ((metres / cell_m).ceil() as usize).clamp(1, MAX_SIDE);
        let (width, height) = (side(size.x), side(size.y));
        Self { cells_per_m: 1.0 / cell_m, width, height, lists: L::default() }
    }
}

impl Level<Packed> {
    /// Lists the volumes, each with its bounds, in the cells they reach into.
    fn fill(&mut self, volumes: &[(u32, Aabb)]) {
        let entries = volumes.iter().map(|(volume, bounds)| {
            let span = self.span(*bounds);
            Entry { bounds: *bounds, span, volume: *volume }
        });
        let entries: Vec<Entry> = entries.collect();
        let cells = |e: &Entry| e.span.each().map(|(x, y)| y * self.width + x);
        self.lists = Packed::new(self.width * self.height, &entries, cells);
    }
}

impl<L> Level<L> {
    /// Whether a volume with these bounds is listed here rather than on the next level.
    fn takes(&self, bounds: Aabb) -> bool {
        self.width * self.height == 1 || self.span(bounds).cells() <= MAX_CELLS_A_VOLUME
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
}

impl<L: Lists> Level<L> {
    fn cell(&self, x: usize, y: usize) -> impl Iterator<Item = &Entry> {
        self.lists.cell(y * self.width + x)
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
