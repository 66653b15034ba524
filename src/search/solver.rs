//! A search chosen by name: algorithm, heuristic, weight, directions and open list put together while the program runs.

use super::refined::Refined;
use super::{
    Bidirectional, Buckets, CheapList, Connect, Cost, Counts, Estimate, FieldSearch, Fringe, FringeKind, Heuristic,
    Hierarchy, HierarchySearch, JumpTable, Jumps, Levels, Moves, OpenList, QuadHeap, Shape, Status, Steps, Waiting,
};
use crate::geom::Cell;
use crate::grid::Field;

/// The algorithms that search a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Algorithm {
    Dijkstra,
    AStar,
    #[default]
    Jps,
    JpsPlus,
    Bidirectional,
    Fringe,
    FringeBuckets,
    Hpa,
    /// Several levels of clusters, ways refined piece by piece: for worlds of any size.
    HpaLevels,
}

/// The most cells of a field for searches that keep notes of every cell, or prepare something for it: 16 bytes each.
const MAX_NODES: usize = 1 << 26;

/// The open lists to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenKind {
    Heap,
    CheapList,
    Buckets,
}

/// What somebody may choose about a search. What is `None` is chosen by the rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    pub algorithm: Algorithm,
    /// Octile with 8 directions, Manhattan with 4.
    pub heuristic: Option<Heuristic>,
    /// At least 0; 1 is exact. The hierarchical search multiplies it by [`HierarchySearch::LEAN`].
    pub weight: f32,
    pub connect: Connect,
    /// Buckets: measured to be the fastest for steps and for jumps. The hierarchical search has its own.
    pub open: Option<OpenKind>,
}

impl Default for Choice {
    fn default() -> Self {
        Self { algorithm: Algorithm::Jps, heuristic: None, weight: 1.0, connect: Connect::Eight, open: None }
    }
}

/// Parts of a choice that do not go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    #[error("jumping and hierarchical searches go in 8 directions")]
    FourJumps,
    #[error("Dijkstra's algorithm has no heuristic and no weight")]
    BlindEstimate,
    #[error("this algorithm keeps its own kind of open list")]
    OwnOpenList,
    #[error("the search over several levels has its own estimate: neither heuristic nor weight can be chosen")]
    LevelsEstimate,
    #[error("the weight must be a number from 0 to 1000")]
    Weight,
    /// Only [`Solver::new`] answers this.
    #[error(
        "a world of {0} cells is too large for this algorithm, which keeps notes of each: at most {MAX_NODES}; \
         the search over several levels (hpa-levels) has no such limit"
    )]
    World(usize),
}

impl Choice {
    /// # Errors
    /// [`Unfit`] when the parts do not go together.
    pub fn check(&self) -> Result<(), Unfit> {
        let clusters = matches!(self.algorithm, Algorithm::Hpa | Algorithm::HpaLevels);
        let eight = clusters || matches!(self.algorithm, Algorithm::Jps | Algorithm::JpsPlus);
        if eight && self.connect == Connect::Four {
            return Err(Unfit::FourJumps);
        }
        if self.algorithm == Algorithm::HpaLevels && (self.heuristic.is_some() || self.weight != 1.0) {
            return Err(Unfit::LevelsEstimate);
        }
        if self.algorithm == Algorithm::Dijkstra && (self.heuristic.is_some() || self.weight != 1.0) {
            return Err(Unfit::BlindEstimate);
        }
        let lists = [Algorithm::Bidirectional, Algorithm::Fringe, Algorithm::FringeBuckets];
        let own = clusters || lists.contains(&self.algorithm);
        if own && self.open.is_some() {
            return Err(Unfit::OwnOpenList);
        }
        if !(0.0..=1000.0).contains(&self.weight) {
            return Err(Unfit::Weight);
        }
        Ok(())
    }

    /// Whether every way found is a shortest one among those in 8 directions.
    pub fn is_exact(&self) -> bool {
        !matches!(self.algorithm, Algorithm::Hpa | Algorithm::HpaLevels)
            && self.connect == Connect::Eight
            && self.weight <= 1.0
            && self.heuristic != Some(Heuristic::Manhattan)
    }

