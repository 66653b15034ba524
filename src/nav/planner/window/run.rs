//! One search over a window, slice by slice.

use super::super::quick::Departure;
use super::super::{NavContext, Noted, Query, Task};
use crate::grid::Window;
use crate::search::{AStar, Connect, GridProblem, Heuristic, Problem, Status, TwoTierList};

pub(super) type Search = AStar<TwoTierList>;

/// A search that may outlive a step. It owns its memory until it has ended.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub search: Search,
    pub began: Departure,
    pub start: u32,
    pub goal: u32,
    /// Expansions so far, over all windows of this search.
    pub spent: u32,
    /// Whether the window is an earlier search's.
    pub reused: bool,
    /// Whether it looks for a shortest path.
    pub exact: bool,
}

impl Run {
    /// A search that begins where the agent is. Where the world may change, plans are compared with what opens and closes: there a
    /// shortest path of the window is looked for, in 8 directions. Else it is the source's search: 4 directions, and a weight that
    /// costs paths a little of their length and saves most of the work.
    pub(super) fn new(task: &Task, search: Search, reused: bool) -> Self {
        let exact = task.ctx.world.may_change();
        Self { search, began: Departure::now(task), start: 0, goal: 0, spent: 0, reused, exact }
    }

    /// Begins between the two nodes that were found on a window.
    pub(super) fn begin(&mut self, ctx: &NavContext, query: &Query, window: &Window) {
        self.search.open.reset(ctx.params.cheap_list);
        let weight = query.effort.weight / if self.exact { ctx.params.weight } else { 1.0 };
        self.search.begin(&self.problem(window), weight);
    }

    /// One slice.
    pub(super) fn advance_on(&mut self, window: &Window, expansions: u32, task: &mut Task) -> Status {
        let problem = self.problem(window);
        self.advance(window, &problem, expansions, task)
    }

    pub(super) fn advance(
        &mut self,
        window: &Window,
        problem: &impl Problem,
        expansions: u32,
        task: &mut Task,
    ) -> Status {
        let before = self.search.counts;
        let status = match task.replay.as_deref_mut() {
            None => self.search.run(problem, expansions),
            Some(out) => {
                let place = |node| window.cell(node).centre(window.resolution_m);
                self.search.run_observed(problem, expansions, &mut Noted { place, out })
            }
        };
        let expanded = task.count_work(before, self.search.counts);
        task.charge(expanded);
        self.spent = self.spent.saturating_add(expanded);
        status
    }

    fn problem<'a>(&self, window: &'a Window) -> GridProblem<'a> {
        let mut problem = GridProblem::new(&window.bits, self.start, self.goal);
        problem.sides = window.sides;
        if self.exact {
            (problem.connect, problem.heuristic) = (Connect::Eight, Heuristic::Octile);
        }
        problem
    }
}
