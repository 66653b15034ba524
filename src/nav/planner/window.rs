//! The window planner: each agent abstracts a window of its own from the volumes around it and searches that.

mod closing;
mod drawing;
mod run;

use super::{Job, JobState, Leeway, Need, Plan, Progress, Query, Task};
use crate::geom::{Aabb, Cell, Vec2};
use crate::grid::{CellRect, Lattice, PlotCounts, Window};
use crate::nav::near::{self, Wary};
use crate::nav::planner::quick::Departure;
use crate::nav::retry::Remedy;
use crate::nav::{Code, Failure, NavContext, NavParams, PathFollower, Reason, place_bits};
use crate::path::Sight;
use crate::search::{Counts, GridProblem, OpenList, Status};
use closing::apart;
use drawing::{area, clearance, drawing_work, goal_node, most_to_draw, node_at};
use run::{Run, Search};
use std::hash::Hasher;

/// Memory of one thread.
#[derive(Debug, Default)]
pub(in crate::nav) struct Scratch {
    /// Searches not in use, with the memory they grew.
    pool: Vec<Search>,
    /// Nodes of the path just found, and the same as places.
    nodes: Vec<u32>,
    points: Vec<Vec2>,
    trail: Vec<Vec2>,
    lattice: Lattice,
}

/// An agent's window, kept for the next search, and its search.
#[derive(Clone, Debug, Default)]
pub(in crate::nav) struct WindowJob {
    window: Window,
    /// The margin the window was drawn with.
    margin_nodes: u32,
    run: Option<Run>,
}

impl Job for WindowJob {
    type Service = ();
    type Scratch = Scratch;

    fn start(&mut self, task: &mut Task, (): &(), scratch: &mut Scratch) -> Progress {
        let searches = task.query.need == Need::Search;
        if searches && task.ctx.are_apart(task.ctx.me.position, task.query.to) == Some(true) {
            task.count_search();
            scratch.pool.extend(self.run.take().map(|run| run.search));
            task.counts.cached_failures += 1;
            task.tally.expanded = 0;
            return Progress::Ended(Err(apart(&task.query)));
        }
        let draws = searches || self.run.as_ref().is_some_and(|run| run.reused);
        // One slice, one more to see whether the goal is walled in, and a window for either.
        let slices = task.ctx.params.slice_expansions.saturating_mul(2);
        let drawing = if draws { most_to_draw(task.ctx, &task.query) } else { 0 };
        task.claim(slices.saturating_add(drawing))
    }

    fn step(&mut self, task: &mut Task, (): &(), scratch: &mut Scratch, _: bool) -> Progress {
        let opened = if task.query.need == Need::Search { self.open(task, scratch) } else { Ok(()) };
        let end = match opened {
            Ok(()) => self.slice(task),
            Err(failure) => Some(Err(failure)),
        };
        match end {
            Some(end) => Progress::Ended(self.close(task, scratch, end)),
            None => Progress::Running,
        }
    }
}

/// As far as this from a volume, in cells, one that comes or goes may change what a window shows.
const SETTLED_CELLS: f32 = 5.0;

impl Plan for WindowJob {
    fn farthest_goal_m(&self, params: &NavParams) -> Option<f32> {
        Some(params.max_goal_distance_m)
    }

    fn precheck(&self, ctx: &NavContext, query: &Query) -> Result<(), Reason> {
        let area = area(ctx, query);
        let fits = area.width.max(area.height) <= ctx.params.max_window_nodes;
        if fits { Ok(()) } else { Err(Reason::MapTooLarge) }
    }

    fn kept_area(&self, ctx: &NavContext) -> Option<CellRect> {
        let edge = ctx.params.edge_nodes.min(ctx.params.margin_nodes.max(1) - 1) + 1;
        Some(near::within(self.window.area, edge, &ctx.world.ground))
    }

    fn leaves_map(&self, ctx: &NavContext) -> bool {
        !self.is_inside(ctx, ctx.me.position)
    }

    /// Paths keep the buffer of the search that found them.
    fn leeway(&self, _: &NavContext) -> Leeway {
        if self.window.exact { Leeway::All } else { Leeway::Corners }
    }

    /// The source's windows do without.
    fn finds_back(&self, ctx: &NavContext) -> bool {
        ctx.world.may_change()
    }

    fn next_waypoint(&self, ctx: &NavContext, path: &mut PathFollower) -> Option<(Code, Vec2)> {
        if self.window.exact {
            return path.next_waypoint(ctx.me.position, &Wary { sight: ctx.body_sight(), ctx });
        }
        let sight = Sight { window: &self.window, ground: &ctx.world.ground };
        path.next_waypoint(ctx.me.position, &Wary { sight, ctx })
    }

    fn state(&self) -> JobState {
        JobState {
            area: self.window.area,
            margin_nodes: self.margin_nodes,
            clearance: self.window.clearance,
            expanded: self.run.as_ref().map(|run| run.spent),
            long: false,
        }
    }

    fn digest(&self, running: bool, _: bool, h: &mut dyn Hasher) {
        if let Some(run) = self.run.as_ref().filter(|_| running) {
            let Counts { expanded, generated, max_open, .. } = run.search.counts;
            [run.spent, expanded, generated, max_open].into_iter().for_each(|n| h.write_u64(n.into()));
            h.write_u64(run.search.open.len() as u64);
            h.write_u64(place_bits(run.began.from));
        }
    }
}

