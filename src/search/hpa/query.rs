//! Searches over the abstract graph; their paths are refined cell by cell and smoothed.

use super::layout::{Endpoint, Leg};
use super::queue::Queue;
use super::windows::Windows;
use super::{Cluster, FAR, Flood, Hierarchy, SIDES, Towards};
use crate::geom::Cell;
use crate::search::{Cost, Counts, Engine, Estimate, Landscape, NO_NODE, Records, Smoother, Usage, turns};

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
    pub(super) windows: Windows,
    pub(super) legs: Vec<Leg>,
    pub(super) points: Vec<Cell>,
    pub(super) path: Vec<Cell>,
    counts: Counts,
}

/// One query.
pub(super) struct Query<'a> {
    pub on: Landscape<'a>,
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
    ///
    /// Over costs `estimate` counts with the cheapest ground of the map.
    pub fn solve<'a>(
        &mut self,
        on: impl Into<Landscape<'a>>,
        graph: &Hierarchy,
        (start, goal): (Cell, Cell),
        estimate: Estimate,
        waypoints: &mut Vec<Cell>,
    ) -> Option<Cost> {
        let on = on.into();
        waypoints.clear();
        self.counts = Counts::default();
        self.path.clear();
        if !on.field.may_join(start, goal) {
            return None;
        }
        self.path.push(start);
        let query = Query { on, graph, start, goal, estimate };
        if !self.smoother.go_cheapest(on, start, goal, &mut self.path) {
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
        Some(on.cost_of(&self.path))
    }

    /// A* over the abstract graph; whether the goal was reached.
    fn search(&mut self, query: &Query) -> bool {
        self.open.clear();
        self.records.begin(query.graph.numbers() + 1);
        self.leave_start(query);
        let Query { on, graph, goal, .. } = *query;
        let goal_cluster = graph.clusters().of(goal);
        let last = graph.cluster(goal_cluster);
        self.endpoints[1].measure(on, &last, goal, (&self.smoother, &mut self.flood));
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
                let left = Cell::new(cell.x - SIDES[side].0, cell.y - SIDES[side].1);
                self.note(query, (to, beyond), cell, cost + on.straight(left, cell), inside, number, side as u8);
            });
            self.counts.max_open = self.counts.max_open.max(self.open.len());
        }
        false
    }

    /// Between clusters that touch, looks whether a path inside their area is shorter than the one found, if there is one.
    fn shorten_nearby(&mut self, query: &Query, found: bool) {
        let Query { on, start, goal, .. } = *query;
        let cost = if found { on.cost_of(&self.path) } else { Cost::MAX };
        if cost <= on.at_least(start, goal) {
            return;
        }
        let area = query.cluster(start).area.union(&query.cluster(goal).area);
        self.flood.run(on, area, start, Towards { goal, at_most: cost - 1 });
        let is_better = self.flood.cost(goal).is_some();
        if !found || is_better {
            self.path.clear();
        }
        if is_better {
            self.path.push(start);
            self.flood.follow(goal, &mut self.path);
        }
    }

    /// Notes the first clusters entered from the start, through each transit point of its own.
    fn leave_start(&mut self, query: &Query) {
        let Query { on, graph, start, .. } = *query;
        let here = query.cluster(start);
        self.endpoints[0].measure(on, &here, start, (&self.smoother, &mut self.flood));
        for (i, through) in here.view.points.iter().enumerate() {
            let (inside, cell) = (self.endpoints[0].cost(i), through.cell());
            for (side, (dx, dy)) in SIDES.into_iter().enumerate().filter(|(side, _)| through.sides >> side & 1 == 1) {
                let to = Cell::new(cell.x + dx, cell.y + dy);
                let Some(number) = graph.transit_at(to) else { continue };
                let beyond = graph.clusters().beside(here.number, side);
                self.note(query, (number, beyond), to, on.straight(cell, to), inside, NO_NODE, side as u8);
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

impl Engine for (Landscape<'_>, Hierarchy, HierarchySearch) {
    fn solve(&mut self, endpoints: (Cell, Cell), estimate: Estimate, waypoints: &mut Vec<Cell>) -> Option<Cost> {
        let (on, graph, search) = self;
        search.solve(*on, graph, endpoints, estimate, waypoints)
    }

    /// Counts transit points at which clusters were entered.
    fn usage(&self) -> Usage {
        let (_, graph, search) = self;
        Usage { counts: search.counts, prepared_bytes: graph.bytes(), search_bytes: search.records.bytes() }
    }
}
