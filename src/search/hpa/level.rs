//! One level: clusters, the transit points on their borders, and what the paths between them cost.

use super::{Area, Clusters, FAR, Point, pairs};
use crate::geom::Cell;

/// Room for transit points that no cluster uses any more, before all are moved together.
const MOST_WASTE: usize = 4096;

/// Where a cluster's share of the arrays lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Slot {
    pub points: u32,
    pub costs: u32,
    pub len: u16,
    /// Points for which there is room.
    pub room: u16,
}

/// All clusters of one size.
#[derive(Clone, Debug, Default)]
pub(super) struct Level {
    pub clusters: Clusters,
    pub(super) slots: Vec<Slot>,
    /// Points, cluster by cluster.
    pub(super) points: Vec<Point>,
    /// For each cluster and each pair of its points, what the path inside costs: (1,0), (2,0), (2,1), (3,0) …
    pub(super) costs: Vec<u32>,
    /// Places in `points` that no cluster uses.
    waste: usize,
}

/// What is known of one cluster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View<'a> {
    pub points: &'a [Point],
    /// Of all pairs.
    pub(super) costs: &'a [u32],
}

impl<'a> View<'a> {
    /// What the path inside between two points costs; [`FAR`] when there is none.
    #[inline(always)]
    pub(super) fn cost(&self, a: usize, b: usize) -> u32 {
        if a == b {
            return 0;
        }
        self.costs.get(pairs(a.max(b)) + a.min(b)).copied().unwrap_or(FAR)
    }

    /// Whether a path that enters at a point can only leave there again.
    pub(super) fn is_blind(&self, point: usize) -> bool {
        let leads_aside = self.points.get(point).is_some_and(|p| p.sides.count_ones() > 1);
        !leads_aside && (0..self.points.len()).all(|other| other == point || self.cost(point, other) == FAR)
    }

    /// The number of the point at a cell.
    #[inline(always)]
    pub(super) fn find(&self, cell: Cell) -> Option<usize> {
        let key = (cell.y as u16, cell.x as u16);
        self.points.binary_search_by_key(&key, |p| p.key()).ok()
    }
}

impl Level {
    pub(super) fn new(clusters: Clusters) -> Self {
        Self { clusters, slots: vec![Slot::default(); clusters.count()], ..Self::default() }
    }

    #[inline(always)]
    pub(super) fn view(&self, cluster: usize) -> View<'_> {
        let slot = self.slots[cluster];
        let (p, c, len) = (slot.points as usize, slot.costs as usize, usize::from(slot.len));
        View { points: &self.points[p..p + len], costs: &self.costs[c..c + pairs(len)] }
    }

    /// What is known of the cluster at a place of a block.
    #[inline(always)]
    pub(super) fn view_in(&self, block: &Area, place: usize) -> View<'_> {
        let Cell { x, y } = block.cell(place);
        self.view(self.clusters.at(x, y))
    }

    pub(super) fn area(&self, cluster: usize) -> Area {
        self.clusters.area(cluster)
    }

    /// Writes what is known of a cluster; whether that is anything new.
    pub(super) fn put(&mut self, cluster: usize, points: &[Point], costs: &[u32]) -> bool {
        let old = self.view(cluster);
        if old.points == points && old.costs == costs {
            return false;
        }
        let (len, mut slot) = (points.len(), self.slots[cluster]);
        if len > usize::from(slot.room) {
            self.waste += usize::from(slot.room);
            (slot.points, slot.costs) = (self.points.len() as u32, self.costs.len() as u32);
            self.points.resize(self.points.len() + len, Point::default());
            self.costs.resize(self.costs.len() + pairs(len), FAR);
            slot.room = len as u16;
        }
        slot.len = len as u16;
        self.slots[cluster] = slot;
        let (p, c) = (slot.points as usize, slot.costs as usize);
        self.points[p..p + len].copy_from_slice(points);
        self.costs[c..c + pairs(len)].copy_from_slice(costs);
        true
    }

    /// Closes the gaps that moved clusters left, once they are many; whether it did.
    pub(super) fn tidy(&mut self) -> bool {
        if self.waste <= MOST_WASTE + self.points.len() / 2 {
            return false;
        }
        let mut tidy = Self::new(self.clusters);
        for cluster in 0..self.slots.len() {
            let view = self.view(cluster);
            tidy.put(cluster, view.points, view.costs);
        }
        *self = tidy;
        true
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.points.shrink_to_fit();
        self.costs.shrink_to_fit();
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.slots[..]) + size_of_val(&self.points[..]) + size_of_val(&self.costs[..])
    }
}

impl PartialEq for Level {
    /// Whether they say the same of every cluster, wherever it lies in memory.
    fn eq(&self, other: &Self) -> bool {
        self.clusters == other.clusters && (0..self.slots.len()).all(|i| self.view(i) == other.view(i))
    }
}
