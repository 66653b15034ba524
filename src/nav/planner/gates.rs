//! The planner over gates (Ozcan & Haciomeroglu 2015): the whole path to a fixed goal, by length and by what others plan.
//!
//! A path is planned again in each tenth step, an agent's turn following from its slot, while the one in force is walked. Each plan
//! is marked through the gates of its first cells after the searches of the step; so is the path in force where the ceiling leaves no
//! time to plan again. A search that outlives its slice keeps the memory of its worker; other agents of that worker wait.
//!
//! Where many go to the same goal one search from there serves them all: their paths are read off its flow field, which counts what gates
//! add and is built again as often (`fields`).

mod fields;
mod finer;
mod ground;
mod marked;
mod memory;
mod sight;

pub(super) use marked::Marked;

use super::quick::Departure;
use super::shared::flows::ask;
use super::shared::service::SharedService;
use super::{Claim, Job, JobState, Key, Leeway, Need, Noted, Plan, Progress, Task, add_places, cell_bits, precheck};
use crate::crowd::{FlowKey, Marking, TURN_STEPS};
use crate::geom::{Cell, Vec2};
use crate::grid::Lattice;
use crate::nav::{Code, Failure, NavContext, PathFollower, Reason, place_bits};
use crate::search::Status;
use finer::Finer;
use ground::Ground;
use memory::Memory;
use sight::GateSight;
use std::hash::Hasher;

/// A path that is planned again while it is walked counts as if its turn was so many steps later: however many wait, first paths go first.
const RENEWAL_STEPS: u64 = 1 << 32;
/// What an expansion over gates costs: its eight neighbours have eight gates each.
const EXPANSION_WORK: u32 = 3;
/// What it costs to pull a path straight, for each place on it.
const PULL_WORK: u32 = 2;
/// Cells of a path that are kept, to be marked again from where the agent is then.
const KEPT_CELLS: usize = 48;

/// Memory of one thread.
#[derive(Debug, Default)]
pub(in crate::nav) struct Scratch {
    /// For searches over cells with gates …
    gated: Memory,
    /// … and over those of the world, which take longer.
    plain: Memory,
    /// The paths that its agents marked in this step.
    pub marked: Marked,
    /// The goals that its agents ask for in this step, and their slots.
    pub asked: Vec<(FlowKey, u32)>,
    nodes: Vec<u32>,
    cells: Vec<Cell>,
    turns: Vec<Cell>,
    points: Vec<Vec2>,
    trail: Vec<Vec2>,
    lattice: Lattice,
    finer: Finer,
}

impl Scratch {
    fn memory(&mut self, has_gates: bool) -> &mut Memory {
        if has_gates { &mut self.gated } else { &mut self.plain }
    }
}

/// An agent's search over gates.
#[derive(Clone, Debug, Default)]
pub(in crate::nav) struct GateJob {
    run: Option<Run>,
    /// The step since which a new plan is due.
    due: Option<u64>,
    /// Whether cells with gates are known to lead nowhere: the search is over those of the world.
    ungated: bool,
    /// The first cells of the plan in force.
    cells: Vec<Cell>,
    /// The number of the flow field that it was read off.
    read: Option<u64>,
}

#[derive(Clone, Debug)]
struct Run {
    ground: Ground,
    key: Key,
    began: Departure,
    spent: u32,
}

impl Job for GateJob {
    type Service = SharedService;
    type Scratch = Scratch;

