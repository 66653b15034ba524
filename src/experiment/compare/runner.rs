//! A variant ready to search one map.

use super::{Cell, Effort, Field, Method, Variant};
use crate::search::{
    Algorithm, Arrival, Connect, Cost, DIAGONAL, DaryHeap, Engine, Estimate, FieldSearch, Fringe, FringeKind,
    HierarchySearch, Moves, OpenKind, OptionsError, STRAIGHT, SearchOptions, Steps, directions,
};
use std::rc::Rc;

/// How many cells were looked at.
type Looked = Rc<std::cell::Cell<u64>>;

/// The search of one variant on one map.
pub struct Runner<'a> {
    /// Algorithm, heuristic and factor.
    pub variant: Variant,
    /// The algorithm, prepared for the map.
    pub engine: Box<dyn Engine + 'a>,
    estimate: Estimate,
    /// Of the last path found.
    pub waypoints: Vec<Cell>,
    /// In the last search, where its engine does not count them itself.
    looked: Looked,
}

impl<'a> Runner<'a> {
    /// # Errors
    /// [`OptionsError`] when the field is too large for the method.
    pub fn new(field: &'a Field, variant: Variant) -> Result<Self, OptionsError> {
        let Variant { method, heuristic, factor } = variant;
        let plain = Steps { field, connect: Connect::Eight, ordered: false };
        let looked = Looked::default();
        let made = |algorithm, open| SearchOptions { algorithm, open, ..SearchOptions::default() }.engine(field, None);
        let engine: Box<dyn Engine> = match method {
            Method::AStar | Method::Dijkstra => Box::new((plain, FieldSearch::new(DaryHeap::default()))),
            Method::JpsCellwise => {
                Box::new((Cellwise { field, looked: looked.clone() }, FieldSearch::new(DaryHeap::default())))
            }
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
        let estimate = Estimate::new(heuristic, factor * weight);
        Ok(Self { variant, engine, estimate, waypoints: Vec::new(), looked })
    }

    /// Searches for a path and its waypoints.
    pub fn solve(&mut self, start: Cell, goal: Cell) -> Option<Cost> {
        self.looked.set(0);
        self.engine.solve((start, goal), self.estimate, &mut self.waypoints)
    }

    /// What the last search counted.
    pub fn effort(&self) -> Effort {
        let counts = self.engine.usage().counts;
        let (effort, looks) = (Effort::from(counts), counts.looks + self.looked.get());
        Effort { visited: if looks > 0 { looks } else { effort.visited }, ..effort }
    }
}

/// Jumps (Harabor & Grastien 2011) that look at every cell they pass and stop on diagonals where an arm sees a jump
/// point. It is here to be measured: the same search over bit-packed rows is `search::Jumps`. Counts the cells it looks
/// at, which is what the thesis calls visited.
struct Cellwise<'a> {
    field: &'a Field,
    looked: Looked,
}

/// A direction: how a cell is reached by it, and its step.
type Direction = (Arrival, i32, i32);

const EAST: Direction = (Arrival::East, 1, 0);
const WEST: Direction = (Arrival::West, -1, 0);
const SOUTH: Direction = (Arrival::South, 0, 1);
const NORTH: Direction = (Arrival::North, 0, -1);

impl Cellwise<'_> {
    fn open(&self, cell: Cell) -> bool {
        self.looked.set(self.looked.get() + 1);
        self.field.open_near(cell)
    }

    /// The next jump point or the goal along a row or column.
    fn straight(&self, from: Cell, (arrival, dx, dy): Direction, goal: Cell) -> Option<(Cell, Cost)> {
        let (mut at, mut cost) = (from, 0);
        loop {
            at = Cell::new(at.x + dx, at.y + dy);
            if !self.open(at) {
                return None;
            }
            cost += STRAIGHT;
            let [east, west, south, north] = directions(self.field.nine(at), arrival);
            let turns = if dx != 0 { south || north } else { east || west };
            if at == goal || turns {
                return Some((at, cost));
            }
        }
    }

    /// The next cell along a diagonal from which an arm sees a jump point, or the goal.
    fn diagonal(&self, from: Cell, (_, dx, dy): Direction, goal: Cell) -> Option<(Cell, Cost)> {
        let (mut at, mut cost) = (from, 0);
        let (along, across) = (if dx > 0 { EAST } else { WEST }, if dy > 0 { SOUTH } else { NORTH });
        loop {
            let (beside, above) = (Cell::new(at.x + dx, at.y), Cell::new(at.x, at.y + dy));
            at = Cell::new(at.x + dx, at.y + dy);
            if !self.open(at) || !self.field.open_near(beside) || !self.field.open_near(above) {
                return None;
            }
            cost += DIAGONAL;
            let seen =
                at == goal || self.straight(at, along, goal).is_some() || self.straight(at, across, goal).is_some();
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
        let all = [
            (east, EAST),
            (west, WEST),
            (south, SOUTH),
            (north, NORTH),
            (east && south, (Arrival::SouthEast, 1, 1)),
            (west && south, (Arrival::SouthWest, -1, 1)),
            (west && north, (Arrival::NorthWest, -1, -1)),
            (east && north, (Arrival::NorthEast, 1, -1)),
        ];
        for (on, direction) in all {
            if !on {
                continue;
            }
            let (arrival, dx, dy) = direction;
            let is_diagonal = dx != 0 && dy != 0;
            let found =
                if is_diagonal { self.diagonal(cell, direction, goal) } else { self.straight(cell, direction, goal) };
            if let Some((to, cost)) = found {
                each(to, arrival, cost);
            }
        }
    }
}
