//! The search near an agent for a path through less influence.

use super::problem::{NearProblem, SQUARE, squares};
use super::{Avoidance, WORTH_M};
use crate::geom::{Aabb, Cell, Vec2};
use crate::grid::{BitGrid, CellRect, Lattice};
use crate::nav::blocked::BLOCKED_COST;
use crate::nav::near::{self, NearPath, Wary};
use crate::nav::planner::add_places;
use crate::nav::{NavContext, PathFollower};
use crate::path::Sees;
use crate::search::{AStar, Counts, DaryHeap, Entry, Status};

/// Another path is taken where it saves so many metres.
const SAVES_M: f32 = 1.0;
/// The weight on the estimate: a path that costs little more than the best is as good, and found in fewer cells. Where there is
/// nothing better than the path in force, that one is soon found again.
const WEIGHT: f32 = 1.5;
/// Cells that one search may expand.
const SEARCH_CELLS: u32 = 1_024;
/// To find out what is open in so many cells of the neighbourhood, and what influence costs there, is as much work as an expansion.
const CELLS_A_WORK: u64 = 32;
/// The most that one search costs, in expansions.
pub(super) const MOST_WORK: u32 = SEARCH_CELLS + near::MOST_CELLS / CELLS_A_WORK as u32;

/// Memory of one worker for searches near agents.
#[derive(Debug, Default)]
pub(in crate::nav) struct NearSearch {
    search: AStar<DaryHeap<Entry>>,
    /// Closed cells of the area.
    bits: BitGrid,
    /// What influence adds in the area, by squares of [`SQUARE`] cells.
    extra: Vec<u32>,
    nodes: Vec<u32>,
    points: Vec<Vec2>,
    pulled: Vec<Vec2>,
    lattice: Lattice,
    /// The agents of this worker for which a search is due: the step since then, and the slot.
    pub due: Vec<(u64, u32)>,
}

impl NearSearch {
    /// Looks for a cheaper path to where the path in force is out of what the agent avoids, within `within` where that is given, and
    /// puts it in force. Returns whether there is one, what the search counted, and what all that cost, in expansions.
    pub(in crate::nav) fn improve(
        &mut self,
        ctx: &NavContext,
        path: &mut PathFollower,
        state: &mut Avoidance,
        within: Option<CellRect>,
    ) -> (bool, Counts, u64) {
        let ctx = &state.with_blocked(ctx);
        let cells = near::cells(ctx, within);
        let area = near::inner(cells, ctx);
        let before = NearPath::of(ctx, path, area);
        if before.cost.extra <= WORTH_M || cells.cells() == 0 {
            state.settle(before.cost.extra, None);
            return (false, Counts::default(), 0);
        }
        let before = before.out_of_influence(ctx, path, area);
        let cells = near::between(cells, ctx, before.end);
        let found = self.search(ctx, cells, before.end);
        let counts = self.search.counts;
        let work = cells.cells() / CELLS_A_WORK + u64::from(counts.expanded);
        if !found || !self.pull(ctx, (cells, area), before, path.unfinished) {
            state.settle(before.cost.extra, None);
            return (false, counts, work);
        }
        path.replace_near(ctx.me.position, &self.pulled, before.legs, before.is_whole);
        state.settle(NearPath::of(ctx, path, area).cost.extra, Some(before.cost.worst));
        (true, counts, work)
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
        self.search.begin(&problem, WEIGHT);
        self.search.run(&problem, SEARCH_CELLS) == Status::Found
    }

    /// Notes what influence adds to what the ground costs.
    fn weigh(&mut self, ctx: &NavContext, cells: CellRect) {
        let side = ctx.world.ground.resolution_m() * SQUARE as f32;
        self.extra.clear();
        let blocked = |at: Vec2| ctx.blocked.is_some_and(|b| b.at.distance(at) < b.radius_m + side / 2.0);
        let cost = |at| ctx.influence.cost(ctx.avoided, at) + if blocked(at) { BLOCKED_COST } else { 0 };
        self.extra.extend(squares(cells).each().map(|square| cost(square.centre(side))));
    }

    /// Pulls the path that was found straight, up to where the plan goes on; whether it leads there and saves anything.
    fn pull(&mut self, ctx: &NavContext, (cells, area): (CellRect, Aabb), before: NearPath, unfinished: bool) -> bool {
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
        ctx.pull(points, &sight, pulled);
        NearPath::of(ctx, &PathFollower::along(pulled), area).cost.sum() + SAVES_M <= before.cost.sum()
    }
}
