//! The first steps of an agent that has no path yet while its search is under way or waits: a *quick path* (Dahlberg & Viktorsson
//! 2002, ch. 3.5.3), a few cells long, to be joined to the full one.
//!
//! It leads to the most promising cell on the border of a patch of the grid round the agent, as a decision of LRTA* does that looks
//! ahead so far (Korf 1990); costs of ground are left out. An agent that went into a pocket walks back the same few cells.

use super::{Progress, Task, add_places};
use crate::geom::{Cell, Vec2};
use crate::grid::{CellRect, Clearance, Lattice, Window};
use crate::path::Sees;
use crate::search::{AStar, Connect, GridProblem, Heuristic, Problem, Status, TwoTierList};

/// How far the patch reaches from the agent, cells.
const REACH: u32 = 8;
/// A quick path is at most so many steps long.
pub(super) const LONGEST: usize = 8;
/// The most that one costs, in expansions: all cells of the patch, and as many again for drawing it and for sight tests.
pub(super) const WORK: u32 = 2 * (2 * REACH + 1) * (2 * REACH + 1);
/// A full path is joined at one of so many of its first waypoints, if one is in sight.
const JOINED_AT: usize = 12;

/// Memory of one thread.
#[derive(Debug, Default)]
pub(in crate::nav) struct Scratch {
    patch: Window,
    search: AStar<TwoTierList>,
    nodes: Vec<u32>,
    points: Vec<Vec2>,
    lattice: Lattice,
}

/// The path out of a patch towards a goal that may lie beyond it.
struct Patch<'a> {
    grid: GridProblem<'a>,
    window: &'a Window,
    from: Cell,
    goal: Cell,
}

impl Problem for Patch<'_> {
    fn nodes(&self) -> usize {
        self.grid.nodes()
    }

    fn start(&self) -> u32 {
        self.grid.start()
    }

    fn is_goal(&self, node: u32) -> bool {
        let cell = self.window.cell(node);
        cell == self.goal || cell.x.abs_diff(self.from.x).max(cell.y.abs_diff(self.from.y)) == REACH
    }

    fn estimate(&self, node: u32) -> f32 {
        let cell = self.window.cell(node);
        Heuristic::Octile.estimate(cell.x.abs_diff(self.goal.x), cell.y.abs_diff(self.goal.y))
    }

    fn steps(&self, node: u32, parent: u32, each: impl FnMut(u32, f32)) {
        self.grid.steps(node, parent, each);
    }
}

/// Puts a quick path in force, where there is one.
pub(super) fn begin(task: &mut Task, scratch: &mut Scratch) -> Progress {
    let Scratch { patch, search, nodes, points, lattice } = scratch;
    let (ctx, to) = (task.ctx, task.query.to);
    let (here, res) = (ctx.me.position, ctx.world.ground.resolution_m());
    task.charge(WORK / 2);
    let Some(regions) = ctx.regions.get(ctx.me.radius_m, ctx.me.height_m, ctx.me.moves) else {
        return Progress::Waiting;
    };
    let Some(from) = ctx.cell_on_grid(here, |cell| regions.of_cell(cell).is_some()) else { return Progress::Waiting };
    let body = Clearance { radius_m: ctx.me.radius_m, height_m: ctx.me.height_m, moves: ctx.me.moves, buffer_m: 0.0 };
    patch.build_exact(ctx.world, CellRect::spanning(from, from).grown(REACH), body, regions);
    let Some(start) = patch.node(from) else { return Progress::Waiting };
    let mut grid = GridProblem::new(&patch.bits, start, start);
    grid.connect = Connect::Eight;
    let problem = Patch { grid, window: patch, from, goal: Cell::of(to, res) };
    search.begin(&problem, 1.0);
    let status = search.run(&problem, u32::MAX);
    task.charge(search.counts.expanded);
    if status != Status::Found {
        return Progress::Waiting;
    }
    search.path(nodes);
    points.clear();
    points.push(here);
    add_places(ctx, nodes.iter().take(LONGEST + 1).map(|node| patch.cell(*node)), lattice, points);
    ctx.pull(points, &ctx.body_sight(), task.path.begin_quick(here));
    Progress::Waiting
}

/// Where an agent was when its search began. It may have gone on since, on a quick path or on an earlier one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Departure {
    pub(super) from: Vec2,
    /// Waypoints of its path that it had passed.
    passed: usize,
}

impl Departure {
    pub(super) fn now(task: &Task) -> Self {
        Self { from: task.ctx.me.position, passed: task.path.passed() }
    }

    /// How the agent comes back there from where it is now, on the path that it walks; empty where it did not move.
    pub(super) fn trail(&self, task: &Task, out: &mut Vec<Vec2>) {
        out.clear();
        if task.ctx.me.position != self.from {
            let walked = task.path.points.get(self.passed..task.path.passed()).unwrap_or_default();
            out.extend(walked.iter().rev());
            out.push(self.from);
        }
    }

    /// Joins the path that was just put in force to where the agent is now: at the farthest of its first waypoints that is in
    /// sight, else back on the trail.
    pub(super) fn join(task: &mut Task, trail: &[Vec2]) {
        if trail.is_empty() {
            return;
        }
        let (sight, here) = (task.ctx.body_sight(), task.ctx.me.position);
        let points = &mut task.path.points;
        // It goes on for a moment before its script fetches a waypoint, round a corner perhaps.
        task.path.origin = Some(here);
        let near = points.len().min(JOINED_AT);
        if let Some(seen) = (0..near).rev().find(|i| sight.clear(here, points[*i])) {
            points.drain(..seen);
            return;
        }
        let seen = |i: &usize| sight.clear(here, trail[*i]);
        let first = (0..trail.len()).find(seen).unwrap_or(0);
        // Of those in sight one after the other, the nearest to where the path begins.
        let last = (first..trail.len()).take_while(seen).last().unwrap_or(first);
        points.splice(0..0, trail[last..].iter().copied());
    }
}