impl WindowJob {
    /// Rows 9–14: takes the earlier window or draws a new one, and puts the start on the open list.
    fn open(&mut self, task: &mut Task, scratch: &mut Scratch) -> Result<(), Failure> {
        let reused = self.serves(task.ctx, &task.query);
        task.count_search();
        if !reused {
            self.draw(task);
        }
        let search = self.run.take().map_or_else(|| scratch.pool.pop().unwrap_or_default(), |run| run.search);
        self.run = Some(Run::new(task, search, reused));
        self.place(task)
    }

    /// Something has changed in an area, metres: a window that shows it serves no further search. Whether it shows it.
    pub(super) fn outdate(&mut self, ctx: &NavContext, area: Aabb) -> bool {
        let buffer = ctx.params.buffers_m.iter().copied().fold(0.0, f32::max);
        let reach = ctx.me.radius_m + buffer + SETTLED_CELLS * self.window.resolution_m;
        let shows = self.window.area.cells() > 0 && self.window.bounds().overlaps(area.grown(reach));
        if shows {
            self.margin_nodes = 0;
        }
        shows
    }

    /// Whether the window at hand serves a search (row 9).
    fn serves(&self, ctx: &NavContext, query: &Query) -> bool {
        self.margin_nodes == query.effort.margin_nodes
            && self.window.clearance == clearance(ctx, query)
            && self.is_inside(ctx, ctx.me.position)
            && self.is_inside(ctx, query.to)
    }

    /// Whether a place is not too near to the window's edge.
    fn is_inside(&self, ctx: &NavContext, place: Vec2) -> bool {
        let edge = ctx.params.edge_nodes.min(ctx.params.margin_nodes.max(1) - 1);
        self.window.depth(Cell::of(place, ctx.world.ground.resolution_m())) > edge
    }

    /// Rows 10–14: volumes, grown, turned, cut to the window, drawn. A buffer below 0 is there to find every gap that the body
    /// fits, rounding undone: what is drawn then are the cells of the grid of the whole world for its size.
    fn draw(&mut self, task: &mut Task) {
        let begun = task.clock.nanos();
        let (ctx, query) = (task.ctx, task.query);
        let (area, clearance) = (area(ctx, &query), clearance(ctx, &query));
        let regions = ctx.regions.get(clearance.radius_m, clearance.height_m, clearance.moves);
        let plotted = match regions.filter(|_| clearance.buffer_m < 0.0) {
            Some(regions) => {
                self.window.build_exact(ctx.world, area, clearance, regions);
                PlotCounts::default()
            }
            None => self.window.build(ctx.world, area, clearance),
        };
        task.counts.volumes += plotted;
        task.charge(drawing_work(self.window.area, plotted.returned as u32));
        self.margin_nodes = query.effort.margin_nodes;
        let counts = task.counts.of(query.moving);
        counts.maps += 1;
        counts.nodes += self.window.area.cells();
        task.counts.abstraction_ns += task.clock.nanos().saturating_sub(begun);
    }

    /// Finds start and goal on the window and begins there.
    fn place(&mut self, task: &Task) -> Result<(), Failure> {
        let blocked = |reason| Failure { reason, remedy: Remedy::SmallerBuffer };
        let Some(run) = &mut self.run else { return Err(blocked(Reason::StartBlocked)) };
        run.start = node_at(task.ctx, &self.window, run.began.from).ok_or(blocked(Reason::StartBlocked))?;
        run.goal = goal_node(task.ctx, &self.window, task.query.to).ok_or(blocked(Reason::GoalBlocked))?;
        run.begin(task.ctx, &task.query, &self.window);
        Ok(())
    }

    /// Rows 15–20: one slice. `None`: it goes on in the next step.
    fn slice(&mut self, task: &mut Task) -> Option<Result<(), Failure>> {
        let run = self.run.as_mut()?;
        let budget = task.ctx.params.budget_expansions;
        let slice = task.ctx.params.slice_expansions.min(budget.saturating_sub(run.spent));
        let status = run.advance_on(&self.window, slice, task);
        let failed = |reason, remedy| Some(Err(Failure { reason, remedy }));
        match status {
            Status::Running if run.spent >= budget => failed(Reason::Budget, Remedy::GreaterWeight),
            Status::Running => None,
            Status::Found => Some(Ok(())),
            // The agent or its goal had come near the old window's edge: the same search on a window of its own.
            Status::Edge if run.reused => {
                (run.reused, run.began) = (false, Departure::now(task));
                self.draw(task);
                self.place(task).err().map(Err)
            }
            Status::Edge if !self.goal_walled_in(task) => failed(Reason::MapEdge, Remedy::LargerMargin),
            Status::Edge | Status::Exhausted => failed(Reason::WalledIn, Remedy::SmallerBuffer),
        }
    }

    /// Whether no path leads from the goal to the window's edge: then a larger window would not help, but a smaller
    /// buffer may (a house whose door the buffer closes). For a goal in the open this takes a few dozen expansions.
    fn goal_walled_in(&mut self, task: &mut Task) -> bool {
        let Some(run) = &mut self.run else { return false };
        let escape = GridProblem::escape(&self.window.bits, run.goal, self.window.sides);
        run.search.begin(&escape, 1.0);
        run.advance(&self.window, &escape, task.ctx.params.slice_expansions, task) == Status::Exhausted
    }
}
