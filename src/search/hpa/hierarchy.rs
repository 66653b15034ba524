//! The abstract graph: transit points between clusters, and how far they lie from each other inside.

use super::clusters::{Area, Clusters, SIDES, Transit, pairs};
use super::flood::{FAR, Flood};
use super::links::Links;
use crate::geom::Cell;
use crate::grid::Field;

/// Cells a side of a cluster by default.
const DEFAULT_SIZE: u32 = 10;
/// Sides of clusters: below, nearly every cell would be a transit point; above, distances would not fit 32 bits.
const SIZES: std::ops::RangeInclusive<u32> = 4..=32;
/// Room for transit points that no cluster uses any more, before all are moved together.
const MOST_WASTE: usize = 4096;

/// The abstract graph of HPA* (Botea, Müller & Schaeffer 2004) with one level. Transit points of neighbouring clusters
/// are one step apart; inside a cluster, the shortest paths that do not leave it are measured beforehand.
///
/// It does not hold the field: after each [`Field::set`] call [`Hierarchy::repair`].
#[derive(Clone, Debug, Default)]
pub struct Hierarchy {
    clusters: Clusters,
    slots: Vec<Slot>,
    /// Transit points, cluster by cluster; a transit point's number is its place here.
    transits: Vec<Transit>,
    /// For each cluster and each pair of its transit points, what the path costs: (1,0), (2,0), (2,1), (3,0) …
    costs: Vec<u32>,
    /// Places in `transits` that no cluster uses.
    waste: usize,
    links: Links,
    flood: Flood,
    found: Vec<Transit>,
    changed: Vec<usize>,
}

/// Where a cluster's share of the arrays lies.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    transits: u32,
    costs: u32,
    len: u8,
    /// Transit points for which there is room.
    room: u8,
}

/// What is known of one cluster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cluster<'a> {
    pub number: usize,
    pub area: Area,
    /// The number of the first transit point.
    pub first: u32,
    pub transits: &'a [Transit],
    costs: &'a [u32],
}

impl Cluster<'_> {
    /// What the path between two of the cluster's transit points costs; [`FAR`] when there is none.
    #[inline(always)]
    pub fn cost(&self, a: usize, b: usize) -> u32 {
        if a == b {
            return 0;
        }
        let (low, high) = (a.min(b), a.max(b));
        self.costs.get(pairs(high) + low).copied().unwrap_or(FAR)
    }

    /// Whether a path that enters at a transit point can only leave there again.
    pub fn is_blind(&self, transit: usize) -> bool {
        let leads_aside = self.transits.get(transit).is_some_and(|t| t.sides().count_ones() > 1);
        !leads_aside && (0..self.transits.len()).all(|other| other == transit || self.cost(transit, other) == FAR)
    }
}

impl Hierarchy {
    /// Prepares a field with clusters of 10 × 10 cells.
    pub fn new(field: &Field) -> Self {
        Self::with_size(field, DEFAULT_SIZE)
    }

    /// Prepares a field with clusters of `size` × `size` cells; `size` is cut to 4..=32.
    pub fn with_size(field: &Field, size: u32) -> Self {
        let clusters = Clusters::new(field, size.clamp(*SIZES.start(), *SIZES.end()) as i32);
        let mut made = Self { clusters, slots: vec![Slot::default(); clusters.count()], ..Self::default() };
        for cluster in 0..clusters.count() {
            made.clusters.transits(field, cluster, &mut made.found);
            made.rebuild(field, cluster);
        }
        made.transits.shrink_to_fit();
        made.costs.shrink_to_fit();
        made.link_all();
        made
    }

    /// Brings up to date what depends on a cell that was just opened or closed: its cluster and, when it lies on a
    /// border, the neighbours whose transit points moved. Returns how many clusters were rebuilt, at most 3.
    pub fn repair(&mut self, field: &Field, cell: Cell) -> u32 {
        if !field.contains(cell) {
            return 0;
        }
        let own = self.clusters.of(cell);
        self.clusters.transits(field, own, &mut self.found);
        self.rebuild(field, own);
        let mut rebuilt = 1;
        self.changed.clear();
        self.changed.push(own);
        for (dx, dy) in SIDES {
            let beside = Cell::new(cell.x + dx, cell.y + dy);
            if !field.contains(beside) || self.clusters.of(beside) == own {
                continue;
            }
            let neighbour = self.clusters.of(beside);
            self.clusters.transits(field, neighbour, &mut self.found);
            if self.found != self.cluster(neighbour).transits {
                self.rebuild(field, neighbour);
                rebuilt += 1;
                self.changed.push(neighbour);
            }
        }
        for i in 0..self.changed.len() {
            self.link_around(self.changed[i]);
        }
        if self.waste > MOST_WASTE + self.transits.len() / 2 || self.links.is_wasteful() {
            self.move_together();
            self.link_all();
        }
        rebuilt
    }

    /// Notes where the exits of a cluster lead.
    fn link(&mut self, cluster: usize) {
        let mut links = std::mem::take(&mut self.links);
        let around = [0, 1, 2, 3].map(|side| self.clusters.neighbour(cluster, side).map(|n| self.cluster(n)));
        links.link(&self.clusters, &self.cluster(cluster), around);
        self.links = links;
    }

