//! The abstract graph: transit points between clusters, and how far they lie from each other inside.

use super::links::Links;
use super::{AllPairs, Area, Clusters, Level, Point, SIDES, View, kept_cost, pairs};
use crate::geom::Cell;
use crate::search::Landscape;

/// Cells a side of a cluster by default.
const DEFAULT_SIZE: u32 = 10;
/// Sides of clusters: below, nearly every cell would be a transit point; above, there could be more than 64 exits.
const SIZES: std::ops::RangeInclusive<u32> = 4..=32;
/// The greatest side over ground that does not cost the same everywhere: 14 × 14 diagonal steps over the most expensive cost
/// less than 2³², and every cell of the border may be an exit.
const MOST_WEIGHTED: u32 = 14;

/// The abstract graph of HPA* (Botea, Müller & Schaeffer 2004) with one level. Transit points of neighbouring clusters
/// are one step apart; inside a cluster, the shortest paths that do not leave it are measured beforehand.
///
/// It holds neither the field nor what its cells cost: after each change of either call [`Hierarchy::repair`]. Whether there
/// are costs stays the same.
#[derive(Clone, Debug, Default)]
pub struct Hierarchy {
    /// A transit point's number is its place among the points of the level.
    level: Level,
    links: Links,
    all_pairs: AllPairs,
    found: Vec<Point>,
    costs: Vec<u32>,
    changed: Vec<usize>,
}

/// What is known of one cluster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cluster<'a> {
    pub number: usize,
    pub area: Area,
    /// The number of the first transit point.
    pub first: u32,
    pub view: View<'a>,
}

