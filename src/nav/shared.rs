//! The static planner: one grid of the whole world for all agents of a size, searched exactly by jump points.
//!
//! There is no window, no margin and no buffer, so a search that fails has failed for good: what the source finds out
//! in four tries is known after one, and the reason is exact.

use super::pathfinder::{Pathfinder, Phase};
use super::worker::{SharedSearch, Worker};
use super::{Code, Goal, NavContext, Reason};
use crate::geom::{Cell, Vec2};
use crate::grid::Field;
use crate::path::{Sees, pull};
use crate::search::{Estimate, Jumps, Status, unpack};

/// A body counts as standing free with this share of its radius: bodies that lean on a wall do.
const LEAN: f32 = 0.95;
/// How many cells round a place that is closed on the grid an open one is looked for.
const STEP_OUT_CELLS: i32 = 2;

/// A search on the shared grid that may outlive a step.
#[derive(Clone, Debug)]
pub(super) struct SharedHunt {
    pub(super) search: SharedSearch,
    /// Where the agent stood when it began.
    pub(super) from: Vec2,
    pub(super) goal: Cell,
    spent: u32,
}

impl Pathfinder {
    /// One slice of a search on the shared grid. Answers how it ended, when it did.
    pub(super) fn run_shared(&mut self, ctx: &NavContext, me: usize, worker: &mut Worker) -> Option<Code> {
        let (radius, height) = (ctx.bodies.radius[me], ctx.bodies.height[me]);
        let field = ctx.regions.field(radius, height);
        let end = match (self.phase, field) {
            (_, None) => Some(Err(Reason::MapTooLarge)),
            (Phase::Queued, Some(field)) => match self.open_shared(ctx, me, field, worker) {
                Ok(()) => self.advance_shared(ctx, field, worker),
                Err(reason) => Some(Err(reason)),
            },
            (Phase::Running, Some(field)) => self.advance_shared(ctx, field, worker),
            _ => return None,
        };
        let code = end.map(|end| self.close_shared(ctx, me, worker, end));
        self.phase = code.map_or(Phase::Running, Phase::Ended);
        code
    }

    fn open_shared(&mut self, ctx: &NavContext, me: usize, field: &Field, worker: &mut Worker) -> Result<(), Reason> {
        match self.goal {
            Goal::Agent(_) => worker.counts.moving += 1,
            _ => worker.counts.fixed += 1,
        }
        self.searches += 1;
        let from = ctx.bodies.position[me];
        let mut search = match self.shared.take() {
            Some(hunt) => hunt.search,
            None => worker.shared_pool.pop().unwrap_or_else(|| SharedSearch::new(Default::default())),
        };
        let ends = cell_at(ctx, me, field, from)
            .ok_or(Reason::StartBlocked)
            .and_then(|start| Ok((start, cell_at(ctx, me, field, self.aim.at).ok_or(Reason::GoalBlocked)?)))
            .and_then(
                |(start, goal)| {
                    if field.may_join(start, goal) { Ok((start, goal)) } else { Err(Reason::DifferentRegion) }
                },
            );
        match ends {
            Ok((start, goal)) => {
                search.begin(&Jumps { field }, start, goal, Estimate::default());
                self.shared = Some(SharedHunt { search, from, goal, spent: 0 });
                Ok(())
            }
            Err(reason) => {
                worker.shared_pool.push(search);
                Err(reason)
            }
        }
    }

    fn advance_shared(&mut self, ctx: &NavContext, field: &Field, worker: &mut Worker) -> Option<Result<(), Reason>> {
        let hunt = self.shared.as_mut()?;
        let left = ctx.params.budget_expansions.saturating_sub(hunt.spent);
        let before = hunt.search.counts();
        let status = hunt.search.run(&Jumps { field }, ctx.params.slice_expansions.min(left), &mut ());
        let after = hunt.search.counts();
        let expanded = after.expanded - before.expanded;
        hunt.spent = hunt.spent.saturating_add(expanded);
        worker.counts.expanded += u64::from(expanded);
        worker.counts.generated += u64::from(after.generated - before.generated);
        match status {
            Status::Found => Some(Ok(())),
            Status::Running if hunt.spent < ctx.params.budget_expansions => None,
            Status::Running => Some(Err(Reason::Budget)),
            Status::Exhausted | Status::Edge => Some(Err(Reason::DifferentRegion)),
        }
    }

    fn close_shared(&mut self, ctx: &NavContext, me: usize, worker: &mut Worker, end: Result<(), Reason>) -> Code {
        let code = match end {
            Ok(()) => {
                self.adopt_shared(ctx, me, worker);
                self.retry.succeeded();
                self.reason = None;
                Code::SearchOk
            }
            Err(reason) => {
                self.reason = Some(reason);
                self.retry.failed_for_good();
                if reason == Reason::Budget { Code::OutOfTime } else { Code::SearchFailed }
            }
        };
        if let Some(hunt) = self.shared.take() {
            self.expanded = hunt.spent;
            worker.shared_pool.push(hunt.search);
        }
        code
    }

    /// Pulls the way found straight and puts it in force.
    fn adopt_shared(&mut self, ctx: &NavContext, me: usize, worker: &mut Worker) {
        let Some(hunt) = &self.shared else { return };
        let res = ctx.world.ground.resolution_m();
        let Worker { jumps, cells, points, .. } = worker;
        hunt.search.waypoints(jumps);
        unpack(jumps, cells);
        let sight = ctx.body_sight(me);
        points.clear();
        points.push(hunt.from);
        points.extend(cells.iter().map(|c| c.centre(res)));
        // The exact place, where the body can stand there: beside a wall the cell's middle is as near as it gets.
        if cells.last().is_some_and(|c| sight.clear(c.centre(res), self.aim.at)) {
            points.push(self.aim.at);
        }
        self.path.clear();
        pull(points, &sight, &mut self.path.points);
        self.path.origin = Some(hunt.from);
    }
}

/// The open cell from which a way to or from a place leads: its own, else the nearest that a body can reach from there.
/// `None` where no body stands.
fn cell_at(ctx: &NavContext, me: usize, field: &Field, at: Vec2) -> Option<Cell> {
    let res = ctx.world.ground.resolution_m();
    let own = Cell::of(at, res);
    if field.open(own) {
        return Some(own);
    }
    let body = ctx.body_sight(me);
    let lean = crate::path::BodySight { radius_m: body.radius_m * LEAN, ..body };
    if !ctx.world.is_free(at, lean.radius_m, lean.height_m) {
        return None;
    }
    let mut best: Option<(f32, Cell)> = None;
    for y in own.y - STEP_OUT_CELLS..=own.y + STEP_OUT_CELLS {
        for x in own.x - STEP_OUT_CELLS..=own.x + STEP_OUT_CELLS {
            let cell = Cell::new(x, y);
            let distance = cell.centre(res).distance_squared(at);
            let nearer = best.is_none_or(|(d, _)| distance < d);
            if nearer && field.open(cell) && lean.clear(at, cell.centre(res)) {
                best = Some((distance, cell));
            }
        }
    }
    best.map(|(_, cell)| cell)
}
