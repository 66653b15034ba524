//! The static planner: one grid of the whole world for all agents of a size, searched exactly by jump points.
//!
//! There is no window, no margin and no buffer, so a search that fails has failed for good: what the source finds out
//! in four tries is known after one, and the reason is exact.

use super::answers::{Answer, Ask};
use super::ends::resolve;
use super::pathfinder::{Pathfinder, Phase};
use super::pool::Lent;
use super::service::{Request, Service, Stage};
use super::worker::Worker;
use super::{Code, Goal, NavContext, Reason};
use crate::diag::Clock;
use crate::geom::Vec2;
use crate::grid::Field;
use crate::path::{Sees, pull};
use crate::search::{Estimate, Jumps, Status, unpack};

/// A search on the shared grid under way.
#[derive(Clone, Debug)]
pub(super) struct SharedHunt {
    pub(super) search: Lent,
    /// What it answers.
    pub(super) ask: Ask,
    /// Where the agent stood when it began.
    pub(super) from: Vec2,
    spent: u32,
}

/// What working on a search needs besides the world and the agent.
pub struct Desk<'a> {
    pub service: &'a Service,
    pub worker: &'a mut Worker,
    /// Only tells where the time went.
    pub clock: &'a dyn Clock,
}

/// Runs `work` and adds its time to the searches'.
fn timed<T>(desk: &mut Desk, work: impl FnOnce(&mut Desk) -> T) -> T {
    let begun = desk.clock.nanos();
    let result = work(desk);
    desk.worker.counts.search_ns += desk.clock.nanos().saturating_sub(begun);
    result
}

/// How a search ended.
type Ending = Result<(), Reason>;

impl Pathfinder {
    /// First round of a step: ends the search when its answer is known already, else leaves a request with the worker.
    pub fn ask(&mut self, ctx: &NavContext, desk: &mut Desk) -> Option<Code> {
        timed(desk, |desk| {
            if ctx.is_far() {
                return self.ask_far(ctx, desk);
            }
            let stage = match (self.phase, &self.shared) {
                (Phase::Running, Some(hunt)) => {
                    desk.worker.requests.push(Request { ask: hunt.ask, stage: Stage::Running, slot: ctx.slot as u32 });
                    return None;
                }
                (Phase::Queued | Phase::Running, _) if self.long => Stage::Long,
                (Phase::Queued | Phase::Running, _) => Stage::New,
                _ => return None,
            };
            self.phase = Phase::Queued;
            match self.look(ctx, desk.worker) {
                Err(code) => Some(code),
                Ok(ask) => self.recall(ctx, &ask, desk).or_else(|| {
                    desk.worker.requests.push(Request { ask, stage, slot: ctx.slot as u32 });
                    None
                }),
            }
        })
    }

    /// What there is to search; the code of a search that ends before it begins.
    pub(super) fn look(&mut self, ctx: &NavContext, worker: &mut Worker) -> Result<Ask, Code> {
        match resolve(ctx, self.aim.at) {
            Err(reason) => {
                self.count_search(worker);
                worker.counts.cached_failures += u64::from(reason == Reason::DifferentRegion);
                Err(self.close_shared(worker, Err(reason)))
            }
            Ok(_) if ctx.body_sight().clear(ctx.me.position, self.aim.at) => Err(self.go_straight(ctx, worker)),
            Ok(ask) => Ok(ask),
        }
    }

    /// Second round: works on the search for one slice. Answers how it ended, when it did. Without leave to park, a
    /// search that does not end in its slice begins anew in a later step.
    pub fn work(&mut self, ctx: &NavContext, may_park: bool, desk: &mut Desk) -> Option<Code> {
        timed(desk, |desk| {
            if ctx.is_far() {
                return self.work_far(ctx, desk);
            }
            let field = ctx.regions.field(ctx.me.radius_m, ctx.me.height_m)?;
            if self.phase == Phase::Queued {
                self.begin_shared(ctx, field, desk).ok()?;
            }
            match self.advance_shared(ctx, field, desk.worker) {
                Some(end) => {
                    self.report(end, desk.worker);
                    if end.is_ok() {
                        self.adopt_shared(ctx, desk.worker);
                    }
                    Some(self.close_shared(desk.worker, end))
                }
                None if may_park => {
                    self.phase = Phase::Running;
                    None
                }
                None => {
                    (self.shared, self.long, self.phase) = (None, true, Phase::Queued);
                    None
                }
            }
        })
    }