impl Hierarchy {
    /// Prepares a landscape with clusters of 10 × 10 cells.
    pub fn new<'a>(on: impl Into<Landscape<'a>>) -> Self {
        Self::with_size(on, DEFAULT_SIZE)
    }

    /// Prepares a landscape with clusters of `size` × `size` cells; `size` is cut to 4..=32, over costs to 4..=14.
    pub fn with_size<'a>(on: impl Into<Landscape<'a>>, size: u32) -> Self {
        let on = on.into();
        let most = if on.costs.is_some() { MOST_WEIGHTED } else { *SIZES.end() };
        let clusters = Clusters::new(on.field, size.clamp(*SIZES.start(), most) as i32);
        let mut made = Self { level: Level::new(clusters), ..Self::default() };
        for cluster in 0..clusters.count() {
            clusters.transits(on, cluster, &mut made.found);
            made.rebuild(on, cluster);
        }
        made.level.shrink_to_fit();
        made.link_all(on);
        made
    }

    /// Brings up to date what depends on a cell that was just opened or closed, or costs something else: its cluster and, when
    /// it lies on a border, the neighbours whose transit points moved. Returns how many clusters were rebuilt, at most 3.
    pub fn repair<'a>(&mut self, on: impl Into<Landscape<'a>>, cell: Cell) -> u32 {
        self.repair_all(on, &[cell])
    }

    /// The same for cells that all changed just now.
    pub fn repair_all<'a>(&mut self, on: impl Into<Landscape<'a>>, cells: &[Cell]) -> u32 {
        let (on, clusters) = (on.into(), *self.clusters());
        self.changed.clear();
        self.changed.extend(cells.iter().filter(|cell| on.field.contains(**cell)).map(|cell| clusters.of(*cell)));
        self.changed.sort_unstable();
        self.changed.dedup();
        let own = self.changed.len();
        for i in 0..own {
            clusters.transits(on, self.changed[i], &mut self.found);
            self.rebuild(on, self.changed[i]);
        }
        for beside in cells.iter().flat_map(|cell| SIDES.map(|(dx, dy)| Cell::new(cell.x + dx, cell.y + dy))) {
            if !on.field.contains(beside) || self.changed.contains(&clusters.of(beside)) {
                continue;
            }
            let neighbour = clusters.of(beside);
            clusters.transits(on, neighbour, &mut self.found);
            if self.found != self.level.view(neighbour).points {
                self.rebuild(on, neighbour);
                self.changed.push(neighbour);
            }
        }
        for i in 0..self.changed.len() {
            self.link_around(on, self.changed[i]);
        }
        if self.level.tidy() || self.links.is_wasteful() {
            self.link_all(on);
        }
        self.changed.len() as u32
    }

    /// Notes where the exits of a cluster lead.
    fn link(&mut self, on: Landscape, cluster: usize) {
        let mut links = std::mem::take(&mut self.links);
        let around = self.clusters().neighbours(cluster).map(|n| n.map(|n| self.level.view(n)));
        links.link(on, &self.cluster(cluster), around);
        self.links = links;
    }

    /// Links a cluster that was rebuilt, and those that lead into it.
    fn link_around(&mut self, on: Landscape, cluster: usize) {
        self.link(on, cluster);
        self.clusters().neighbours(cluster).into_iter().flatten().for_each(|neighbour| self.link(on, neighbour));
    }

    fn link_all(&mut self, on: Landscape) {
        let clusters = self.clusters().count();
        self.links.clear(clusters);
        (0..clusters).for_each(|cluster| self.link(on, cluster));
        self.links.shrink_to_fit();
    }

    /// Notes the transit points that were found for a cluster and measures the paths between them.
    fn rebuild(&mut self, on: Landscape, cluster: usize) {
        let area = self.level.area(cluster);
        self.costs.clear();
        self.all_pairs.measure(on, area, &self.found, kept_cost, &mut self.costs);
        self.level.put(cluster, &self.found, &self.costs);
    }

    pub(super) fn clusters(&self) -> &Clusters {
        &self.level.clusters
    }

    /// What is known of a cluster; clusters are numbered row by row.
    #[inline(always)]
    pub fn cluster(&self, number: usize) -> Cluster<'_> {
        Cluster { number, area: self.level.area(number), first: self.first(number), view: self.level.view(number) }
    }

    /// The number of a cluster's first transit point.
    #[inline(always)]
    fn first(&self, cluster: usize) -> u32 {
        self.level.slots[cluster].points
    }

    /// The number of the transit point at a cell, if there is one.
    pub(super) fn transit_at(&self, cell: Cell) -> Option<u32> {
        let cluster = self.cluster(self.clusters().of(cell));
        cluster.view.find(cell).map(|i| cluster.first + i as u32)
    }

    /// The cell of a transit point.
    #[inline(always)]
    pub(super) fn place(&self, number: u32) -> Cell {
        self.links.place(number)
    }

    /// Calls `each` with the transit points of neighbours worth going to for a path that entered a cluster at transit point
    /// `from` on side `entered`: number, cluster, side, and what the path to the step costs. `goal` is the goal's cluster.
    #[inline(always)]
    pub(super) fn each_beyond(
        &self,
        (cluster, from, entered): (usize, u32, usize),
        goal: usize,
        mut each: impl FnMut(u32, usize, usize, u32),
    ) {
        let here = (from - self.first(cluster)) as usize;
        let slot = self.level.slots[cluster];
        let costs = &self.level.costs[slot.costs as usize..slot.costs as usize + pairs(usize::from(slot.len))];
        let leads_to_goal = |side: usize| self.clusters().beside(cluster, side) == goal;
        let mut exits_left = self.links.reachable(cluster, from, entered, leads_to_goal);
        let exits = self.links.exits(cluster);
        while exits_left != 0 {
            let exit = exits[exits_left.trailing_zeros() as usize];
            exits_left &= exits_left - 1;
            let (through, side) = (usize::from(exit.from), usize::from(exit.side));
            let (low, high) = (here.min(through), here.max(through));
            let cost = if low == high { 0 } else { costs[pairs(high) + low] };
            let beyond = self.clusters().beside(cluster, side);
            each(self.first(beyond) + u32::from(exit.to), beyond, side, cost);
        }
    }

    /// Numbers of transit points are below this.
    pub(super) fn numbers(&self) -> usize {
        self.level.points.len()
    }

    /// Bytes of the abstract graph.
    pub fn bytes(&self) -> usize {
        self.level.bytes() + self.links.bytes()
    }
}

impl PartialEq for Hierarchy {
    /// Whether they say the same of every cluster, wherever it lies in memory.
    fn eq(&self, other: &Self) -> bool {
        self.level == other.level && (0..self.clusters().count()).all(|i| self.links.same(&other.links, i))
    }
}
