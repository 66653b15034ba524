//! The planner over graphs of the world: hexagons, markers, points of visibility, meshes and more (`graph::GraphKind`).
//!
//! Whether start and goal are connected at all is looked up on the shared grid, so that the reasons of failures are the same for all planners;
//! the path leads over the graph that all agents of a size share, or over a window of the search's own. A search that outlives its slice
//! keeps the memory of its worker; other agents of that worker wait. It restarts when the graph changes, with a slice of twice the size,
//! so that it ends however often that is.

mod memory;
pub(super) mod service;

use super::field::{end_in_sight, sight_work};
use super::quick::Departure;
use super::{Job, JobState, Key, Leeway, Plan, Progress, Task, cell_bits, precheck};
use crate::geom::{Cell, Vec2};
use crate::graph::{BodySize, GraphKind, Mover, Site};
use crate::grid::size_class;
use crate::nav::near::Wary;
use crate::nav::{Code, Failure, NavContext, PathFollower, Reason, place_bits};
use crate::path::Sees;
use crate::search::Status;
use memory::{Memory, Searched};
use service::GraphService;
use std::hash::Hasher;

/// A search may expand so many times as many nodes as one in a window before it has spent `budget_expansions`: it covers the whole world.
const MORE_EXPANSIONS: u32 = 8;
/// A slice is doubled so many times at most.
const MOST_DOUBLINGS: u32 = 16;
/// The work of `slice_expansions`, for each of them, in expansions of a search in a window.
const SLICE_WORK: u32 = 4;
/// What it costs to pull a path straight, for each place on it.
const PULL_WORK: u32 = 2;

/// Memory of one thread.
#[derive(Debug, Default)]
pub(in crate::nav) struct Scratch {
    memory: Memory,
    points: Vec<Vec2>,
    trail: Vec<Vec2>,
}

/// An agent's search over a graph.
#[derive(Clone, Debug, Default)]
pub(in crate::nav) struct GraphJob {
    run: Option<Run>,
    /// How many times the search lost its graph or its memory.
    restarts: u32,
    /// Whether the straight line to the goal is yet to be looked along, in the same step.
    unseen: bool,
}

#[derive(Clone, Copy, Debug)]
struct Run {
    key: Key,
    /// Of the graph; 0: the search has a window of its own.
    number: u64,
    began: Departure,
    spent: u32,
}

/// What an agent searches now, and the number of that; `None`: there is no such graph.
pub(super) fn searched<'a>(ctx: &NavContext<'a>, service: &'a GraphService) -> Option<(Searched<'a>, u64)> {
    let kind = ctx.graph?;
    let (graph, number) = match kind {
        GraphKind::Turned => (None, 0),
        _ => service.of_agent(ctx).map(|(graph, number)| (Some(graph), number))?,
    };
    Some((Searched { kind, mover: mover(ctx), graph }, number))
}

/// The agent's body on its storey.
fn mover<'a>(ctx: &NavContext<'a>) -> Mover<'a> {
    let size = BodySize { radius_m: ctx.me.radius_m, height_m: ctx.me.height_m, moves: ctx.me.moves };
    Mover::new(ctx.world, size, ctx.regions.costs(ctx.me.moves))
}

/// Where a path begins or ends that leads to or from a place: there if the body fits, else in the open cell beside it.
fn place(ctx: &NavContext, mover: &Mover, at: Vec2, cell: Cell) -> Vec2 {
    let beside = || ctx.anchors().map_or_else(|| cell.centre(mover.resolution_m()), |anchors| anchors.place(cell));
    if mover.fits(at) { at } else { beside() }
}

impl Job for GraphJob {
    type Service = GraphService;
    type Scratch = Scratch;

