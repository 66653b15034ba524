//! Preparing the levels, and bringing them up to date where cells changed.

use super::super::{Area, Clusters, Level, Point, SIDES};
use super::cost::{Endpoint, coarse_or_far, open_ground};
use super::gates::Gates;
use super::search::LevelSearch;
use crate::geom::Cell;
use crate::grid::{Axis, Field};

/// How a hierarchy is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Cells a side of the lowest clusters, 4 to 32.
    pub cluster: u32,
    /// Clusters a side of a cluster of the next level, 2 to 16.
    pub factor: u32,
    /// Transit points that are kept on each side of a cluster of clusters, where there are so many, 1 to 64. More are kept
    /// where otherwise some path would be lost.
    pub gates: u32,
    /// A level with at most this many clusters, at least 1, is the last.
    pub top: u32,
}

impl Default for Shape {
    fn default() -> Self {
        Self { cluster: 16, factor: 2, gates: 8, top: 64 }
    }
}

impl Shape {
    /// Each value cut to its range.
    pub(super) fn cut(self) -> Self {
        Self {
            cluster: self.cluster.clamp(4, 32),
            factor: self.factor.clamp(2, 16),
            gates: self.gates.clamp(1, 64),
            top: self.top.max(1),
        }
    }

    /// The levels of a field, still empty.
    pub(super) fn levels(self, field: &Field) -> Vec<Level> {
        let mut size = self.cluster;
        let mut levels = vec![Level::new(Clusters::new(field, size as i32))];
        while levels.last().is_some_and(|l| l.clusters.count() > self.top as usize) {
            size *= self.factor;
            levels.push(Level::new(Clusters::new(field, size as i32)));
        }
        levels
    }
}

/// The abstract graphs of all levels, the finest first.
///
/// It does not hold the field: after each [`Field::set`] call [`Levels::repair`].
#[derive(Clone, Debug, PartialEq)]
pub struct Levels {
    pub(super) shape: Shape,
    pub(super) levels: Vec<Level>,
}

impl Levels {
    /// Prepares a field. `progress` is called with the share that is done, from 0 to 1, now and then.
    pub fn new(field: &Field, shape: Shape, mut progress: impl FnMut(f32)) -> Self {
        let shape = shape.cut();
        let mut made = Self { shape, levels: shape.levels(field) };
        let mut maker = Maker::default();
        let stages = made.levels.len() as f32;
        for level in 0..made.levels.len() {
            let count = made.levels[level].clusters.count();
            for cluster in 0..count {
                made.select(field, level, cluster, &mut maker);
                made.measure(field, level, cluster, &mut maker);
                if cluster % 64 == 0 {
                    progress((level as f32 + cluster as f32 / count as f32) / stages);
                }
            }
            made.levels[level].shrink_to_fit();
        }
        progress(1.0);
        made
    }

    /// Brings up to date what depends on a cell that was just opened or closed, from the lowest level up as far as
    /// anything changed. Returns how many clusters of each level were measured again.
    pub fn repair(&mut self, field: &Field, cell: Cell) -> Vec<u32> {
        self.repair_all(field, &[cell])
    }

    /// The same for cells that all opened or closed just now.
    pub fn repair_all(&mut self, field: &Field, cells: &[Cell]) -> Vec<u32> {
        let mut counts = Vec::new();
        let lowest = self.levels[0].clusters;
        let inside = || cells.iter().copied().filter(|cell| field.contains(*cell));
        let mut stale: Vec<usize> = inside().map(|cell| lowest.of(cell)).collect();
        stale.sort_unstable();
        stale.dedup();
        if stale.is_empty() {
            return counts;
        }
        let mut maker = Maker::default();
        let beside = inside().flat_map(|cell| SIDES.map(|(dx, dy)| Cell::new(cell.x + dx, cell.y + dy)));
        let mut doubtful: Vec<usize> = beside.filter(|c| field.contains(*c)).map(|c| lowest.of(c)).collect();
        for level in 0..self.levels.len() {
            let (changed, count) = self.repair_level(field, level, &stale, &doubtful, &mut maker);
            counts.push(count);
            let Some(above) = self.levels.get(level + 1) else { break };
            let clusters = above.clusters;
            let corner = |cluster: &usize| {
                let area = self.levels[level].area(*cluster);
                Cell::new(area.x, area.y)
            };
            stale = changed.iter().map(|c| clusters.of(corner(c))).collect();
            stale.sort_unstable();
            stale.dedup();
            if stale.is_empty() {
                break;
            }
            doubtful = stale.iter().flat_map(|c| clusters.neighbours(*c)).flatten().collect();
        }
        counts
    }

