//! Preparing the levels, and bringing them up to date where cells changed.

use super::super::{AllPairs, Area, Clusters, Level, Point, SIDES};
use super::cost::{Endpoint, Graph, coarse_or_far};
use super::gates::Gates;
use super::search::LevelSearch;
use crate::geom::Cell;
use crate::grid::Field;
use crate::search::Landscape;
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

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

/// So many clusters are measured between two reports of progress …
const BATCH: usize = 1024;
/// … and so many at least by one thread.
const LEAST: usize = 16;

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
/// It holds neither the field nor what its cells cost: after each change of either call [`Levels::repair`].
#[derive(Clone, Debug, PartialEq)]
pub struct Levels {
    pub(super) shape: Shape,
    pub(super) levels: Vec<Level>,
}

impl Levels {
    /// Prepares a landscape. `progress` is called with the share that is done, from 0 to 1, now and then.
    pub fn new<'a>(on: impl Into<Landscape<'a>>, shape: Shape, mut progress: impl FnMut(f32)) -> Self {
        let (on, shape) = (on.into(), shape.cut());
        let mut made = Self { shape, levels: shape.levels(on.field) };
        let stages = made.levels.len() as f32;
        for level in 0..made.levels.len() {
            let count = made.levels[level].clusters.count();
            for first in (0..count).step_by(BATCH) {
                // A cluster needs levels below its own alone.
                let batch = (first..count.min(first + BATCH)).into_par_iter().with_min_len(LEAST);
                let measured = batch.map_init(Maker::default, |maker, cluster| {
                    made.select(on, level, cluster, maker);
                    made.find_costs(on, level, cluster, maker);
                    (maker.points.clone(), maker.costs.clone())
                });
                for (cluster, (points, costs)) in (first..).zip(measured.collect::<Vec<_>>()) {
                    made.levels[level].put(cluster, &points, &costs);
                }
                progress((level as f32 + first as f32 / count as f32) / stages);
            }
            made.levels[level].shrink_to_fit();
        }
        progress(1.0);
        made
    }

    /// Brings up to date what depends on a cell that was just opened or closed, or costs something else, from the lowest level
    /// up as far as anything changed. Returns how many clusters of each level were measured again.
    pub fn repair<'a>(&mut self, on: impl Into<Landscape<'a>>, cell: Cell) -> Vec<u32> {
        self.repair_all(on, &[cell])
    }

    /// The same for cells that all changed just now.
    pub fn repair_all<'a>(&mut self, on: impl Into<Landscape<'a>>, cells: &[Cell]) -> Vec<u32> {
        let on = on.into();
        let mut counts = Vec::new();
        let lowest = self.levels[0].clusters;
        let cells: Vec<Cell> = cells.iter().copied().filter(|cell| on.field.contains(*cell)).collect();
        let mut stale: Vec<usize> = cells.iter().map(|cell| lowest.of(*cell)).collect();
        stale.sort_unstable();
        stale.dedup();
        if stale.is_empty() {
            return counts;
        }
        let mut maker = Maker::default();
        let beside = cells.iter().flat_map(|cell| SIDES.map(|(dx, dy)| Cell::new(cell.x + dx, cell.y + dy)));
        let mut doubtful: Vec<usize> = beside.filter(|c| on.field.contains(*c)).map(|c| lowest.of(c)).collect();
        for level in 0..self.levels.len() {
            let (mut changed, count) = self.repair_level(on, level, &stale, &doubtful, &mut maker);
            counts.push(count);
            if on.costs.is_some() {
                // What it costs to cross a border is not among a cluster's own costs.
                let clusters = self.levels[level].clusters;
                changed.extend(cells.iter().filter(|c| clusters.is_on_border(**c)).map(|c| clusters.of(*c)));
            }
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
        on: Landscape,
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
            self.select(on, level, cluster, maker);
            if stale.binary_search(&cluster).is_ok() || maker.points != self.levels[level].view(cluster).points {
                count += 1;
                if self.measure(on, level, cluster, maker) {
                    changed.push(cluster);
                }
            }
        }
        self.levels[level].tidy();
        (changed, count)
    }

    /// Finds a cluster's points.
    fn select(&self, on: Landscape, level: usize, cluster: usize, maker: &mut Maker) {
        if level > 0 {
            return maker.gates.select(self, on, level, cluster, &mut maker.points);
        }
        self.levels[level].clusters.transits(on, cluster, &mut maker.points);
    }

    /// Measures the paths between a cluster's points; whether anything came out different.
    fn measure(&mut self, on: Landscape, level: usize, cluster: usize, maker: &mut Maker) -> bool {
        self.find_costs(on, level, cluster, maker);
        self.levels[level].put(cluster, &maker.points, &maker.costs)
    }

    /// What paths between a cluster's points cost.
    fn find_costs(&self, on: Landscape, level: usize, cluster: usize, maker: &mut Maker) {
        let Maker { points, costs, all_pairs, end, search, .. } = maker;
        costs.clear();
        let area = self.levels[level].area(cluster);
        if level == 0 {
            return all_pairs.measure(on, area, points, coarse_or_far, costs);
        }
        for (i, from) in points.iter().enumerate().skip(1) {
            let finer = self.graph(on, level - 1);
            end.point(finer.level, from.cell());
            search.spread(finer, self.inside(level, cluster), end);
            costs.extend(points[..i].iter().map(|to| search.spread_to(finer.level, to.cell())));
        }
    }

    /// A level over the landscape that it was prepared for.
    pub(super) fn graph<'a>(&'a self, on: Landscape<'a>, level: usize) -> Graph<'a> {
        Graph { level: &self.levels[level], on }
    }

    /// The clusters of the level below `level` that lie in one of its clusters.
    pub(super) fn inside(&self, level: usize, cluster: usize) -> Area {
        self.levels[level - 1].clusters.inside(&self.levels[level].area(cluster))
    }

    /// The same hierarchy prepared for a landscape as it is now.
    pub fn again(&self, on: Landscape) -> Self {
        Self::new(on, self.shape, |_| ())
    }

    /// How many clusters all levels have.
    pub fn clusters(&self) -> u64 {
        self.levels.iter().map(|level| level.clusters.count() as u64).sum()
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
    all_pairs: AllPairs,
    end: Endpoint,
    search: LevelSearch,
}
