//! Ways over the abstract graph, laid out cell by cell and pulled taut.

use super::clusters::{Area, SIDES};
use super::flood::{FAR, Flood};
use super::hierarchy::{Cluster, Hierarchy};
use crate::geom::Cell;
use crate::grid::Field;
use crate::search::records::Records;
use crate::search::smooth::{cost_of, turns};
use crate::search::{Cost, Counts, Estimate, NO_NODE, OpenList, QuadHeap, STRAIGHT, Smoother, Waiting};

/// Searches over a [`Hierarchy`]; memory is kept from search to search.
///
/// What waits are transit points at which a cluster is entered. Distances inside a cluster are all known, so that each
/// expansion goes straight on to the clusters beyond: two edges of the abstract graph at a time.
#[derive(Clone, Debug, Default)]
pub struct HierarchySearch {
    open: QuadHeap<Waiting>,
    records: Records,
    flood: Flood,
    /// For each transit point of the goal's cluster, what the way on to the goal costs.
    to_goal: Vec<u32>,
    smoother: Smoother,
    legs: Vec<(Cell, Cell)>,
    path: Vec<Cell>,
    counts: Counts,
}

/// One query.
struct Query<'a> {
    field: &'a Field,
    graph: &'a Hierarchy,
    start: Cell,
    goal: Cell,
    estimate: Estimate,
}

impl Query<'_> {
    /// The goal's number; transit points come below.
    fn goal_number(&self) -> u32 {
        self.graph.numbers() as u32
    }

    fn area(&self, cell: Cell) -> Area {
        self.graph.cluster(self.graph.clusters().of(cell)).area
    }

    /// The area in which a way straight from the start to the goal is sought.
    fn both(&self) -> Area {
        self.area(self.start).union(&self.area(self.goal))
    }
}

impl HierarchySearch {
    /// How much estimates are weighted besides what was asked for. Measured on game, room and maze maps: expansions
    /// fall to a half or a quarter where there is room, ways get longer by at most half a percent on average.
    pub const LEAN: f32 = 1.25;

    /// Searches a way; answers its cost and writes the cells where it turns, or empties `waypoints` when there is none.
    /// A way is found whenever there is one; it need not be a shortest one.
    pub fn solve(
        &mut self,
        field: &Field,
        graph: &Hierarchy,
        (start, goal): (Cell, Cell),
        estimate: Estimate,
        waypoints: &mut Vec<Cell>,
    ) -> Option<Cost> {
        waypoints.clear();
        self.counts = Counts::default();
        self.path.clear();
        if !field.may_join(start, goal) {
            return None;
        }
        self.path.push(start);
        let query = Query { field, graph, start, goal, estimate };
        if !self.smoother.go(field, start, goal, &mut self.path) {
            if !self.search(&query) {
                return None;
            }
            self.lay_out(&query);
            self.smoother.pull(field, &mut self.path);
        }
        turns(&self.path, waypoints);
        Some(cost_of(&self.path))
    }

    /// A* over the abstract graph; whether the goal was reached.
    fn search(&mut self, query: &Query) -> bool {
        self.open.clear();
        self.records.begin(query.graph.numbers() + 1);
        self.leave_start(query);
        self.measure_goal(query);
        let goal_cluster = query.graph.clusters().of(query.goal);
        while let Some(entry) = self.open.pop() {
            let number = entry.arrival;
            let Some(record) = self.records.met_mut(number).filter(|r| !r.is_closed()) else { continue };
            if number == query.goal_number() {
                return true;
            }
            record.close();
            let cost = record.cost;
            self.counts.expanded += 1;
            let at = query.graph.clusters().of(entry.cell());
            let cluster = query.graph.cluster(at);
            let here = (number - cluster.first) as usize;
            if at == goal_cluster {
                self.note(query, query.goal_number(), query.goal, cost, self.to_goal[here], number, 0);
            }
            for i in 0..cluster.transits.len() {
                self.cross(query, &cluster, i, cost, cluster.cost(here, i), number);
            }
            self.counts.max_open = self.counts.max_open.max(self.open.len() as u32);
        }
        false
    }

