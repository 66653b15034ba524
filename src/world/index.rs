//! The spatial index: finds the volumes of an area or along a line, without allocating.

mod level;

use super::{Ground, Volume};
use crate::geom::{Aabb, Vec2};
use level::{Entry, Level, MAX_SIDE};

/// Width of the finest index cells in metres: some volumes a cell on a furnished map, and mostly one cell for the
/// areas of a metre or so that motion asks about.
const FINEST_CELL_M: f32 = 4.0;
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
        let longest = size.max_element();
        let mut waiting: Vec<(u32, Aabb)> = (0..).zip(volumes.iter().map(|v| v.footprint.bounds())).collect();
        let mut cell_m = FINEST_CELL_M.max(longest / MAX_SIDE as f32);
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
