//! A variant ready to search one map.

use super::{Cell, Effort, Field, Method, Variant};
use crate::search::{
    Algorithm, Arrival, Connect, Cost, Counts, DIAGONAL, DaryHeap, Engine, Estimate, FieldSearch, Fringe, FringeKind,
    HierarchySearch, Moves, OpenEntry, OpenKind, OptionsError, STRAIGHT, SearchOptions, Steps, Usage, directions,
};

/// The search of one variant on one map.
pub struct Runner<'a> {
    /// Algorithm, heuristic and factor.
    pub variant: Variant,
    /// The algorithm, prepared for the map.
    pub engine: Box<dyn Engine + 'a>,
    estimate: Estimate,
    /// Of the last path found.
    pub waypoints: Vec<Cell>,
}

impl<'a> Runner<'a> {
    /// # Errors
    /// [`OptionsError`] when the field is too large for the method.
    pub fn new(field: &'a Field, variant: Variant) -> Result<Self, OptionsError> {
        let Variant { method, heuristic, factor } = variant;
        let plain = Steps { field, connect: Connect::Eight, ordered: false };
        let made = |algorithm, open| SearchOptions { algorithm, open, ..SearchOptions::default() }.engine(field);
        let engine: Box<dyn Engine> = match method {
            Method::AStar | Method::Dijkstra => Box::new((plain, FieldSearch::new(DaryHeap::default()))),
            Method::JpsCellwise => Box::new(CellwiseSearch::new(field)),
            Method::Fringe => Box::new((plain, Fringe::new(FringeKind::List))),
            Method::FringeBuckets => Box::new((plain, Fringe::new(FringeKind::Buckets))),
            Method::Jps => made(Algorithm::Jps, Some(OpenKind::Heap))?,
            Method::JpsBuckets => made(Algorithm::Jps, Some(OpenKind::Buckets))?,
            Method::JpsPlus => made(Algorithm::JpsPlus, None)?,
            Method::AStarBuckets => made(Algorithm::AStar, Some(OpenKind::Buckets))?,
            Method::Bidirectional => made(Algorithm::Bidirectional, None)?,
            Method::Hpa | Method::HpaWeighted => made(Algorithm::Hpa, None)?,
        };
        let weight = if method == Method::HpaWeighted { HierarchySearch::HEURISTIC_WEIGHT } else { 1.0 };
        Ok(Self { variant, engine, estimate: Estimate::new(heuristic, factor * weight), waypoints: Vec::new() })
    }

    /// Searches for a path and its waypoints.
    pub fn solve(&mut self, start: Cell, goal: Cell) -> Option<Cost> {
        self.engine.solve((start, goal), self.estimate, &mut self.waypoints)
    }

    /// What the last search counted.
    pub fn effort(&self) -> Effort {
        let counts = self.engine.usage().counts;
        let effort = Effort::from(counts);
        Effort { visited: if counts.looks > 0 { counts.looks } else { effort.visited }, ..effort }
    }
}

/// Jumps (Harabor & Grastien 2011) that look at every cell they pass and stop on diagonals where an arm sees a jump
/// point. It is here to be measured: the same search over bit-packed rows is `search::Jumps`. Counts the cells it looks
/// at, which is what the thesis calls visited.
struct Cellwise<'a> {
    field: &'a Field,
    looked: std::cell::Cell<u64>,
}

const EAST: (i32, i32) = (1, 0);
const WEST: (i32, i32) = (-1, 0);
const SOUTH: (i32, i32) = (0, 1);
const NORTH: (i32, i32) = (0, -1);

fn arrival_of(step: (i32, i32)) -> Arrival {
    match step {
        EAST => Arrival::East,
        WEST => Arrival::West,
        SOUTH => Arrival::South,
        NORTH => Arrival::North,
        (1, 1) => Arrival::SouthEast,
        (-1, 1) => Arrival::SouthWest,
        (-1, -1) => Arrival::NorthWest,
        _ => Arrival::NorthEast,
    }
}

impl Cellwise<'_> {
    fn open(&self, cell: Cell) -> bool {
        self.looked.set(self.looked.get() + 1);
        self.field.open_near(cell)
    }

    /// The next jump point or the goal along a row or column.
    fn straight(&self, from: Cell, step: (i32, i32), goal: Cell) -> Option<(Cell, Cost)> {
        let (mut at, mut cost) = (from, 0);
        loop {
            at = Cell::new(at.x + step.0, at.y + step.1);
            if !self.open(at) {
                return None;
            }
            cost += STRAIGHT;
            let [east, west, south, north] = directions(self.field.nine(at), arrival_of(step));
            let turns = if step.0 != 0 { south || north } else { east || west };
            if at == goal || turns {
                return Some((at, cost));
            }
        }
    }

    /// The next cell along a diagonal from which an arm sees a jump point, or the goal.
    fn diagonal(&self, from: Cell, (dx, dy): (i32, i32), goal: Cell) -> Option<(Cell, Cost)> {
        let (mut at, mut cost) = (from, 0);
        loop {
            let (beside, above) = (Cell::new(at.x + dx, at.y), Cell::new(at.x, at.y + dy));
            at = Cell::new(at.x + dx, at.y + dy);
            if !self.open(at) || !self.field.open_near(beside) || !self.field.open_near(above) {
                return None;
            }
            cost += DIAGONAL;
            let seen =
                at == goal || self.straight(at, (dx, 0), goal).is_some() || self.straight(at, (0, dy), goal).is_some();
            if seen {
                return Some((at, cost));
            }
        }
    }
}

impl Moves for Cellwise<'_> {
    fn field(&self) -> &Field {
        self.field
    }

    fn each(&self, cell: Cell, arrival: Arrival, goal: Cell, each: &mut impl FnMut(Cell, Arrival, Cost)) {
        let [east, west, south, north] = directions(self.field.nine(cell), arrival);
        for (on, step) in [(east, EAST), (west, WEST), (south, SOUTH), (north, NORTH)] {
            if on && let Some((to, cost)) = self.straight(cell, step, goal) {
                each(to, arrival_of(step), cost);
            }
        }
        for (on, step) in
            [(east && south, (1, 1)), (west && south, (-1, 1)), (west && north, (-1, -1)), (east && north, (1, -1))]
        {
            if on && let Some((to, cost)) = self.diagonal(cell, step, goal) {
                each(to, arrival_of(step), cost);
            }
        }
    }
}

/// A* over [`Cellwise`] jumps, with a heap.
struct CellwiseSearch<'a>((Cellwise<'a>, FieldSearch<DaryHeap<OpenEntry>>));

impl<'a> CellwiseSearch<'a> {
    fn new(field: &'a Field) -> Self {
        Self((Cellwise { field, looked: 0.into() }, FieldSearch::new(DaryHeap::default())))
    }
}

impl Engine for CellwiseSearch<'_> {
    fn solve(&mut self, endpoints: (Cell, Cell), estimate: Estimate, waypoints: &mut Vec<Cell>) -> Option<Cost> {
        self.0.0.looked.set(0);
        self.0.solve(endpoints, estimate, waypoints)
    }

    fn usage(&self) -> Usage {
        let usage = self.0.usage();
        Usage { counts: Counts { looks: self.0.0.looked.get(), ..usage.counts }, ..usage }
    }
}