    fn start(&mut self, task: &mut Task, service: &GraphService, scratch: &mut Scratch) -> Progress {
        let Some((on, number)) = searched(task.ctx, service) else {
            return self.end(task, Err(Reason::NoGraph));
        };
        if let Some(run) = self.run.take() {
            let size = size_class(task.ctx.me.radius_m, task.ctx.me.height_m, task.ctx.me.moves);
            let is_same = run.number == number && (run.key.size, run.key.storey) == (size, task.ctx.me.storey);
            let goes_on = is_same && scratch.memory.parking.resumes(task.ctx);
            self.run = Some(run).filter(|_| goes_on);
            self.restarts += u32::from(!goes_on);
        }
        let slice = self.slice(task, on).saturating_mul(on.work());
        if self.run.is_some() {
            return task.claim(slice);
        }
        if let Err(end) = precheck(task) {
            return self.end_early(task, end);
        }
        let sight = sight_work(task);
        self.unseen = task.refused.is_some() || !task.is_allowed(sight);
        if !self.unseen
            && let Some(end) = end_in_sight(task)
        {
            return self.end_early(task, end);
        }
        let sight = if self.unseen { sight } else { 0 };
        task.claim(slice.saturating_add(on.joining_work()).saturating_add(sight))
    }

    fn step(&mut self, task: &mut Task, service: &GraphService, scratch: &mut Scratch, _: bool) -> Progress {
        let Some((on, number)) = searched(task.ctx, service) else {
            return self.end(task, Err(Reason::NoGraph));
        };
        let status = match self.run {
            Some(_) => Ok(Status::Running),
            None => {
                let key = match precheck(task) {
                    Ok(key) => key,
                    Err(end) => return self.end_early(task, end),
                };
                if std::mem::take(&mut self.unseen) {
                    task.charge(sight_work(task));
                    if let Some(end) = end_in_sight(task) {
                        return self.end_early(task, end);
                    }
                }
                if scratch.memory.parking.is_held(task.ctx) {
                    return Progress::Waiting;
                }
                self.count(task);
                task.charge(on.joining_work());
                self.run = Some(Run { key, number, began: Departure::now(task), spent: 0 });
                let ends = [(task.ctx.me.position, key.start), (task.query.to, key.goal)];
                let storey = task.ctx.me.storey;
                let ends = ends.map(|(at, cell)| Site { at: place(task.ctx, &on.mover, at, cell), storey });
                if task.replay.is_some() {
                    scratch.memory.keep_expanded();
                }
                scratch.memory.begin(on, ends)
            }
        };
        let slice = self.slice(task, on);
        let Some(run) = &mut self.run else { return Progress::Waiting };
        let status = match status {
            Ok(Status::Running) => run.advance(task, on, scratch, slice),
            status => status.map_err(|_| Reason::NoGraph),
        };
        if let Some(out) = task.replay.as_deref_mut() {
            scratch.memory.replay(on, out);
        }
        let budget = task.ctx.params.budget_expansions.saturating_mul(MORE_EXPANSIONS);
        match status {
            Ok(Status::Found) => {
                self.adopt(task, on, scratch);
                self.end(task, Ok(()))
            }
            Ok(Status::Running) if run.spent < budget => {
                scratch.memory.parking.park(task.ctx);
                Progress::Running
            }
            Ok(Status::Running) => self.end(task, Err(Reason::Budget)),
            Ok(Status::Exhausted | Status::Edge) => self.end(task, Err(Reason::OffGraph)),
            Err(reason) => self.end(task, Err(reason)),
        }
    }
}

impl GraphJob {
    /// How many nodes a slice expands.
    fn slice(&self, task: &Task, on: Searched) -> u32 {
        let slice = task.ctx.params.slice_expansions.saturating_mul(1 << self.restarts.min(MOST_DOUBLINGS));
        (slice.saturating_mul(SLICE_WORK) / on.work()).max(1)
    }

    /// Counts a search once, however often it restarts.
    fn count(&self, task: &mut Task) {
        if self.restarts == 0 {
            task.count_search();
        }
    }

    /// A search that is over before it begins.
    fn end_early(&mut self, task: &mut Task, end: Progress) -> Progress {
        self.count(task);
        self.restarts = 0;
        end
    }

