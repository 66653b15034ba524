//! Searches over the abstract graph; their paths are refined cell by cell and smoothed.

use super::layout::{Endpoint, Leg};
use super::queue::Queue;
use super::{Cluster, FAR, Flood, Hierarchy, SIDES, Towards};
use crate::geom::Cell;
use crate::grid::Field;
use crate::search::{
    Cost, Counts, Engine, Estimate, NO_NODE, Records, STRAIGHT, Smoother, Usage, cost_of, octile, turns,
};

/// Searches over a [`Hierarchy`]; memory is kept from search to search.
///
/// What waits are transit points at which a cluster is entered. Distances inside a cluster are all known, so that each
/// expansion goes straight on to the clusters beyond: two edges of the abstract graph at a time.
#[derive(Clone, Debug, Default)]
pub struct HierarchySearch {
    open: Queue,
    pub(super) records: Records,
    pub(super) flood: Flood,
    /// The paths from the start, and those to the goal.
    pub(super) endpoints: [Endpoint; 2],
    pub(super) smoother: Smoother,
    pub(super) legs: Vec<Leg>,
    pub(super) points: Vec<Cell>,
    pub(super) path: Vec<Cell>,
    counts: Counts,
}

/// One query.
pub(super) struct Query<'a> {
    pub field: &'a Field,
    pub graph: &'a Hierarchy,
    pub start: Cell,
    pub goal: Cell,
    estimate: Estimate,
}

impl Query<'_> {
    /// The goal's number; transit points come below.
    pub(super) fn goal_number(&self) -> u32 {
        self.graph.numbers() as u32
    }

    /// The cluster of a cell.
    pub(super) fn cluster(&self, cell: Cell) -> Cluster<'_> {
        self.graph.cluster(self.graph.clusters().of(cell))
    }
}

impl HierarchySearch {
    /// How much estimates are weighted besides what was asked for. Measured on game, room and maze maps: expansions
    /// fall to a half or a quarter where there is room, paths get longer by at most half a percent on average.
    pub const HEURISTIC_WEIGHT: f32 = 1.25;

    /// Searches for a path; returns its cost and writes the cells where it turns, or empties `waypoints` when there is none.
    /// A path is found whenever there is one; it need not be a shortest one.
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
            let found = self.search(&query);
            if found {
                self.refine(&query);
            }
            if graph.clusters().are_near(start, goal) {
                self.shorten_nearby(&query, found);
            } else if !found {
                self.path.clear();
            }
        }
        if self.path.is_empty() {
            return None;
        }
        turns(&self.path, waypoints);
        Some(cost_of(&self.path))
    }

    /// A* over the abstract graph; whether the goal was reached.
    fn search(&mut self, query: &Query) -> bool {
        self.open.clear();
        self.records.begin(query.graph.numbers() + 1);
        self.leave_start(query);
        let Query { field, graph, goal, .. } = *query;
        let goal_cluster = graph.clusters().of(goal);
        let last = graph.cluster(goal_cluster);
        self.endpoints[1].measure(field, &last, goal, (&self.smoother, &mut self.flood));
        while let Some((number, at)) = self.open.pop() {
            let at = at as usize;
            let Some(record) = self.records.met_mut(number).filter(|r| !r.is_closed()) else { continue };
            if number == query.goal_number() {
                return true;
            }
            record.close();
            let (cost, entered) = (record.cost, usize::from(record.arrival() ^ 1));
            self.counts.expanded += 1;
            if at == goal_cluster {
                let more = self.endpoints[1].cost((number - last.first) as usize);
                self.note(query, (query.goal_number(), at), goal, cost, more, number, 0);
            }
            graph.each_beyond((at, number, entered), goal_cluster, |to, beyond, side, inside| {
                let cell = graph.place(to);
                self.note(query, (to, beyond), cell, cost + STRAIGHT, inside, number, side as u8);
            });
            self.counts.max_open = self.counts.max_open.max(self.open.len());
        }
        false
    }

    /// Between clusters that touch, looks whether a path inside their area is shorter than the one found, if there is one.
    fn shorten_nearby(&mut self, query: &Query, found: bool) {
        let Query { field, start, goal, .. } = *query;
        let least = octile(start.x.abs_diff(goal.x), start.y.abs_diff(goal.y));
        let cost = if found { cost_of(&self.path) } else { FAR.into() };
        if cost <= least {
            return;
        }
        let area = query.cluster(start).area.union(&query.cluster(goal).area);
        let at_most = u32::try_from(cost - 1).unwrap_or(FAR);
        self.flood.run(field, area, start, Some(Towards { goal, at_most }));
        if !found || self.flood.cost(goal) != FAR {
            self.path.clear();
        }
        if self.flood.cost(goal) != FAR {
            self.path.push(start);
            self.flood.follow(goal, &mut self.path);
        }
    }

    /// Notes the first clusters entered from the start, through each transit point of its own.
    fn leave_start(&mut self, query: &Query) {
        let Query { field, graph, start, .. } = *query;
        let here = query.cluster(start);
        self.endpoints[0].measure(field, &here, start, (&self.smoother, &mut self.flood));
        for (i, through) in here.view.points.iter().enumerate() {
            let (inside, cell) = (self.endpoints[0].cost(i), through.cell());
            for (side, (dx, dy)) in SIDES.into_iter().enumerate().filter(|(side, _)| through.sides >> side & 1 == 1) {
                let to = Cell::new(cell.x + dx, cell.y + dy);
                let Some(number) = graph.transit_at(to) else { continue };
                let beyond = graph.clusters().beside(here.number, side);
                self.note(query, (number, beyond), to, STRAIGHT, inside, NO_NODE, side as u8);
            }
        }
    }

    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn note(
        &mut self,
        query: &Query,
        (number, cluster): (u32, usize),
        cell: Cell,
        cost: Cost,
        more: u32,
        parent: u32,
        side: u8,
    ) {
        if more == FAR {
            return;
        }
        let reached = cost + Cost::from(more);
        if self.records.improve(number, reached, parent, side) {
            self.open.push(reached + query.estimate.of(cell, query.goal), number, cluster as u32);
            self.counts.generated += 1;
        }
    }
}

impl Engine for (&Field, Hierarchy, HierarchySearch) {
    fn solve(&mut self, endpoints: (Cell, Cell), estimate: Estimate, waypoints: &mut Vec<Cell>) -> Option<Cost> {
        let (field, graph, search) = self;
        search.solve(field, graph, endpoints, estimate, waypoints)
    }

    /// Counts transit points at which clusters were entered.
    fn usage(&self) -> Usage {
        let (_, graph, search) = self;
        Usage { counts: search.counts, prepared_bytes: graph.bytes(), search_bytes: search.records.bytes() }
    }
}
