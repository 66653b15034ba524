//! A variant ready to search one map.

use super::cellwise::CellwiseSearch;
use super::variant::{Method, Variant};
use crate::experiment::tally::Effort;
use crate::geom::Cell;
use crate::grid::Field;
use crate::search::{
    Algorithm, Connect, Cost, DaryHeap, Engine, Estimate, FieldSearch, Fringe, FringeKind, HierarchySearch, OpenKind,
    OptionsError, SearchOptions, Steps,
};

pub struct Runner<'a> {
    engine: Box<dyn Engine + 'a>,
    estimate: Estimate,
    waypoints: Vec<Cell>,
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
        Ok(Self { engine, estimate: Estimate::new(heuristic, factor * weight), waypoints: Vec::new() })
    }

    /// Searches for a path and its waypoints.
    pub fn solve(&mut self, start: Cell, goal: Cell) -> Option<Cost> {
        self.engine.solve((start, goal), self.estimate, &mut self.waypoints)
    }

    /// The waypoints of the last path found.
    pub fn waypoints(&self) -> &[Cell] {
        &self.waypoints
    }

    /// What the last search counted.
    pub fn effort(&self) -> Effort {
        let counts = self.engine.counts();
        let effort = Effort::from(counts);
        Effort { visited: if counts.looks > 0 { counts.looks } else { effort.visited }, ..effort }
    }

    /// Bytes of what was prepared, the field itself excluded.
    pub fn prepared_bytes(&self) -> u64 {
        self.engine.prepared_bytes() as u64
    }
}