    fn end(&mut self, task: &mut Task, end: Result<(), Reason>) -> Progress {
        task.tally.expanded = self.run.take().map_or(0, |run| run.spent);
        self.restarts = 0;
        Progress::Ended(end.map_err(Failure::final_for))
    }

    /// Puts the path that was found in force.
    fn adopt(&mut self, task: &mut Task, on: Searched, scratch: &mut Scratch) {
        let Some(Run { began, .. }) = self.run else { return };
        let Scratch { memory, points, trail, .. } = scratch;
        let sight = task.ctx.body_sight();
        memory.path(on, points);
        task.charge(on.refining_work(memory.nodes()));
        if points.first() != Some(&began.from) {
            points.insert(0, began.from);
        }
        let to = task.query.to;
        points.extend(points.last().filter(|last| **last != to).and_then(|last| task.ctx.nearest_end(*last, to)));
        began.trail(task, trail);
        task.charge(if is_pulled(on) { PULL_WORK * points.len() as u32 } else { 0 });
        let out = task.path.begin(began.from, false);
        if is_pulled(on) {
            task.ctx.pull(points, &sight, out);
        } else {
            out.extend_from_slice(&points[1..]);
        }
        let goes_on = |first: Option<&Vec2>| first.is_some_and(|first| sight.clear(task.ctx.me.position, *first));
        if !is_pulled(on) && goes_on(task.path.points.first()) {
            task.path.origin = Some(task.ctx.me.position);
        } else {
            Departure::join(task, trail);
        }
    }
}

impl Run {
    fn advance(&mut self, task: &mut Task, on: Searched, scratch: &mut Scratch, slice: u32) -> Result<Status, Reason> {
        let memory = &mut scratch.memory;
        memory.parking.free();
        let status = memory.run(on, slice);
        let expanded = memory.expanded(on).saturating_sub(self.spent);
        self.spent = self.spent.saturating_add(expanded);
        task.counts.expanded += u64::from(expanded);
        task.charge(expanded.saturating_mul(on.work()));
        status.map_err(|_| Reason::NoGraph)
    }
}

/// Whether paths are pulled straight: those over markers lead from one to the next, and others are straight already, or bend where the
/// ground makes it cheaper.
fn is_pulled(on: Searched) -> bool {
    !on.is_sampled() && !matches!(on.kind, GraphKind::Markers | GraphKind::Visibility | GraphKind::VisibilityFull)
}

/// Sight tests of an agent that passes over no waypoint.
struct EachWaypoint<S>(S);

impl<S: Sees> Sees for EachWaypoint<S> {
    fn clear(&self, from: Vec2, to: Vec2) -> bool {
        self.0.clear(from, to)
    }

    fn replaces(&self, _: &[Vec2]) -> bool {
        false
    }
}

impl Plan for GraphJob {
    /// Paths over markers lead by each of them.
    fn leeway(&self, ctx: &NavContext) -> Leeway {
        if ctx.graph == Some(GraphKind::Markers) { Leeway::None } else { Leeway::All }
    }

    fn next_waypoint(&self, ctx: &NavContext, path: &mut PathFollower) -> Option<(Code, Vec2)> {
        let sight = Wary { sight: ctx.body_sight(), ctx };
        if ctx.graph == Some(GraphKind::Markers) {
            path.next_waypoint(ctx.me.position, &EachWaypoint(sight))
        } else {
            path.next_waypoint(ctx.me.position, &sight)
        }
    }

    fn state(&self) -> JobState {
        JobState { expanded: self.run.as_ref().map(|run| run.spent), ..JobState::default() }
    }

    fn digest(&self, running: bool, _: bool, h: &mut dyn Hasher) {
        if let Some(run) = self.run.as_ref().filter(|_| running) {
            [run.spent, self.restarts].into_iter().for_each(|n| h.write_u64(n.into()));
            h.write_u64(place_bits(run.began.from));
            h.write_u64(cell_bits(run.key.goal));
        }
    }
}