    fn start(&mut self, task: &mut Task, service: &SharedService, scratch: &mut Scratch) -> Progress {
        let (slot, step) = (task.ctx.slot, task.ctx.step);
        let is_turn = (step + slot as u64).is_multiple_of(TURN_STEPS);
        let renews = task.query.need == Need::Renewal;
        if renews && is_turn {
            self.mark_again(task.ctx, &mut scratch.marked);
            self.due = self.due.or(Some(step));
        }
        // Where another search took its memory it begins again.
        self.run = self.run.take().filter(|run| scratch.memory(run.ground.has_gates()).parking.resumes(task.ctx));
        let since = match (self.due, renews) {
            (None, true) => return Progress::Waiting,
            (Some(due), true) => due + RENEWAL_STEPS,
            (_, false) => task.query.since,
        };
        let mut most = task.ctx.params.slice_expansions.saturating_mul(EXPANSION_WORK);
        if self.run.is_none() {
            let key = match precheck(task) {
                Ok(key) => key,
                Err(end) => return self.without_path(task, end),
            };
            ask(&mut scratch.asked, task.ctx, &key);
            if let Some(flow) = service.field_of(task.ctx, &key) {
                if renews && self.read == Some(flow.1) {
                    self.due = None;
                    return Progress::Waiting;
                }
                most = fields::work(flow.0, key.start);
                if task.is_allowed(most) {
                    return self.follow(task, &key, flow, scratch);
                }
            }
        }
        let claim = task.claim_of(most);
        let waited = if renews { 0 } else { claim.waited };
        task.claims.push(Claim { rank: claim.rank.max(since), waited, ..claim });
        Progress::Waiting
    }

    fn step(&mut self, task: &mut Task, service: &SharedService, scratch: &mut Scratch, _: bool) -> Progress {
        if self.run.is_none() {
            let key = match precheck(task) {
                Ok(key) => key,
                Err(end) => return self.without_path(task, end),
            };
            if let Some(flow) = service.field_of(task.ctx, &key) {
                task.charge(fields::work(flow.0, key.start));
                return self.follow(task, &key, flow, scratch);
            }
            self.run = Run::begin(task, key, scratch, !self.ungated);
        }
        let Some(run) = &mut self.run else { return Progress::Waiting };
        match run.slice(task, scratch) {
            None => self.park(task, scratch),
            Some(end) => match self.run.take() {
                Some(run) => self.end(task, run, end, scratch),
                None => Progress::Waiting,
            },
        }
    }
}

impl GateJob {
    /// The next search starts from nothing. Its memory is free from the next step on.
    pub(super) fn restart(&mut self) {
        (self.run, self.due, self.read, self.ungated) = (None, None, None, false);
        self.cells.clear();
    }

    /// There is no new path: one that is walked stays in force.
    fn without_path(&mut self, task: &mut Task, end: Progress) -> Progress {
        (self.due, self.ungated) = (None, false);
        if task.query.need == Need::Renewal {
            return Progress::Waiting;
        }
        task.count_search();
        end
    }

    /// How a search ended.
    fn end(&mut self, task: &mut Task, run: Run, end: Result<(), Reason>, scratch: &mut Scratch) -> Progress {
        task.tally.expanded = run.spent;
        if end == Err(Reason::DifferentRegion) && run.ground.has_gates() {
            // Cells with gates lead nowhere: in the next slice it goes on over those of the world. Where the memory for that is
            // another agent's, it waits, and does not find out again.
            self.ungated = true;
            self.run = Run::begin(task, run.key, scratch, false);
            return self.park(task, scratch);
        }
        if let Err(reason) = end {
            return self.without_path(task, Progress::Ended(Err(Failure::final_for(reason))));
        }
        self.adopt(task, &run, scratch);
        self.found(task)
    }

    /// Its search goes on in the next step.
    fn park(&mut self, task: &Task, scratch: &mut Scratch) -> Progress {
        let Some(run) = &self.run else { return Progress::Waiting };
        scratch.memory(run.ground.has_gates()).parking.park(task.ctx);
        if task.query.need == Need::Renewal { Progress::Waiting } else { Progress::Running }
    }

    /// Marks what is left of the plan in force.
    fn mark_again(&self, ctx: &NavContext, marked: &mut Marked) {
        let Some((map, _)) = ctx.gates_here() else { return };
        let here = Cell::of(ctx.me.position, map.cell_m);
        let away = |cell: &Cell| cell.x.abs_diff(here.x).max(cell.y.abs_diff(here.y));
        if let Some((nearest, _)) = self.cells.iter().enumerate().min_by_key(|(_, cell)| away(cell)) {
            marked.add((ctx.slot, ctx.me.storey), &self.cells[nearest..], Marking::Whole, false);
        }
    }

