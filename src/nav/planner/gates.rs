//! The planner over gates (Ozcan & Haciomeroglu 2015): the whole path to a fixed goal, by length and by what others plan.
//!
//! A path is planned again in each tenth step, an agent's turn following from its slot, while the one in force is walked. Each plan
//! is laid through the gates of its first cells after the searches of the step; so is the path in force where the ceiling leaves no
//! time to plan again. A search that outlives its slice keeps the memory of its worker; other agents of that worker wait.

mod laid;
mod sight;

pub(super) use laid::Laid;

use super::field::pull_work;
use super::quick::Departure;
use super::{Claim, Job, JobState, Key, Need, Plan, Progress, Task, add_places, cell_bits, precheck};
use crate::crowd::{GateProblem, On};
use crate::geom::{Cell, Vec2};
use crate::graph::NavGraph;
use crate::grid::{CostLayer, Field, Lattice};
use crate::nav::{Code, Failure, NavContext, PathFollower, Reason, place_bits};
use crate::path::{Sees, pull};
use crate::search::{AStar, DaryHeap, Entry, Status};
use sight::GateSight;
use std::hash::Hasher;
use std::sync::Arc;

/// An agent plans again once in so many steps.
const TURN_STEPS: u64 = 10;
/// A path that is planned again counts as if its turn was so many steps later: first paths go first.
const RENEWAL_STEPS: u64 = 100;
/// What an expansion over gates costs: its eight neighbours have eight gates each.
const EXPANSION_WORK: u32 = 3;
/// Cells of a path that are kept, to be laid again from where the agent is then.
const KEPT_CELLS: usize = 48;

/// Memory of one thread.
#[derive(Debug, Default)]
pub(in crate::nav) struct Scratch {
    search: AStar<DaryHeap<Entry>>,
    /// The agent whose search is parked in it, and the last step in which that agent went on with it.
    parked: Option<(usize, u64)>,
    /// The paths that its agents laid in this step.
    pub laid: Laid,
    nodes: Vec<u32>,
    cells: Vec<Cell>,
    points: Vec<Vec2>,
    trail: Vec<Vec2>,
    lattice: Lattice,
}

/// An agent's search over gates.
#[derive(Clone, Debug, Default)]
pub(in crate::nav) struct GateJob {
    run: Option<Run>,
    /// The step since which a new plan is due.
    due: Option<u64>,
    /// The first cells of the plan in force.
    cells: Vec<Cell>,
}

#[derive(Clone, Debug)]
struct Run {
    ground: Ground,
    key: Key,
    began: Departure,
    spent: u32,
}

/// What a search is over, as it was when the search began.
#[derive(Clone, Debug)]
struct Ground {
    field: Arc<Field>,
    graph: Option<Arc<NavGraph>>,
    costs: Option<Arc<CostLayer>>,
}

impl Ground {
    fn now(ctx: &NavContext) -> Option<Self> {
        let field = ctx.regions.field_now(ctx.me.radius_m, ctx.me.height_m, ctx.me.moves)?;
        let (_, gates) = ctx.gates_here()?;
        Some(Self { field, graph: gates.graph().cloned(), costs: ctx.regions.costs_now(ctx.me.moves) })
    }

    fn on(&self) -> On<'_> {
        self.graph.as_deref().map_or(On::Grid(&self.field), On::Graph)
    }

    /// The search over it: gates, influence that the agent avoids, and what the ground costs. Where all that changes between slices,
    /// the path is one that was cheap meanwhile.
    fn problem<'a>(&'a self, ctx: &'a NavContext, key: &Key) -> Option<GateProblem<'a, impl Fn(Cell) -> u32 + 'a>> {
        let (map, gates) = ctx.gates_here()?;
        let res = ctx.world.ground.resolution_m();
        let extra = move |cell: Cell| {
            if ctx.avoided.is_empty() { 0 } else { ctx.influence.cost(ctx.avoided, cell.centre(res)) }
        };
        let problem = GateProblem::new(self.on(), (gates, map.weights), res, (key.start, key.goal), extra)?;
        Some(problem.with_costs(self.costs.as_deref()))
    }
}

impl Job for GateJob {
    type Service = ();
    type Scratch = Scratch;

    fn start(&mut self, task: &mut Task, _: &(), scratch: &mut Scratch) -> Progress {
        let (slot, step) = (task.ctx.slot, task.ctx.step);
        let is_turn = (step + slot as u64).is_multiple_of(TURN_STEPS);
        let renews = task.query.need == Need::Renewal;
        if renews && is_turn {
            self.lay_again(task.ctx, &mut scratch.laid);
            self.due = self.due.or(Some(step));
        }
        if self.run.is_some() {
            if let Some((owner, seen)) = &mut scratch.parked
                && *owner == slot
            {
                *seen = step;
            } else {
                // Another search took its memory.
                self.run = None;
            }
        }
        let since = match (self.due, renews) {
            (None, true) => return Progress::Waiting,
            (Some(due), true) => due + RENEWAL_STEPS,
            (_, false) => task.query.since,
        };
        if self.run.is_none()
            && let Err(end) = precheck(task)
        {
            return self.without_path(task, end);
        }
        let most = task.ctx.params.slice_expansions.saturating_mul(EXPANSION_WORK);
        let claim = task.claim_of(most);
        let waited = if renews { 0 } else { claim.waited };
        task.claims.push(Claim { rank: claim.rank.max(since), waited, ..claim });
        Progress::Waiting
    }

