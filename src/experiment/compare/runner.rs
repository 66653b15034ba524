//! A variant ready to answer queries on one map.

use super::cellwise::Cellwise;
use super::variant::{Method, Variant};
use crate::geom::Cell;
use crate::grid::Field;
use crate::search::{
    Algorithm, Choice, Connect, Cost, Estimate, FieldSearch, Fringe, FringeKind, Heuristic, HierarchySearch, Moves,
    OpenKind, QuadHeap, Solver, Status, Steps, Unfit, Waiting,
};

/// What one answer took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Effort {
    pub expanded: u64,
    /// Entries put on the open list; for Fringe and for JPS cell by cell, cells looked at.
    pub visited: u64,
    pub max_open: u64,
}

pub(super) struct Runner<'a> {
    engine: Engine<'a>,
    estimate: Estimate,
    waypoints: Vec<Cell>,
}

enum Engine<'a> {
    Solver(Box<Solver<'a>>),
    /// All neighbours looked at, a heap.
    Plain(Steps<'a>, FieldSearch<QuadHeap<Waiting>>),
    Cellwise(Cellwise<'a>, FieldSearch<QuadHeap<Waiting>>),
    Fringe(Steps<'a>, Box<Fringe>),
}

impl<'a> Runner<'a> {
    /// # Errors
    /// [`Unfit`] when the parts of the variant do not go together.
    pub fn new(field: &'a Field, variant: Variant) -> Result<Self, Unfit> {
        let Variant { method, heuristic, factor } = variant;
        let plain = Steps { field, connect: Connect::Eight, ordered: false };
        let solver = |algorithm, open, weight| {
            let heuristic = Some(heuristic).filter(|h| *h != Heuristic::Zero);
            let choice = Choice { algorithm, heuristic, weight, open, ..Choice::default() };
            Solver::new(field, choice).map(|s| Engine::Solver(Box::new(s)))
        };
        let engine = match method {
            Method::AStar | Method::Dijkstra => Engine::Plain(plain, FieldSearch::new(QuadHeap::default())),
            Method::JpsCellwise => {
                Engine::Cellwise(Cellwise { field, looked: 0.into() }, FieldSearch::new(QuadHeap::default()))
            }
            Method::Fringe => Engine::Fringe(plain, Box::new(Fringe::new(FringeKind::List))),
            Method::FringeBuckets => Engine::Fringe(plain, Box::new(Fringe::new(FringeKind::Buckets))),
            Method::Jps => solver(Algorithm::Jps, Some(OpenKind::Heap), factor)?,
            Method::JpsBuckets => solver(Algorithm::Jps, Some(OpenKind::Buckets), factor)?,
            Method::JpsPlus => solver(Algorithm::JpsPlus, None, factor)?,
            Method::AStarBuckets => solver(Algorithm::AStar, Some(OpenKind::Buckets), factor)?,
            Method::Bidirectional => solver(Algorithm::Bidirectional, None, factor)?,
            // The solver leans on the estimate of its own accord.
            Method::Hpa => solver(Algorithm::Hpa, None, factor / HierarchySearch::LEAN)?,
            Method::HpaLean => solver(Algorithm::Hpa, None, factor)?,
        };
        Ok(Self { engine, estimate: Estimate::new(heuristic, factor), waypoints: Vec::new() })
    }

    /// Searches a way, and its waypoints.
    pub fn solve(&mut self, start: Cell, goal: Cell) -> Option<Cost> {
        let (estimate, out) = (self.estimate, &mut self.waypoints);
        match &mut self.engine {
            Engine::Solver(solver) => solver.solve(start, goal, out),
            Engine::Plain(steps, search) => run(steps, search, (start, goal), estimate, out),
            Engine::Cellwise(jumps, search) => {
                jumps.looked.set(0);
                run(jumps, search, (start, goal), estimate, out)
            }
            Engine::Fringe(steps, search) => {
                let cost = search.search(steps, (start, goal), estimate);
                search.waypoints(out);
                cost
            }
        }
    }

    /// The waypoints of the last way found.
    pub fn waypoints(&self) -> &[Cell] {
        &self.waypoints
    }

    /// What the last search counted.
    pub fn effort(&self) -> Effort {
        let (counts, looked) = match &self.engine {
            Engine::Solver(solver) => (solver.counts(), None),
            Engine::Plain(_, search) => (search.counts(), None),
            Engine::Cellwise(jumps, search) => (search.counts(), Some(jumps.looked.get())),
            Engine::Fringe(_, search) => (search.counts(), Some(search.looks())),
        };
        Effort {
            expanded: counts.expanded.into(),
            visited: looked.unwrap_or(counts.generated.into()),
            max_open: counts.max_open.into(),
        }
    }

    /// Bytes of what was prepared, the field's own apart.
    pub fn prepared_bytes(&self) -> u64 {
        match &self.engine {
            Engine::Solver(solver) => solver.prepared_bytes() as u64,
            _ => 0,
        }
    }
}

fn run(
    moves: &impl Moves,
    search: &mut FieldSearch<QuadHeap<Waiting>>,
    (start, goal): (Cell, Cell),
    estimate: Estimate,
    out: &mut Vec<Cell>,
) -> Option<Cost> {
    search.begin(moves, start, goal, estimate);
    while search.run(moves, u32::MAX) == Status::Running {}
    search.waypoints(out);
    search.cost()
}