    /// Notes the first clusters entered from the start, and the way to a goal nearby.
    fn leave_start(&mut self, query: &Query) {
        let Query { field, graph, start, goal, .. } = *query;
        if graph.clusters().are_near(start, goal) {
            self.flood.run(field, query.both(), start, Some(goal));
            let direct = self.flood.cost(goal);
            self.note(query, query.goal_number(), goal, 0, direct, NO_NODE, 0);
        }
        let cluster = graph.cluster(graph.clusters().of(start));
        self.flood.run(field, cluster.area, start, None);
        for (i, transit) in cluster.transits.iter().enumerate() {
            let inside = self.flood.cost(cluster.area.cell(transit.local()));
            self.cross(query, &cluster, i, 0, inside, NO_NODE);
        }
    }

    fn measure_goal(&mut self, query: &Query) {
        let cluster = query.graph.cluster(query.graph.clusters().of(query.goal));
        self.flood.run(query.field, cluster.area, query.goal, None);
        self.to_goal.clear();
        let costs = cluster.transits.iter().map(|t| self.flood.cost(cluster.area.cell(t.local())));
        self.to_goal.extend(costs);
    }

    /// Goes through a transit point into the clusters beyond. `inside` is what the way to it costs in this cluster.
    #[inline(always)]
    fn cross(&mut self, query: &Query, here: &Cluster, transit: usize, cost: Cost, inside: u32, parent: u32) {
        if inside == FAR {
            return;
        }
        let Some(through) = here.transits.get(transit) else { return };
        let cell = here.area.cell(through.local());
        let mut sides = through.sides();
        while sides != 0 {
            let side = sides.trailing_zeros() as usize;
            sides &= sides - 1;
            let (dx, dy) = SIDES[side];
            let to = Cell::new(cell.x + dx, cell.y + dy);
            let Some(beyond) = query.graph.transit_beyond(here.number, side, to) else { continue };
            self.note(query, beyond, to, cost + STRAIGHT, inside, parent, side as u8);
        }
    }

    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn note(&mut self, query: &Query, number: u32, cell: Cell, cost: Cost, more: u32, parent: u32, side: u8) {
        if more == FAR {
            return;
        }
        let reached = cost + Cost::from(more);
        if self.records.improve(number, reached, parent, side) {
            let mut entry = Waiting::new(reached + query.estimate.of(cell, query.goal), reached, cell);
            entry.arrival = number;
            self.open.push(entry);
            self.counts.generated += 1;
        }
    }

    /// Lays the way that was found out cell by cell.
    fn lay_out(&mut self, query: &Query) {
        self.legs.clear();
        let (mut number, mut end) = (query.goal_number(), query.goal);
        while let Some(parent) = self.records.met(number).map(|r| r.parent).filter(|p| *p != NO_NODE) {
            // The parent is the transit point at which the cluster of `end` was entered.
            let cluster = query.graph.cluster(query.graph.clusters().of(end));
            let entered = cluster.area.cell(cluster.transits[(parent - cluster.first) as usize].local());
            self.legs.push((entered, end));
            let (dx, dy) = self.records.met(parent).map_or((0, 0), |r| SIDES[usize::from(r.arrival())]);
            (number, end) = (parent, Cell::new(entered.x - dx, entered.y - dy));
        }
        let first_area = if number == query.goal_number() { query.both() } else { query.area(query.start) };
        self.walk_leg(query.field, first_area, query.start, end);
        while let Some((entered, end)) = self.legs.pop() {
            self.path.push(entered);
            self.walk_leg(query.field, query.area(entered), entered, end);
        }
    }

    /// Appends the cells after `from` up to `to` by a shortest way inside the area.
    fn walk_leg(&mut self, field: &Field, area: Area, from: Cell, to: Cell) {
        if !self.smoother.go(field, from, to, &mut self.path) {
            self.flood.run(field, area, from, Some(to));
            self.flood.follow(to, &mut self.path);
        }
    }

    /// What the last search counted: transit points at which clusters were entered.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Bytes of the memory it keeps for transit points.
    pub fn bytes(&self) -> usize {
        self.records.bytes()
    }
}