    fn estimate(&self) -> Estimate {
        let usual = if self.connect == Connect::Four { Heuristic::Manhattan } else { Heuristic::Octile };
        match self.algorithm {
            Algorithm::Dijkstra => Estimate::new(Heuristic::Zero, 1.0),
            // Not exact anyway: leaning on the estimate expands a fraction and costs well under a hundredth in length.
            Algorithm::Hpa => Estimate::new(self.heuristic.unwrap_or(usual), self.weight * HierarchySearch::LEAN),
            _ => Estimate::new(self.heuristic.unwrap_or(usual), self.weight),
        }
    }
}

/// A search over one field, ready to be used many times.
pub struct Solver<'a> {
    field: &'a Field,
    estimate: Estimate,
    engine: Engine<'a>,
    counts: Counts,
}

#[expect(clippy::large_enum_variant, reason = "one a solver, which is made once and not moved about")]
enum Engine<'a> {
    Cells(Way<'a>, Queue),
    Clusters(Box<(Hierarchy, HierarchySearch)>),
    Levels(Box<Refined>),
}

enum Way<'a> {
    Steps(Steps<'a>),
    Jumps(Jumps<'a>),
    Table(JumpTable<'a>),
}

enum Queue {
    Heap(FieldSearch<QuadHeap<Waiting>>),
    CheapList(FieldSearch<CheapList<Waiting>>),
    Buckets(FieldSearch<Buckets>),
    Fringe(Fringe),
    Both(Bidirectional),
}

impl<'a> Solver<'a> {
    /// Prepares what the algorithm needs.
    ///
    /// # Errors
    /// [`Unfit`] when the parts of the choice do not go together.
    pub fn new(field: &'a Field, choice: Choice) -> Result<Self, Unfit> {
        choice.check()?;
        if choice.algorithm == Algorithm::HpaLevels {
            return Ok(Self::with_levels(field, Levels::new(field, Shape::default(), |_| ())));
        }
        if field.nodes() > MAX_NODES {
            return Err(Unfit::World(field.nodes()));
        }
        let cells = |way| {
            let queue = match choice.open.unwrap_or(OpenKind::Buckets) {
                _ if choice.algorithm == Algorithm::Bidirectional => Queue::Both(Bidirectional::default()),
                _ if choice.algorithm == Algorithm::Fringe => Queue::Fringe(Fringe::new(FringeKind::List)),
                _ if choice.algorithm == Algorithm::FringeBuckets => Queue::Fringe(Fringe::new(FringeKind::Buckets)),
                OpenKind::Heap => Queue::Heap(FieldSearch::new(QuadHeap::default())),
                OpenKind::CheapList => Queue::CheapList(FieldSearch::new(CheapList::default())),
                OpenKind::Buckets => Queue::Buckets(FieldSearch::new(Buckets::default())),
            };
            Engine::Cells(way, queue)
        };
        let engine = match choice.algorithm {
            Algorithm::Jps => cells(Way::Jumps(Jumps { field })),
            Algorithm::JpsPlus => cells(Way::Table(JumpTable::new(field))),
            Algorithm::Hpa => Engine::Clusters(Box::new((Hierarchy::new(field), HierarchySearch::default()))),
            Algorithm::Dijkstra
            | Algorithm::AStar
            | Algorithm::Bidirectional
            | Algorithm::Fringe
            | Algorithm::FringeBuckets
            | Algorithm::HpaLevels => cells(Way::Steps(Steps { field, connect: choice.connect, ordered: true })),
        };
        Ok(Self { field, estimate: choice.estimate(), engine, counts: Counts::default() })
    }

    /// A search over levels that were prepared for the field ([`Algorithm::HpaLevels`]).
    pub fn with_levels(field: &'a Field, levels: Levels) -> Self {
        let engine = Engine::Levels(Box::new(Refined::new(levels)));
        Self { field, estimate: Estimate::default(), engine, counts: Counts::default() }
    }

    /// Searches a way; answers its cost and writes its waypoints, or empties `waypoints` when there is none.
    pub fn solve(&mut self, start: Cell, goal: Cell, waypoints: &mut Vec<Cell>) -> Option<Cost> {
        let task = Task { start, goal, estimate: self.estimate };
        let (cost, counts) = match &mut self.engine {
            Engine::Cells(way, Queue::Heap(search)) => task.on(way, search, waypoints),
            Engine::Cells(way, Queue::CheapList(search)) => task.on(way, search, waypoints),
            Engine::Cells(way, Queue::Buckets(search)) => task.on(way, search, waypoints),
            Engine::Cells(way, Queue::Fringe(search)) => task.on_fringe(way, search, waypoints),
            Engine::Cells(way, Queue::Both(search)) => task.on_both(way, search, waypoints),
            Engine::Clusters(both) => {
                let (graph, search) = both.as_mut();
                (search.solve(self.field, graph, (start, goal), self.estimate, waypoints), search.counts())
            }
            Engine::Levels(refined) => (refined.solve(self.field, (start, goal), waypoints), refined.counts()),
        };
        self.counts = counts;
        cost
    }

    /// What the last search counted.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    pub fn field(&self) -> &'a Field {
        self.field
    }

    /// Bytes of what was prepared; the field's own are not among them.
    pub fn prepared_bytes(&self) -> usize {
        match &self.engine {
            Engine::Cells(Way::Table(table), _) => table.bytes(),
            Engine::Cells(..) => 0,
            Engine::Clusters(both) => both.0.bytes(),
            Engine::Levels(refined) => refined.prepared_bytes(),
        }
    }

    /// Bytes of what was prepared and of the search's memory; the field's own are not among them.
    pub fn bytes(&self) -> usize {
        self.prepared_bytes()
            + match &self.engine {
                Engine::Cells(_, Queue::Heap(search)) => search.bytes(),
                Engine::Cells(_, Queue::CheapList(search)) => search.bytes(),
                Engine::Cells(_, Queue::Buckets(search)) => search.bytes(),
                Engine::Cells(_, Queue::Fringe(search)) => search.bytes(),
                Engine::Cells(_, Queue::Both(search)) => search.bytes(),
                Engine::Clusters(both) => both.1.bytes(),
                Engine::Levels(refined) => refined.bytes(),
            }
    }
}

#[derive(Clone, Copy)]
struct Task {
    start: Cell,
    goal: Cell,
    estimate: Estimate,
}

impl Task {
    fn on<O: OpenList<Waiting>>(
        self,
        way: &Way,
        search: &mut FieldSearch<O>,
        out: &mut Vec<Cell>,
    ) -> (Option<Cost>, Counts) {
        match way {
            Way::Steps(steps) => self.run(steps, search, out),
            Way::Jumps(jumps) => self.run(jumps, search, out),
            Way::Table(table) => self.run(table, search, out),
        }
    }

    fn on_fringe(self, way: &Way, search: &mut Fringe, out: &mut Vec<Cell>) -> (Option<Cost>, Counts) {
        let ends = (self.start, self.goal);
        let cost = match way {
            Way::Steps(steps) => search.search(steps, ends, self.estimate),
            Way::Jumps(jumps) => search.search(jumps, ends, self.estimate),
            Way::Table(table) => search.search(table, ends, self.estimate),
        };
        search.waypoints(out);
        (cost, search.counts())
    }

    /// Jumps cannot be walked backwards: only steps serve both sides.
    fn on_both(self, way: &Way, search: &mut Bidirectional, out: &mut Vec<Cell>) -> (Option<Cost>, Counts) {
        out.clear();
        let Way::Steps(steps) = way else { return (None, Counts::default()) };
        let cost = search.search(steps, (self.start, self.goal), self.estimate);
        search.waypoints(out);
        (cost, search.counts())
    }

    fn run<O: OpenList<Waiting>>(
        self,
        moves: &impl Moves,
        search: &mut FieldSearch<O>,
        out: &mut Vec<Cell>,
    ) -> (Option<Cost>, Counts) {
        search.begin(moves, self.start, self.goal, self.estimate);
        while search.run(moves, u32::MAX) == Status::Running {}
        search.waypoints(out);
        (search.cost(), search.counts())
    }
}
