//! What planners on the shared grid have in common: which cells a search joins, and cells turned into a path.

use super::{Progress, Task};
use crate::geom::{Cell, Storey, Vec2};
use crate::grid::{CostLayer, Lattice, SizeClass, size_class};
use crate::nav::{Failure, NavContext, Reason};
use crate::path::{PathStyle, Sees};
use crate::search::unpack;

/// To look along so many cells costs as much as an expansion.
pub(super) const LINE_CELLS: u32 = 16;

/// What a search on the shared grid joins. The same key has the same result: searches are exact and the grid is shared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// The body's size.
    pub size: SizeClass,
    /// The storey that it is on.
    pub storey: Storey,
    /// Where the search starts.
    pub start: Cell,
    /// Where it ends.
    pub goal: Cell,
}

/// Memory for turning cells into a path.
#[derive(Debug, Default)]
pub(in crate::nav) struct Trace {
    /// The cells where the path just found turns.
    pub turns: Vec<Cell>,
    /// All its cells, and these as places.
    cells: Vec<Cell>,
    points: Vec<Vec2>,
    lattice: Lattice,
}

/// The cells that a search from where the agent is to a place joins.
pub(in crate::nav) fn resolve(ctx: &NavContext, to: Vec2) -> Result<Key, Reason> {
    let field = ctx.field().ok_or(Reason::MapTooLarge)?;
    let open = |cell| field.open(cell);
    let start = ctx.cell_on_grid(ctx.me.position, open).ok_or(Reason::StartBlocked)?;
    let goal = ctx.goal_cell(to, open).ok_or(Reason::GoalBlocked)?;
    // The regions are exact; the field may say too often that there is a path, after changes.
    let joined = ctx.region_of(start).zip(ctx.region_of(goal)).map(|(start, goal)| start == goal);
    if !joined.unwrap_or_else(|| field.may_join(start, goal)) {
        return Err(Reason::DifferentRegion);
    }
    let size = size_class(ctx.me.radius_m, ctx.me.height_m, ctx.me.moves);
    Ok(Key { size, storey: ctx.me.storey, start, goal })
}

/// What there is to search; `Err` when the search is over before it begins.
pub(in crate::nav) fn precheck(task: &mut Task) -> Result<Key, Progress> {
    resolve(task.ctx, task.query.to).map_err(|reason| {
        task.counts.cached_failures += u64::from(reason == Reason::DifferentRegion);
        Progress::Ended(Err(Failure::final_for(reason)))
    })
}

/// What it costs to look along the straight line to the goal.
pub(in crate::nav) fn sight_work(task: &Task) -> u32 {
    let distance_m = task.ctx.me.position.distance(task.query.to);
    1 + (distance_m / task.ctx.world.ground.resolution_m()) as u32 / LINE_CELLS
}

/// A goal in sight needs no search: no path is shorter, and a search could look along every open row of the map. The work is the
/// caller's to charge.
pub(in crate::nav) fn end_in_sight(task: &mut Task) -> Option<Progress> {
    let (ctx, to) = (task.ctx, task.query.to);
    if ctx.form.style == PathStyle::Grid {
        return None;
    }
    // Where ground costs less than what the line is over, a path over that may cost less.
    let cheapest = |costs: &CostLayer| costs.is_cheapest((ctx.me.position, to), ctx.params.straight_share);
    if !ctx.body_sight().clear(ctx.me.position, to) || !ctx.regions.costs(ctx.me.moves).is_none_or(cheapest) {
        return None;
    }
    task.counts.in_sight += 1;
    task.tally.expanded = 0;
    task.path.begin(ctx.me.position, false).push(to);
    Some(Progress::Ended(Ok(())))
}

/// What it costs to make a path of the cells where one turns, and to pull it straight.
pub(in crate::nav) fn pull_work(turns: &[Cell]) -> u32 {
    let cells = |pair: &[Cell]| pair[0].x.abs_diff(pair[1].x).max(pair[0].y.abs_diff(pair[1].y));
    1 + turns.windows(2).map(cells).sum::<u32>() / LINE_CELLS
}

impl Trace {
    /// Pulls the path over `turns` straight: from a place, where one is given, over the centres of all cells. A path that
    /// ends there leads to the exact goal, or beside a wall as near to it as the body gets.
    pub(crate) fn pull(&mut self, ctx: &NavContext, from: Option<Vec2>, end: Option<Vec2>, out: &mut Vec<Vec2>) {
        let Self { turns, cells, points, lattice } = self;
        let sight = ctx.body_sight();
        unpack(turns, cells);
        points.clear();
        points.extend(from);
        add_places(ctx, cells.iter().copied(), lattice, points);
        let last = points.last().filter(|_| !cells.is_empty()).copied();
        points.extend(last.zip(end).and_then(|(last, to)| ctx.nearest_end(last, to)));
        ctx.pull(points, &sight, out);
    }
}

/// Appends the places that a path over cells leads by, on the grid of the whole world for the agent's size: one in each cell,
/// and more where an obstacle lies between two.
pub(in crate::nav) fn add_places(
    ctx: &NavContext,
    cells: impl Iterator<Item = Cell>,
    lattice: &mut Lattice,
    points: &mut Vec<Vec2>,
) {
    let res = ctx.world.ground.resolution_m();
    let Some(anchors) = ctx.anchors() else {
        points.extend(cells.map(|c| c.centre(res)));
        return;
    };
    let sight = ctx.body_sight();
    let mut before: Option<Cell> = None;
    for cell in cells {
        let place = anchors.place(cell);
        let odd = before.filter(|b| !anchors.is_plain(*b) && !anchors.is_plain(cell));
        if let Some(from) = odd.filter(|from| !sight.clear(anchors.place(*from), place)) {
            anchors.detour(ctx.world, (from, cell), lattice, points);
        }
        points.push(place);
        before = Some(cell);
    }
}