    /// Measures stale clusters again, and doubtful ones whose points are no longer the same. Returns which of them came out
    /// different, and how many were measured.
    fn repair_level(
        &mut self,
        field: &Field,
        level: usize,
        stale: &[usize],
        doubtful: &[usize],
        maker: &mut Maker,
    ) -> (Vec<usize>, u32) {
        let mut all: Vec<usize> = stale.iter().chain(doubtful).copied().collect();
        all.sort_unstable();
        all.dedup();
        let (mut changed, mut count) = (Vec::new(), 0);
        for cluster in all {
            self.select(field, level, cluster, maker);
            if stale.binary_search(&cluster).is_ok() || maker.points != self.levels[level].view(cluster).points {
                count += 1;
                if self.measure(field, level, cluster, maker) {
                    changed.push(cluster);
                }
            }
        }
        self.levels[level].tidy();
        (changed, count)
    }

    /// Finds a cluster's points.
    fn select(&self, field: &Field, level: usize, cluster: usize, maker: &mut Maker) {
        let here = &self.levels[level];
        if level > 0 {
            return maker.gates.select(self, level, cluster, &mut maker.points);
        }
        here.clusters.transits(field, cluster, &mut maker.points);
    }

    /// Measures the paths between a cluster's points; whether anything came out different.
    fn measure(&mut self, field: &Field, level: usize, cluster: usize, maker: &mut Maker) -> bool {
        let Maker { points, costs, end, search, .. } = maker;
        costs.clear();
        let area = self.levels[level].area(cluster);
        let plain = level == 0
            && field
                .strips(Axis::East, Axis::South, Cell::new(area.x, area.y))
                .take(area.height as usize)
                .all(|strip| !strip << (u64::BITS - area.width as u32) == 0);
        for (i, from) in points.iter().enumerate().skip(1) {
            let others = points[..i].iter().map(|p| p.cell());
            if plain {
                costs.extend(others.map(|to| open_ground(from.cell(), to)));
            } else if level == 0 {
                search.flood.run(field, area, from.cell(), None);
                costs.extend(others.map(|to| coarse_or_far(search.flood.cost(to))));
            } else {
                let finer = &self.levels[level - 1];
                end.point(finer, from.cell());
                search.spread(finer, self.inside(level, cluster), end);
                costs.extend(others.map(|to| search.spread_to(finer, to)));
            }
        }
        self.levels[level].put(cluster, points, costs)
    }

    /// The clusters of the level below `level` that lie in one of its clusters.
    pub(super) fn inside(&self, level: usize, cluster: usize) -> Area {
        self.levels[level - 1].clusters.inside(&self.levels[level].area(cluster))
    }

    /// How many levels there are.
    pub fn count(&self) -> usize {
        self.levels.len()
    }

    /// Bytes of the abstract graphs.
    pub fn bytes(&self) -> usize {
        self.levels.iter().map(Level::bytes).sum()
    }
}

/// The memory of preparation.
#[derive(Default)]
struct Maker {
    points: Vec<Point>,
    costs: Vec<u32>,
    gates: Gates,
    end: Endpoint,
    search: LevelSearch,
}
