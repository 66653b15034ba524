//! Influence in paths. The plan is made as ever, by whichever planner there is; where its first metres lead through influence that
//! the agent avoids, a search in the agent's neighbourhood looks for a cheaper path to where the plan leaves that, and the rest of
//! the plan follows. What planners prepare and share does not depend on influence.

mod problem;

use super::near::{self, NearPath, Wary};
use super::{NavContext, PathFollower, place_bits};
use crate::geom::{Aabb, Cell, Vec2};
use crate::grid::{BitGrid, CellRect, Lattice};
use crate::nav::planner::add_places;
use crate::path::{Sees, pull};
use crate::search::{AStar, Counts, DaryHeap, Entry, Status};
use problem::{NearProblem, SQUARE, squares};
use std::hash::{Hash, Hasher};

/// Influence that costs a path no more than so many metres is no reason to look for another one.
const WORTH_M: f32 = 4.0;
/// Another path is taken where it saves so many metres.
const SAVES_M: f32 = 1.0;
/// The near part of a path is looked at once in so many steps.
const LOOK_STEPS: u64 = 20;
/// A path is looked for again when what it costs by influence has grown by this factor …
const GROWN: f32 = 1.25;
/// … and a plan that was left is made again when influence where it led has fallen to this share.
const FALLEN: f32 = 0.5;
/// Cells that one search may expand: all that there are near an agent.
pub(super) const SEARCH_CELLS: u32 = 97 * 97;
/// What the searches of one worker may cost in a step, in expansions; the one that exceeds it is the last.
const STEP_CELLS: u32 = 4_096;
/// To find out what is open in so many cells of the neighbourhood, and what influence costs there, is as much work as an expansion.
const CELLS_A_WORK: u64 = 32;

/// What an agent keeps of the influence near its path.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Avoidance {
    /// A search near the agent is due.
    pub due: bool,
    /// The step from which on the path may be looked at again.
    next_look: u64,
    /// What the near part of the path may cost by influence, metres, without a search.
    accepted_m: f32,
    /// Where the plan led that was left, and what a metre cost there more, in eighths.
    left: Option<(Vec2, u32)>,
}

impl Avoidance {
    /// A new plan is in force.
    pub(super) fn begin(&mut self, ctx: &NavContext, path: &PathFollower) {
        *self = Self::default();
        if !ctx.avoided.is_empty() {
            self.next_look = ctx.step + LOOK_STEPS;
            self.due = NearPath::of(ctx, path, area(ctx)).toll.extra > WORTH_M;
        }
    }

    /// Measures the near part of the path again, when that is due; whether the plan that was left is to be made again.
    pub(super) fn wants_plan(&mut self, ctx: &NavContext, path: &PathFollower) -> bool {
        if ctx.avoided.is_empty() || ctx.step < self.next_look {
            return false;
        }
        self.next_look = ctx.step + LOOK_STEPS;
        if let Some((at, cost)) = self.left
            && ctx.influence.cost(ctx.avoided, at) as f32 <= cost as f32 * FALLEN
        {
            return true;
        }
        let extra = NearPath::of(ctx, path, area(ctx)).toll.extra;
        self.due |= extra > self.accepted_m * GROWN + WORTH_M;
        self.accepted_m = self.accepted_m.min(extra);
        false
    }
}

/// What decides its future, for the world hash; nothing where it avoids nothing.
impl Hash for Avoidance {
    fn hash<H: Hasher>(&self, h: &mut H) {
        if *self != Self::default() {
            (self.due, self.next_look, self.accepted_m.to_bits()).hash(h);
            self.left.map(|(at, cost)| (place_bits(at), cost)).hash(h);
        }
    }
}

/// Memory of one worker for searches near agents.
#[derive(Debug, Default)]
pub(super) struct NearSearch {
    search: AStar<DaryHeap<Entry>>,
    /// Closed cells of the area.
    bits: BitGrid,
    /// What influence adds in the area, by squares of [`SQUARE`] cells.
    extra: Vec<u32>,
    nodes: Vec<u32>,
    points: Vec<Vec2>,
    pulled: Vec<Vec2>,
    lattice: Lattice,
    /// Cells that may be expanded in this step.
    left: u32,
    /// The slot of the first agent that found none left: the next step begins with it.
    pub waiting: Option<usize>,
    /// The first agent of this step.
    first: usize,
}

impl NearSearch {
    /// Begins a step.
    pub(super) fn begin_step(&mut self) {
        self.left = STEP_CELLS;
        self.first = self.waiting.take().unwrap_or(0);
    }

    /// Whether it is an agent's turn in this step.
    pub(super) fn takes(&mut self, slot: usize) -> bool {
        if slot < self.first {
            return false;
        }
        if self.left == 0 {
            self.waiting.get_or_insert(slot);
        }
        self.left > 0
    }