    fn step(&mut self, task: &mut Task, _: &(), scratch: &mut Scratch, _: bool) -> Progress {
        let is_held = |(owner, seen): (usize, u64)| owner != task.ctx.slot && seen + 1 >= task.ctx.step;
        if self.run.is_none() {
            if scratch.parked.is_some_and(is_held) {
                return Progress::Waiting;
            }
            let key = match precheck(task) {
                Ok(key) => key,
                Err(end) => return self.without_path(task, end),
            };
            let Some(ground) = Ground::now(task.ctx) else { return Progress::Waiting };
            let Some(problem) = ground.problem(task.ctx, &key) else {
                return self.without_path(task, Progress::Ended(Err(Failure::final_for(Reason::StartBlocked))));
            };
            if task.query.need != Need::Renewal {
                task.count_search();
            }
            scratch.search.begin(&problem, 1.0);
            drop(problem);
            self.run = Some(Run { ground, key, began: Departure::now(task), spent: 0 });
        }
        scratch.parked = None;
        let Some(run) = &mut self.run else { return Progress::Waiting };
        match run.slice(task, scratch) {
            None => {
                scratch.parked = Some((task.ctx.slot, task.ctx.step));
                if task.query.need == Need::Renewal { Progress::Waiting } else { Progress::Running }
            }
            Some(end) => {
                task.tally.expanded = run.spent;
                let run = self.run.take();
                match (end, run) {
                    (Ok(()), Some(run)) => {
                        self.adopt(task, &run, scratch);
                        if task.query.need == Need::Renewal { Progress::Waiting } else { Progress::Ended(Ok(())) }
                    }
                    (end, _) => self.without_path(task, Progress::Ended(end.map_err(Failure::final_for))),
                }
            }
        }
    }
}

impl GateJob {
    /// The next search starts from nothing. Its memory is free from the next step on.
    pub(super) fn restart(&mut self) {
        (self.run, self.due) = (None, None);
        self.cells.clear();
    }

    /// There is no new path: one that is walked stays in force.
    fn without_path(&mut self, task: &mut Task, end: Progress) -> Progress {
        self.due = None;
        if task.query.need == Need::Renewal {
            return Progress::Waiting;
        }
        task.count_search();
        end
    }

    /// Lays what is left of the plan in force.
    fn lay_again(&self, ctx: &NavContext, laid: &mut Laid) {
        let here = Cell::of(ctx.me.position, ctx.world.ground.resolution_m());
        let away = |cell: &Cell| cell.x.abs_diff(here.x).max(cell.y.abs_diff(here.y));
        if let Some((nearest, _)) = self.cells.iter().enumerate().min_by_key(|(_, cell)| away(cell)) {
            laid.add(ctx.slot, ctx.me.storey, &self.cells[nearest..]);
        }
    }

    /// Puts the path that was just found in force, and lays it.
    fn adopt(&mut self, task: &mut Task, run: &Run, scratch: &mut Scratch) {
        let Scratch { search, laid, nodes, cells, points, trail, lattice, .. } = scratch;
        let ctx = task.ctx;
        search.path(nodes);
        cells.clear();
        cells.extend(nodes.iter().map(|node| run.ground.on().cell(*node)));
        self.cells.clear();
        self.cells.extend(cells.iter().take(KEPT_CELLS));
        self.due = None;
        laid.add(ctx.slot, ctx.me.storey, &self.cells);
        run.began.trail(task, trail);
        points.clear();
        points.push(run.began.from);
        add_places(ctx, cells.iter().copied(), lattice, points);
        let sight = GateSight::of(ctx);
        let last = points.last().copied();
        points.extend(Some(task.query.to).filter(|to| last.is_some_and(|last| ctx.body_sight().clear(last, *to))));
        task.charge(pull_work(cells) + points.len() as u32);
        let out = task.path.begin(run.began.from, false);
        pull(points, &sight, out);
        task.path.ticks = 0;
        Departure::join(task, trail);
    }
}

impl Run {
    fn slice(&mut self, task: &mut Task, scratch: &mut Scratch) -> Option<Result<(), Reason>> {
        let params = task.ctx.params;
        let slice = params.slice_expansions.min(params.budget_expansions.saturating_sub(self.spent));
        let Some(problem) = self.ground.problem(task.ctx, &self.key) else {
            return Some(Err(Reason::StartBlocked));
        };
        let before = scratch.search.counts;
        let status = scratch.search.run(&problem, slice);
        let expanded = task.count_work(before, scratch.search.counts);
        task.charge(expanded.saturating_mul(EXPANSION_WORK));
        self.spent = self.spent.saturating_add(expanded);
        match status {
            Status::Found => Some(Ok(())),
            Status::Running if self.spent < params.budget_expansions => None,
            Status::Running => Some(Err(Reason::Budget)),
            Status::Exhausted | Status::Edge => Some(Err(Reason::DifferentRegion)),
        }
    }
}

impl Plan for GateJob {
    fn renews(&self) -> bool {
        true
    }

    /// Waypoints are passed over where the straight line costs no more, gates included.
    fn next_waypoint(&self, ctx: &NavContext, path: &mut PathFollower) -> Option<(Code, Vec2)> {
        path.next_waypoint(ctx.me.position, &GateSight::of(ctx))
    }

    fn state(&self) -> JobState {
        JobState { expanded: self.run.as_ref().map(|run| run.spent), ..JobState::default() }
    }

    fn digest(&self, _: bool, _: bool, h: &mut dyn Hasher) {
        h.write_u64(self.due.map_or(u64::MAX, |due| due));
        if let Some(run) = &self.run {
            h.write_u64(run.spent.into());
            h.write_u64(place_bits(run.began.from));
            h.write_u64(cell_bits(run.key.goal));
        }
        self.cells.iter().for_each(|cell| h.write_u64(cell_bits(*cell)));
    }
}
