//! Searches the queries of a scenario file, checks every path, and sums up.

use super::{Cell, Clock, Tally, best_of};
use crate::search::Solver;
use crate::world::format::Query;

/// Lengths that differ by no more count as equal: files print two decimals (Moving AI's own rule is 0.01).
const SAME_LENGTH: f64 = 0.011;

/// Whether a result is right.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// A legal path of the shortest length, or rightly none.
    Optimal,
    /// A legal path, but so much too long, relative to the shortest.
    TooLong(f64),
    /// A legal path in any direction, shorter than the shortest in 8 directions.
    Shorter,
    /// Anything else, in words.
    Wrong(String),
}

/// Queries searched one by one, and the sums over them.
#[derive(Debug, Default)]
pub struct ScenarioRun {
    waypoints: Vec<Cell>,
    path: Vec<Cell>,
    tally: Tally,
    unpack_ns: u64,
    gaps: f64,
    /// Its counts and its worst gap so far.
    figures: Figures,
}

/// The results of a run. Field names are the contract of `--report json`.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Figures {
    /// Queries that were run.
    pub queries: u64,
    /// Solved with a legal path, or rightly with none.
    pub solved: u64,
    /// Solved exactly: shortest, legal, unreachable goals reported as such.
    pub optimal: u64,
    /// Largest excess over the shortest length, relative to it.
    pub worst_gap: f64,
    /// Mean excess over the shortest length, relative to it, of the queries solved.
    pub mean_gap: f64,
    /// Search and waypoints, best repetition of each query.
    pub mean_us: f64,
    /// Median of the queries' times, microseconds.
    pub p50_us: f64,
    /// The time below which 99 of 100 queries finished, microseconds.
    pub p99_us: f64,
    /// The longest time, microseconds.
    pub max_us: f64,
    /// Refining the waypoints into cells, mean; no part of the times above.
    pub unpack_us: f64,
    /// Nodes expanded for a query.
    pub expanded_mean: f64,
    /// Cells put on the open list.
    pub visited_mean: f64,
    /// Mean of each query's longest open list.
    pub open_max_mean: f64,
}

impl ScenarioRun {
    /// Runs a query `reps` times (at least once), the best time counting, and judges the result.
    pub fn ask(&mut self, solver: &mut Solver, query: &Query, reps: u32, clock: &dyn Clock) -> Verdict {
        let (_, best_ns) =
            best_of(reps, clock, || solver.solve(query.start, query.goal, &mut self.waypoints).is_some());
        self.tally.note(best_ns, solver.engine.usage().counts.into());
        self.unpack_ns += best_of(1, clock, || solver.unpack(&self.waypoints, &mut self.path)).1;
        let verdict = self.judge(solver, query);
        match &verdict {
            Verdict::Optimal => {
                self.figures.solved += 1;
                self.figures.optimal += 1;
            }
            Verdict::TooLong(gap) => {
                self.figures.solved += 1;
                self.gaps += gap;
                self.figures.worst_gap = self.figures.worst_gap.max(*gap);
            }
            Verdict::Shorter => self.figures.solved += 1,
            Verdict::Wrong(_) => {}
        }
        verdict
    }

    fn judge(&mut self, solver: &Solver, query: &Query) -> Verdict {
        if self.waypoints.is_empty() {
            let counts = solver.engine.usage().counts;
            return if counts.gave_up {
                Verdict::Wrong(format!("the search gave up after {} expansions", counts.expanded))
            } else if query.is_unreachable() {
                Verdict::Optimal
            } else {
                Verdict::Wrong(format!("no path was found; the file says one of length {}", query.length))
            };
        }
        if query.is_unreachable() {
            return Verdict::Wrong("a path was found; the file says there is none".into());
        }
        match solver.check(&self.waypoints, &self.path, (query.start, query.goal)) {
            Err(fault) => Verdict::Wrong(format!("the path is not legal: {fault}")),
            Ok(length) if (length - query.length).abs() <= SAME_LENGTH => Verdict::Optimal,
            Ok(length) if length > query.length => Verdict::TooLong((length - query.length) / query.length),
            Ok(_) if solver.is_any_angle => Verdict::Shorter,
            Ok(length) => Verdict::Wrong(format!("a path of length {length}; the file says {}", query.length)),
        }
    }

    /// Sums up. All means are 0 when nothing was asked.
    pub fn figures(&self) -> Figures {
        let (tally, queries) = (&self.tally, self.tally.queries() as u64);
        let means = tally.columns();
        let us = |share: f64| tally.quantile_ns(share) / 1e3;
        Figures {
            queries,
            mean_gap: self.gaps / self.figures.solved.max(1) as f64,
            mean_us: tally.mean_us(),
            p50_us: us(0.50),
            p99_us: us(0.99),
            max_us: us(1.0),
            unpack_us: self.unpack_ns as f64 / queries.max(1) as f64 / 1e3,
            expanded_mean: means.expanded,
            visited_mean: means.visited,
            open_max_mean: means.max_open,
            ..self.figures
        }
    }
}