    /// Links a cluster that was rebuilt, and those that lead into it.
    fn link_around(&mut self, cluster: usize) {
        self.link(cluster);
        for side in 0..SIDES.len() {
            if let Some(neighbour) = self.clusters.neighbour(cluster, side) {
                self.link(neighbour);
            }
        }
    }

    fn link_all(&mut self) {
        self.links.clear(self.slots.len());
        (0..self.slots.len()).for_each(|cluster| self.link(cluster));
        self.links.shrink_to_fit();
    }

    /// Notes the transit points that were found for a cluster and measures the paths between them.
    fn rebuild(&mut self, field: &Field, cluster: usize) {
        let len = self.found.len();
        let mut slot = self.slots[cluster];
        if len > usize::from(slot.room) {
            self.waste += usize::from(slot.room);
            (slot.transits, slot.costs) = (self.transits.len() as u32, self.costs.len() as u32);
            self.transits.resize(self.transits.len() + len, Transit::default());
            self.costs.resize(self.costs.len() + pairs(len), FAR);
            slot.room = len as u8;
        }
        slot.len = len as u8;
        self.slots[cluster] = slot;
        let (transits, costs) = (slot.transits as usize, slot.costs as usize);
        self.transits[transits..transits + len].copy_from_slice(&self.found);
        let area = self.clusters.area(cluster);
        for (i, from) in self.found.iter().enumerate().skip(1) {
            self.flood.run(field, area, area.cell(from.local()), None);
            for (j, to) in self.found.iter().enumerate().take(i) {
                self.costs[costs + pairs(i) + j] = self.flood.cost(area.cell(to.local()));
            }
        }
    }

    /// Closes the gaps that moved clusters left.
    fn move_together(&mut self) {
        let (mut transits, mut costs) = (Vec::new(), Vec::new());
        for slot in &mut self.slots {
            let (t, c, len) = (slot.transits as usize, slot.costs as usize, usize::from(slot.len));
            (slot.transits, slot.costs, slot.room) = (transits.len() as u32, costs.len() as u32, slot.len);
            transits.extend_from_slice(&self.transits[t..t + len]);
            costs.extend_from_slice(&self.costs[c..c + pairs(len)]);
        }
        (self.transits, self.costs, self.waste) = (transits, costs, 0);
    }

    pub(super) fn clusters(&self) -> &Clusters {
        &self.clusters
    }

    #[inline(always)]
    pub fn cluster(&self, number: usize) -> Cluster<'_> {
        let slot = self.slots[number];
        let (t, c, len) = (slot.transits as usize, slot.costs as usize, usize::from(slot.len));
        Cluster {
            number,
            area: self.clusters.area(number),
            first: slot.transits,
            transits: &self.transits[t..t + len],
            costs: &self.costs[c..c + pairs(len)],
        }
    }

    /// The number of the transit point at `cell`, which lies in the cluster next to `number` on a side (see [`SIDES`]).
    #[inline(always)]
    pub(super) fn transit_beyond(&self, number: usize, side: usize, cell: Cell) -> Option<u32> {
        let (beyond, local) = self.clusters.beyond(number, side, cell);
        let slot = self.slots.get(beyond)?;
        let begin = slot.transits as usize;
        let transits = self.transits.get(begin..begin + usize::from(slot.len))?;
        transits.iter().position(|t| t.local() == local).map(|i| slot.transits + i as u32)
    }

    /// Where the exits of the clusters lead.
    #[inline(always)]
    pub(super) fn links(&self) -> &Links {
        &self.links
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
        let slot = self.slots[cluster];
        let here = (from - slot.transits) as usize;
        let costs = &self.costs[slot.costs as usize..slot.costs as usize + pairs(usize::from(slot.len))];
        let leads_to_goal = |side: usize| self.clusters.beside(cluster, side) == goal;
        let mut exits_left = self.links.reachable(cluster, from, entered, leads_to_goal);
        let exits = self.links.exits(cluster);
        while exits_left != 0 {
            let exit = exits[exits_left.trailing_zeros() as usize];
            exits_left &= exits_left - 1;
            let (through, side) = (usize::from(exit.from), usize::from(exit.side));
            let (low, high) = (here.min(through), here.max(through));
            let cost = if low == high { 0 } else { costs[pairs(high) + low] };
            let beyond = self.clusters.beside(cluster, side);
            each(self.slots[beyond].transits + u32::from(exit.to), beyond, side, cost);
        }
    }

    /// Numbers of transit points are below this.
    pub(super) fn numbers(&self) -> usize {
        self.transits.len()
    }

    /// Transit points in all.
    pub fn transit_points(&self) -> usize {
        self.slots.iter().map(|s| usize::from(s.len)).sum()
    }

    /// Bytes of the abstract graph.
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Slot>()
            + self.transits.len() * size_of::<Transit>()
            + self.costs.len() * size_of::<u32>()
            + self.links.bytes()
    }
}

impl PartialEq for Hierarchy {
    /// Whether they say the same of every cluster, wherever it lies in memory.
    fn eq(&self, other: &Self) -> bool {
        self.clusters == other.clusters
            && (0..self.slots.len()).all(|i| {
                let (a, b) = (self.cluster(i), other.cluster(i));
                let same_exits = self.links.same(&other.links, i);
                a.transits == b.transits && a.costs == b.costs && same_exits
            })
    }
}