    /// Third round: whether somebody else's search answered what this agent asked.
    pub fn hear(&mut self, ctx: &NavContext, desk: &mut Desk) -> Option<Code> {
        if self.phase != Phase::Queued || ctx.is_far() {
            return None;
        }
        timed(desk, |desk| {
            let ask = resolve(ctx, self.aim.at).ok()?;
            self.recall(ctx, &ask, desk)
        })
    }

    /// Nothing lies between the agent and its goal: no way is shorter, and a search could look along every open row of
    /// the map before it said so.
    fn go_straight(&mut self, ctx: &NavContext, worker: &mut Worker) -> Code {
        self.count_search(worker);
        worker.counts.in_sight += 1;
        self.expanded = 0;
        self.path.clear();
        self.path.points.push(self.aim.at);
        self.path.origin = Some(ctx.me.position);
        self.close_shared(worker, Ok(()))
    }

    /// Takes the answer to a request from those that are known.
    fn recall(&mut self, ctx: &NavContext, ask: &Ask, desk: &mut Desk) -> Option<Code> {
        let answer = desk.service.answers.get(ask)?;
        self.count_search(desk.worker);
        let end = match answer {
            Answer::Way(way) => {
                desk.worker.counts.shared += 1;
                desk.worker.jumps.clear();
                desk.worker.jumps.extend_from_slice(way);
                self.adopt_shared(ctx, desk.worker);
                Ok(())
            }
            Answer::Failure(reason) => {
                desk.worker.counts.cached_failures += 1;
                Err(reason)
            }
        };
        self.expanded = 0;
        Some(self.close_shared(desk.worker, end))
    }

    /// Counts a search once, however often it is begun.
    pub(super) fn count_search(&mut self, worker: &mut Worker) {
        if std::mem::take(&mut self.long) {
            return;
        }
        match self.goal {
            Goal::Agent(_) => worker.counts.moving += 1,
            _ => worker.counts.fixed += 1,
        }
        self.searches += 1;
    }

    fn begin_shared(&mut self, ctx: &NavContext, field: &Field, desk: &mut Desk) -> Result<(), Reason> {
        let ask = resolve(ctx, self.aim.at)?;
        self.count_search(desk.worker);
        let mut search = desk.service.pool.lend();
        search.begin(&Jumps { field }, ask.start, ask.goal, Estimate::default());
        self.shared = Some(SharedHunt { search, ask, from: ctx.me.position, spent: 0 });
        Ok(())
    }

    fn advance_shared(&mut self, ctx: &NavContext, field: &Field, worker: &mut Worker) -> Option<Ending> {
        let hunt = self.shared.as_mut()?;
        let left = ctx.params.budget_expansions.saturating_sub(hunt.spent);
        let before = hunt.search.counts();
        let status = hunt.search.run(&Jumps { field }, ctx.params.slice_expansions.min(left));
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

    /// Leaves what was found out with the worker, for all who ask the same.
    fn report(&mut self, end: Ending, worker: &mut Worker) {
        let Some(hunt) = &self.shared else { return };
        self.expanded = hunt.spent;
        hunt.search.waypoints(&mut worker.jumps);
        let answer = match end {
            Ok(()) => Answer::Way(&worker.jumps),
            Err(reason) => Answer::Failure(reason),
        };
        worker.findings.add(hunt.ask, answer);
    }

    pub(super) fn close_shared(&mut self, worker: &mut Worker, end: Ending) -> Code {
        let code = match end {
            Ok(()) => {
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
        worker.jumps.clear();
        self.shared = None;
        self.phase = Phase::Ended(code);
        code
    }

    /// Pulls the way among the worker's jumps straight and puts it in force.
    fn adopt_shared(&mut self, ctx: &NavContext, worker: &mut Worker) {
        let from = self.shared.as_ref().map_or(ctx.me.position, |hunt| hunt.from);
        self.trace(ctx, Some(from), true, worker);
        self.path.clear();
        pull(&worker.points, &ctx.body_sight(), &mut self.path.points);
        self.path.origin = Some(from);
    }

    /// Writes the way among the worker's jumps as places: from where the agent stood, where that is said, over the middles
    /// of all cells, and at the end to the exact place, where the body can stand there: beside a wall the cell's middle is
    /// as near as it gets.
    pub(super) fn trace(&self, ctx: &NavContext, from: Option<Vec2>, end: bool, worker: &mut Worker) {
        let Worker { jumps, cells, points, .. } = worker;
        let (res, sight) = (ctx.world.ground.resolution_m(), ctx.body_sight());
        unpack(jumps, cells);
        points.clear();
        points.extend(from);
        points.extend(cells.iter().map(|c| c.centre(res)));
        if end && cells.last().is_some_and(|c| sight.clear(c.centre(res), self.aim.at)) {
            points.push(self.aim.at);
        }
    }
}
