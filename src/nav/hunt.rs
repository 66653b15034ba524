//! One search under way: the window it needs, its slices, its end.

use super::pathfinder::Pathfinder;
use super::retry::End;
use super::worker::{Search, Worker};
use super::{Code, Goal, NavContext, Reason, footing};
use crate::diag::Clock;
use crate::geom::Vec2;
use crate::grid::{Clearance, Window};
use crate::path::{Sight, pull};
use crate::search::{GridEscape, GridProblem, Problem, Status};

/// A search that may outlive a step. It owns its memory until it has ended.
#[derive(Clone, Debug)]
pub(super) struct Hunt {
    pub(super) search: Search,
    /// Where the agent stood when it began.
    pub(super) from: Vec2,
    start: u32,
    goal: u32,
    /// Expansions so far, over all windows of this search.
    pub(super) spent: u32,
    /// Whether the window is an earlier search's.
    reused: bool,
}

impl Pathfinder {
    /// Rows 9–14: takes the earlier window or draws a new one, and puts the start on the open list.
    pub(super) fn open_hunt(&mut self, ctx: &NavContext, worker: &mut Worker, clock: &dyn Clock) -> Result<(), End> {
        let reused = self.window_serves(ctx);
        *self.tallies(worker).0 += 1;
        self.searches += 1;
        if !reused {
            self.draw_window(ctx, worker, clock);
        }
        let search = self.hunt.take().map_or_else(|| worker.take(), |h| h.search);
        let from = ctx.me.position;
        self.hunt = Some(Hunt { search, from, start: 0, goal: 0, spent: 0, reused });
        self.place(ctx)
    }

    /// Finds start and goal on the window and begins there.
    fn place(&mut self, ctx: &NavContext) -> Result<(), End> {
        let Some(hunt) = &mut self.hunt else { return Err(End::StartBlocked) };
        hunt.start = footing::node_at(ctx, &self.window, hunt.from).ok_or(End::StartBlocked)?;
        hunt.goal = footing::node_at(ctx, &self.window, self.aim.at).ok_or(End::GoalBlocked)?;
        hunt.search.open_list().reset(ctx.params.cheap_list);
        hunt.search.begin(&problem(&self.window, hunt.start, hunt.goal), self.retry.weight(ctx.params));
        Ok(())
    }

    /// This kind of goal's searches and reuses.
    fn tallies<'w>(&self, worker: &'w mut Worker) -> (&'w mut u64, &'w mut u64) {
        let c = &mut worker.counts;
        match self.goal {
            Goal::Agent(_) => (&mut c.moving, &mut c.moving_reused),
            _ => (&mut c.fixed, &mut c.fixed_reused),
        }
    }

    /// Rows 15–20: one slice. `None`: it goes on in the next step.
    pub(super) fn advance(
        &mut self,
        ctx: &NavContext,
        worker: &mut Worker,
        clock: &dyn Clock,
    ) -> Option<Result<(), End>> {
        let hunt = self.hunt.as_mut()?;
        let left = ctx.params.budget_expansions.saturating_sub(hunt.spent);
        let status =
            hunt.run(&problem(&self.window, hunt.start, hunt.goal), ctx.params.slice_expansions.min(left), worker);
        match status {
            Status::Running if hunt.spent >= ctx.params.budget_expansions => Some(Err(End::Budget)),
            Status::Running => None,
            Status::Found => Some(Ok(())),
            Status::Exhausted => Some(Err(End::WalledIn)),
            // The agent or its goal had come near the old window's edge: no reason to fail yet.
            Status::Edge if hunt.reused => self.start_over(ctx, worker, clock).err().map(Err),
            Status::Edge if self.goal_walled_in(ctx, worker) => Some(Err(End::WalledIn)),
            Status::Edge => Some(Err(End::Edge)),
        }
    }

    /// The same search on a window of its own.
    fn start_over(&mut self, ctx: &NavContext, worker: &mut Worker, clock: &dyn Clock) -> Result<(), End> {
        self.draw_window(ctx, worker, clock);
        if let Some(hunt) = &mut self.hunt {
            hunt.reused = false;
            hunt.from = ctx.me.position;
        }
        self.place(ctx)
    }

    /// Whether no way leads from the goal to the window's edge: then a larger window would not help, but a smaller
    /// buffer may (a house whose door the buffer closes). A goal in the open is told in a few dozen expansions.
    fn goal_walled_in(&mut self, ctx: &NavContext, worker: &mut Worker) -> bool {
        let Some(hunt) = &mut self.hunt else { return false };
        let escape = GridEscape { grid: self.window.bits(), start: hunt.goal, sides: self.window.sides() };
        hunt.search.begin(&escape, 1.0);
        hunt.run(&escape, ctx.params.slice_expansions, worker) == Status::Exhausted
    }

    /// Traces the way found, pulls it straight and puts it in force.
    pub(super) fn adopt(&mut self, ctx: &NavContext, worker: &mut Worker) {
        let Some(hunt) = &self.hunt else { return };
        let res = self.window.resolution_m();
        let Worker { nodes, points, .. } = worker;
        hunt.search.path(nodes);
        points.clear();
        points.push(hunt.from);
        points.extend(nodes.iter().map(|n| self.window.cell(*n).centre(res)));
        points.push(self.aim.at);
        self.path.clear();
        let sight = Sight { window: &self.window, ground: &ctx.world.ground };
        pull(points, &sight, &mut self.path.points);
        self.path.partial = self.aim.partial;
        self.path.origin = Some(hunt.from);
    }

    /// Books how a search ended.
    pub(super) fn close_hunt(&mut self, ctx: &NavContext, worker: &mut Worker, end: Result<(), End>) -> Code {
        let code = match end {
            Ok(()) => {
                self.adopt(ctx, worker);
                self.retry.succeeded();
                self.reason = None;
                Code::SearchOk
            }
            Err(end) => {
                self.reason = Some(self.diagnose(ctx, end));
                self.retry.failed(end, ctx.params);
                if end == End::Budget { Code::OutOfTime } else { Code::SearchFailed }
            }
        };
        if let Some(hunt) = self.hunt.take() {
            // Only now is it certain that the earlier map sufficed.
            *self.tallies(worker).1 += u64::from(hunt.reused);
            self.reused += u32::from(hunt.reused);
            self.expanded = hunt.spent;
            worker.give_back(hunt.search);
        }
        code
    }

    /// The most exact reason that is known.
    fn diagnose(&self, ctx: &NavContext, end: End) -> Reason {
        let apart = || {
            let Clearance { radius_m, height_m, .. } = self.window.clearance();
            let regions = ctx.regions.get(radius_m, height_m)?;
            let (start, goal) = (regions.of_point(self.hunt.as_ref()?.from)?, regions.of_point(self.aim.at)?);
            (start != goal).then_some(Reason::DifferentRegion)
        };
        match end {
            End::WalledIn | End::Edge => apart().unwrap_or(end.reason()),
            _ => end.reason(),
        }
    }
}

impl Hunt {
    fn run(&mut self, problem: &impl Problem, expansions: u32, worker: &mut Worker) -> Status {
        let before = self.search.counts();
        let status = self.search.run(problem, expansions);
        let after = self.search.counts();
        let expanded = after.expanded - before.expanded;
        self.spent = self.spent.saturating_add(expanded);
        worker.counts.expanded += u64::from(expanded);
        worker.counts.generated += u64::from(after.generated - before.generated);
        status
    }
}

fn problem(window: &Window, start: u32, goal: u32) -> GridProblem<'_> {
    let mut problem = GridProblem::new(window.bits(), start, goal);
    problem.sides = window.sides();
    problem
}
