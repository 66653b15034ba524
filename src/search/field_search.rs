//! Best-first search over a field with exact costs: A*, Dijkstra's algorithm and the jumping searches in one loop.

use super::{
    Arrival, Connect, Cost, Counts, DIAGONAL, Engine, Estimate, Moves, NO_NODE, OpenEntry, OpenList, Records, STRAIGHT,
    SearchObserver, Status, Usage,
};
use crate::geom::Cell;
use crate::grid::Field;

/// A* (Hart, Nilsson & Raphael 1968) over whatever [`Moves`] there are. With a consistent estimate the path found is a
/// shortest one, and with a weight of `w` above 1 it costs at most `w` times as much. Closed cells are never opened again,
/// except with a weight of at most 1 over moves with [slack](Moves::slack).
///
/// Memory is kept from search to search. Between slices neither the field nor the moves may change.
#[derive(Clone, Debug, Default)]
pub struct FieldSearch<O> {
    /// To be configured before a search.
    pub open: O,
    records: Records,
    estimate: Estimate,
    start: Cell,
    goal: Cell,
    /// What the cheapest path to the goal met so far costs, and by how much entries may come out of order; with slack only.
    bound: Cost,
    slack: Cost,
    /// Whether one step may lower the estimate by more than it costs: then closed cells stay closed.
    is_greedy: bool,
    /// What the search did so far.
    pub counts: Counts,
    /// What the path found costs.
    pub cost: Option<Cost>,
}

impl<O: OpenList<OpenEntry> + Default> FieldSearch<O> {
    /// A search with an open list of its own.
    pub fn new(open: O) -> Self {
        Self { open, ..Self::default() }
    }

    /// Begins a search; what came before is forgotten. Where one end is closed, or the ends are known not to be
    /// connected, there is nothing to search.
    pub fn begin(&mut self, moves: &impl Moves, start: Cell, goal: Cell, estimate: Estimate) {
        let field = moves.field();
        self.is_greedy = is_greedy(moves, estimate);
        self.slack = self.open.clear_with_slack(if self.is_greedy { 0 } else { moves.slack() });
        self.bound = Cost::MAX;
        self.records.begin_field(field);
        self.counts = Counts::default();
        self.cost = None;
        (self.estimate, self.start, self.goal) = (estimate, start, goal);
        if !field.may_join(start, goal) {
            return;
        }
        if start == goal {
            self.bound = 0;
        }
        self.counts = Counts { generated: 1, max_open: 1, ..Counts::default() };
        self.records.improve(self.records.node(start), 0, NO_NODE, Arrival::Any as u8);
        self.open.push(OpenEntry::new(estimate.of(start, goal), 0, start));
    }

    /// Goes on for at most `expansions` more cells.
    pub fn run(&mut self, moves: &impl Moves, expansions: u32) -> Status {
        self.run_observed(moves, expansions, &mut ())
    }

    /// [`FieldSearch::run`], observed; nodes are `y × width + x`.
    pub fn run_observed(&mut self, moves: &impl Moves, expansions: u32, observer: &mut impl SearchObserver) -> Status {
        let mut left = expansions;
        loop {
            let Some(entry) = self.open.pop() else { return self.end() };
            if moves.slack() > 0 && entry.total() >= self.bound {
                // Nothing that follows is cheaper.
                if entry.total() - self.bound >= self.slack {
                    return self.end();
                }
                continue;
            }
            let cell = entry.cell();
            let node = self.records.node(cell);
            let Some(record) = self.records.met_mut(node).filter(|r| !r.is_closed()) else { continue };
            if cell == self.goal {
                self.cost = Some(record.cost);
                return Status::Found;
            }
            if left == 0 {
                self.open.push(entry);
                return Status::Running;
            }
            left -= 1;
            record.close();
            observer.searched(node);
            let (cost, arrival) = (record.cost, Arrival::from_bits(record.arrival()));
            self.expand(moves, cell, node, cost, arrival);
        }
    }

    /// Ends a search with nothing left that could make the path cheaper.
    fn end(&mut self) -> Status {
        self.cost = (self.bound < Cost::MAX).then_some(self.bound);
        if self.cost.is_some() { Status::Found } else { Status::Exhausted }
    }

    #[inline(always)]
    fn expand(&mut self, moves: &impl Moves, cell: Cell, node: u32, cost: Cost, arrival: Arrival) {
        let Self { open, records, estimate, goal, bound, counts, is_greedy, .. } = self;
        counts.expanded += 1;
        moves.each(cell, arrival, *goal, &mut |to, how, step| {
            let reached = cost + step;
            let number = records.node(to);
            if moves.slack() == 0 {
                if records.improve(number, reached, node, how as u8) {
                    open.push(OpenEntry::new(reached + estimate.of(to, *goal), reached, to));
                    counts.generated += 1;
                }
                return;
            }
            // What is not cheaper than the path found changes nothing: that path stays as it is.
            let total = reached + estimate.of(to, *goal);
            let stays = *is_greedy && records.met(number).is_some_and(|r| r.is_closed());
            if total < *bound && !stays && records.join(number, reached, node, how as u8) {
                if to == *goal {
                    *bound = reached;
                } else {
                    open.push(OpenEntry::new(total, reached, to));
                    counts.generated += 1;
                }
            }
        });
        counts.max_open = counts.max_open.max(open.len() as u32);
    }

    /// The cells where the path found turns or was joined together, start and goal included; every piece between two of
    /// them runs straight or diagonally. Empties `out` when there is none.
    pub fn waypoints(&self, out: &mut Vec<Cell>) {
        out.clear();
        if self.cost.is_some() {
            self.records.trace(self.records.node(self.goal), out);
        }
    }

    /// Bytes of the memory that it may come to keep for the cells of a field.
    pub fn most_bytes(field: &Field) -> usize {
        Records::<Cost>::most_bytes(field.nodes())
    }

    /// Bytes of the memory it keeps for cells.
    pub fn bytes(&self) -> usize {
        self.records.bytes()
    }
}

/// Whether one step over the cheapest ground may lower an estimate by more than it costs.
fn is_greedy(moves: &impl Moves, estimate: Estimate) -> bool {
    let lowered = |dx, dy| estimate.of(Cell::new(0, 0), Cell::new(dx, dy));
    lowered(1, 0) > moves.slack()
        || moves.connect() == Connect::Eight && lowered(1, 1) * STRAIGHT > moves.slack() * DIAGONAL
}

impl<M: Moves, O: OpenList<OpenEntry> + Default> Engine for (M, FieldSearch<O>) {
    fn solve(&mut self, (start, goal): (Cell, Cell), estimate: Estimate, waypoints: &mut Vec<Cell>) -> Option<Cost> {
        let (moves, search) = self;
        search.begin(moves, start, goal, estimate);
        while search.run(moves, u32::MAX) == Status::Running {}
        search.waypoints(waypoints);
        search.cost
    }

    fn each_expanded(&self, visit: &mut dyn FnMut(Cell)) {
        self.1.records.each_closed(visit);
    }

    fn usage(&self) -> Usage {
        let (moves, search) = self;
        Usage { counts: search.counts, prepared_bytes: moves.bytes(), search_bytes: search.bytes() }
    }
}