    /// Looks for a cheaper path to where the path in force leaves the agent's neighbourhood, not beyond `within` where that is
    /// given, and puts it in force. Returns whether there is one, what the search counted, and what all that cost, in expansions.
    pub(super) fn improve(
        &mut self,
        ctx: &NavContext,
        path: &mut PathFollower,
        state: &mut Avoidance,
        within: Option<CellRect>,
    ) -> (bool, Counts, u64) {
        state.due = false;
        let cells = within.map_or_else(|| near::cells(ctx), |rect| near::common(near::cells(ctx), rect));
        let before = NearPath::of(ctx, path, inner(cells, ctx));
        state.accepted_m = before.toll.extra;
        if before.toll.extra <= WORTH_M || cells.cells() == 0 {
            return (false, Counts::default(), 0);
        }
        let found = self.search(ctx, cells, before.end);
        let counts = self.search.counts;
        let drawn = (cells.cells() / CELLS_A_WORK) as u32;
        let work = drawn.saturating_add(counts.expanded);
        self.left = self.left.saturating_sub(work);
        if !found || !self.pull(ctx, cells, before, path.unfinished) {
            return (false, counts, work.into());
        }
        path.replace_near(ctx.me.position, &self.pulled, before.legs, before.is_whole);
        let after = NearPath::of(ctx, path, inner(cells, ctx));
        // Where the near part ends in influence, what lies beyond will show a better end for it.
        let ends_in = ctx.influence.cost(ctx.avoided, before.end) > 0 && !before.is_whole;
        state.accepted_m = if ends_in { 0.0 } else { after.toll.extra };
        // Of several such searches the first left the plan.
        state.left.get_or_insert(before.toll.worst);
        (true, counts, work.into())
    }

    /// Searches the cells from the agent to a place; whether it found a path.
    fn search(&mut self, ctx: &NavContext, cells: CellRect, to: Vec2) -> bool {
        // Where it never begins it has cost nothing.
        self.search.counts = Counts::default();
        let Some(regions) = ctx.regions.get(ctx.me.radius_m, ctx.me.height_m, ctx.me.moves) else { return false };
        self.bits.reset(cells.width, cells.height);
        regions.close_in(cells, &mut self.bits);
        let open = |cell: Cell| self.bits.open(cell.x - cells.origin.x, cell.y - cells.origin.y);
        let inside = |cell: &Cell| cells.contains(*cell);
        let ends = [ctx.me.position, to].map(|at| ctx.cell_on_grid(at, open).filter(inside));
        let [Some(start), Some(goal)] = ends else { return false };
        self.weigh(ctx, cells);
        let costs = ctx.regions.costs(ctx.me.moves);
        let problem =
            NearProblem { cells, bits: &self.bits, squares: squares(cells), extra: &self.extra, costs, start, goal };
        self.search.begin(&problem, 1.0);
        self.search.run(&problem, SEARCH_CELLS) == Status::Found
    }

    /// Notes what influence adds to what the ground costs.
    fn weigh(&mut self, ctx: &NavContext, cells: CellRect) {
        let side = ctx.world.ground.resolution_m() * SQUARE as f32;
        self.extra.clear();
        self.extra.extend(squares(cells).each().map(|square| ctx.influence.cost(ctx.avoided, square.centre(side))));
    }

    /// Pulls the path that was found straight, up to where the plan goes on; whether it leads there and saves anything.
    fn pull(&mut self, ctx: &NavContext, cells: CellRect, before: NearPath, unfinished: bool) -> bool {
        let Self { search, nodes, points, pulled, lattice, .. } = self;
        search.path(nodes);
        points.clear();
        points.push(ctx.me.position);
        let width = cells.width.max(1);
        let cell =
            |node: &u32| Cell::new((node % width) as i32 + cells.origin.x, (node / width) as i32 + cells.origin.y);
        add_places(ctx, nodes.iter().map(cell), lattice, points);
        let sight = Wary { sight: ctx.body_sight(), ctx };
        let joins = points.last().is_some_and(|last| sight.clear(*last, before.end));
        if joins {
            points.push(before.end);
        } else if !before.is_whole || unfinished {
            // The plan goes on from there and from nowhere else.
            return false;
        }
        pull(points, &sight, pulled);
        let cost = NearPath::of(ctx, &PathFollower::along(pulled), inner(cells, ctx)).toll.sum();
        cost + SAVES_M <= before.toll.sum()
    }
}

/// The area in which influence is weighed, metres.
fn area(ctx: &NavContext) -> Aabb {
    inner(near::cells(ctx), ctx)
}

/// An area of cells, metres, without the half of the cells at its edge: what ends on its edge ends in a cell of it.
fn inner(cells: CellRect, ctx: &NavContext) -> Aabb {
    let res = ctx.world.ground.resolution_m();
    cells.bounds(res).grown(-res / 2.0)
}