    /// Puts the path that was just found in force, and marks it.
    fn adopt(&mut self, task: &mut Task, run: &Run, scratch: &mut Scratch) {
        let Scratch { gated, plain, marked, nodes, cells, points, trail, lattice, finer, .. } = scratch;
        let ctx = task.ctx;
        let Some((map, sheet)) = ctx.gates_here() else { return };
        if run.ground.has_gates() { gated } else { plain }.search.path(nodes);
        let on = run.ground.on();
        cells.clear();
        points.clear();
        points.push(run.began.from);
        if run.ground.has_gates() {
            cells.extend(nodes.iter().map(|node| on.cell(*node)));
            let metre = run.ground.metre(ctx);
            let expanded = finer.add_places((ctx, map, sheet), cells, (metre, run.ground.least()), marked, points);
            task.counts.expanded += u64::from(expanded);
            task.charge(expanded.saturating_mul(EXPANSION_WORK));
            add_places(ctx, std::iter::once(run.key.goal), lattice, points);
        } else {
            add_places(ctx, nodes.iter().map(|node| on.cell(*node)), lattice, points);
            cells.extend(nodes.iter().map(|node| map.cell_of(on.cell(*node))));
            cells.dedup();
        }
        self.keep(ctx, cells, marked);
        (self.read, self.ungated) = (None, false);
        run.began.trail(task, trail);
        let last = points.last().copied();
        points.extend(last.and_then(|last| ctx.nearest_end(last, task.query.to)));
        task.charge(PULL_WORK * points.len() as u32);
        ctx.pull(points, &GateSight::of(ctx), task.path.begin(run.began.from, false));
        task.path.ticks = 0;
        Departure::join(task, trail);
    }
}

impl Run {
    /// Begins a search in the memory of a worker, over cells with gates where `gated`; `None` where another agent's search is parked
    /// there, or the ends are not open.
    fn begin(task: &Task, key: Key, scratch: &mut Scratch, gated: bool) -> Option<Self> {
        let ground = Ground::now(task.ctx, &key, task.query.to, gated)?;
        let memory = scratch.memory(ground.has_gates());
        if memory.parking.is_held(task.ctx) {
            return None;
        }
        memory.parking.free();
        memory.search.begin(&ground.problem(task.ctx, &key)?, 1.0);
        Some(Self { ground, key, began: Departure::now(task), spent: 0 })
    }

    fn slice(&mut self, task: &mut Task, scratch: &mut Scratch) -> Option<Result<(), Reason>> {
        let params = task.ctx.params;
        let slice = params.slice_expansions.min(params.budget_expansions.saturating_sub(self.spent));
        let Some(problem) = self.ground.problem(task.ctx, &self.key) else {
            return Some(Err(Reason::StartBlocked));
        };
        let memory = scratch.memory(self.ground.has_gates());
        memory.parking.free();
        let before = memory.search.counts;
        let status = match task.replay.as_deref_mut() {
            None => memory.search.run(&problem, slice),
            Some(out) => {
                let place = |node| self.ground.place(task.ctx, node);
                memory.search.run_observed(&problem, slice, &mut Noted { place, out })
            }
        };
        let expanded = task.count_work(before, memory.search.counts);
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
    /// Paths lead through the gates that they were planned through.
    fn leeway(&self, _: &NavContext) -> Leeway {
        Leeway::Corners
    }

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
        h.write_u8(self.ungated.into());
        h.write_u64(self.read.map_or(u64::MAX, |number| number));
        if let Some(run) = &self.run {
            h.write_u64(run.spent.into());
            h.write_u64(place_bits(run.began.from));
            h.write_u64(cell_bits(run.key.goal));
        }
        self.cells.iter().for_each(|cell| h.write_u64(cell_bits(*cell)));
    }
}
