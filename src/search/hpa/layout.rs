//! Paths over the abstract graph, refined cell by cell and smoothed; and how their ends are connected with the transit points of
//! their clusters.

use super::query::{HierarchySearch, Query};
use super::{Area, Cluster, FAR, Flood, SIDES, Towards, kept_cost};
use crate::geom::Cell;
use crate::search::{Cost, Landscape, NO_NODE, Smoother, add_turns, cost_of, octile};

/// A piece of the path that stays inside one cluster.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leg {
    area: Area,
    from: Cell,
    to: Cell,
    /// What the path between them costs.
    cost: Cost,
}

impl HierarchySearch {
    /// Refines the path that was found cell by cell and smooths it.
    pub(super) fn refine(&mut self, query: &Query) {
        self.collect_legs(query);
        self.points.clear();
        self.points.push(query.start);
        while let Some(leg) = self.legs.pop() {
            self.walk(query, &leg);
        }
        let Self { smoother, points, path, records, .. } = self;
        if query.on.costs.is_some() {
            std::mem::swap(path, points);
            return self.windows.improve(query.on, &mut self.flood, path);
        }
        smoother.pull(query.on.field, points, path);
        // Where pulling gained nothing, as in narrow corridors, it will not from the other side.
        if records.met(query.goal_number()).is_some_and(|r| r.cost == cost_of(path)) {
            return;
        }
        // Once more from the goal, now from cell to cell.
        std::mem::swap(path, points);
        points.reverse();
        smoother.pull(query.on.field, points, path);
        path.reverse();
    }

    /// Notes the legs of the path, the last one first.
    fn collect_legs(&mut self, query: &Query) {
        self.legs.clear();
        let (mut number, mut end) = (query.goal_number(), query.goal);
        let mut is_last = true;
        while let Some(record) = self.records.met(number).copied().filter(|r| r.parent != NO_NODE) {
            // The parent is the transit point at which the cluster of `end` was entered.
            let cluster = query.cluster(end);
            let entered = (record.parent - cluster.first) as usize;
            if is_last {
                self.collect_end(1, &cluster, entered, query.goal);
            } else {
                self.collect(&cluster, entered, cluster.view.find(end).unwrap_or(0));
            }
            is_last = false;
            number = record.parent;
            let from = query.graph.place(number);
            let (dx, dy) = self.records.met(number).map_or((0, 0), |r| SIDES[usize::from(r.arrival())]);
            end = Cell::new(from.x - dx, from.y - dy);
        }
        let cluster = query.cluster(query.start);
        self.collect_end(0, &cluster, cluster.view.find(end).unwrap_or(0), query.start);
    }

    /// Notes the leg between two transit points of a cluster.
    fn collect(&mut self, cluster: &Cluster, from: usize, to: usize) {
        let cell = |i: usize| cluster.view.points[i].cell();
        let cost = Cost::from(cluster.view.cost(from, to));
        self.legs.push(Leg { area: cluster.area, from: cell(from), to: cell(to), cost });
    }

    /// Notes the legs between one end of the query (0: the start, 1: the goal) and a transit point of its cluster.
    fn collect_end(&mut self, end: usize, cluster: &Cluster, transit: usize, cell: Cell) {
        let via = self.endpoints[end].via(transit);
        let near = via.unwrap_or(transit);
        let at = cluster.view.points[near].cell();
        let cost = Cost::from(self.endpoints[end].cost(near));
        let (from, to) = if end == 0 { (cell, at) } else { (at, cell) };
        let leg = Leg { area: cluster.area, from, to, cost };
        match via {
            None => self.legs.push(leg),
            Some(via) if end == 0 => {
                self.collect(cluster, via, transit);
                self.legs.push(leg);
            }
            Some(via) => {
                self.legs.push(leg);
                self.collect(cluster, transit, via);
            }
        }
    }

    /// Adds points of a leg, each open to the one before: its ends, and in between where it turns; over costs all its cells.
    fn walk(&mut self, query: &Query, leg: &Leg) {
        let Leg { area, from, to, cost } = *leg;
        let Self { points, path, flood, .. } = self;
        if points.last() != Some(&from) {
            points.push(from);
        }
        if query.on.costs.is_some() {
            flood.run(query.on, area, from, Towards::anyhow(to));
            return flood.follow(to, points);
        }
        if cost == octile(from.x.abs_diff(to.x), from.y.abs_diff(to.y)) {
            if from != to {
                points.push(to);
            }
            return;
        }
        flood.run(query.on, area, from, Towards { goal: to, at_most: cost });
        path.clear();
        path.push(from);
        flood.follow(to, path);
        add_turns(path, points);
    }
}

/// What the paths between a cell and the transit points of its cluster cost.
///
/// Most cells lie open to a transit point, and from there the paths to the others are known: only where none is open to the
/// cell, and over costs, the cluster is flooded. A path through an open one need not be a shortest one; smoothing shortens it.
#[derive(Clone, Debug, Default)]
pub(super) struct Endpoint {
    costs: Vec<u32>,
    /// Through which transit point; its own where the path leads there directly.
    via: Vec<u8>,
}

impl Endpoint {
    pub(super) fn measure(&mut self, on: Landscape, cluster: &Cluster, cell: Cell, tools: (&Smoother, &mut Flood)) {
        let (smoother, flood) = tools;
        self.costs.clear();
        self.via.clear();
        self.via.extend(0..cluster.view.points.len() as u8);
        for to in cluster.view.points.iter().map(|p| p.cell()).take_while(|_| on.costs.is_none()) {
            let open_ground = octile(cell.x.abs_diff(to.x), cell.y.abs_diff(to.y)) as u32;
            self.costs.push(if smoother.sees(on.field, cell, to) { open_ground } else { FAR });
        }
        if self.costs.iter().all(|cost| *cost == FAR) {
            flood.run(on, cluster.area, cell, None);
            self.costs.clear();
            self.costs.extend(cluster.view.points.iter().map(|p| kept_cost(flood.cost(p.cell()))));
        } else {
            self.complete(cluster);
        }
    }

    /// Finds the paths to the transit points that are not open to the cell.
    fn complete(&mut self, cluster: &Cluster) {
        for to in 0..self.costs.len() {
            let is_open = |i: usize| self.costs[i] != FAR && usize::from(self.via[i]) == i;
            if is_open(to) {
                continue;
            }
            let via = (0..self.costs.len()).filter(|i| is_open(*i) && cluster.view.cost(*i, to) != FAR);
            let best = via.map(|i| (self.costs[i] + cluster.view.cost(i, to), i)).min();
            if let Some((cost, via)) = best {
                (self.costs[to], self.via[to]) = (cost, via as u8);
            }
        }
    }

    /// What the path to a transit point of the cluster costs; [`FAR`] when there is none.
    #[inline(always)]
    pub(super) fn cost(&self, transit: usize) -> u32 {
        self.costs[transit]
    }

    /// Through which other transit point, if any.
    pub(super) fn via(&self, transit: usize) -> Option<usize> {
        Some(usize::from(self.via[transit])).filter(|via| *via != transit)
    }
}
