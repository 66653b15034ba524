//! The neighbourhood in which an agent weighs influence: what its path costs there, and where the path leaves it.

use super::blocked::{BLOCKED_COST, BLOCKED_M};
use super::{NavContext, PathFollower};
use crate::geom::{Aabb, Cell, Vec2};
use crate::grid::CellRect;
use crate::path::{PathStyle, Sees};
use crate::world::{Ground, PLAIN_COST};

/// How far from the agent influence is weighed, metres to each side …
const NEAR_M: f32 = 48.0;
/// … but never more cells than this.
const NEAR_CELLS: u32 = 48;
/// A path through less influence leads no farther than so many cells beside the one that it replaces.
const DETOUR_CELLS: u32 = 24;
/// Cells of the largest neighbourhood.
pub(super) const MOST_CELLS: u32 = (2 * NEAR_CELLS + 1) * (2 * NEAR_CELLS + 1);
/// What a path costs by influence is measured once in at most this many metres.
const SAMPLE_M: f32 = 2.0;
/// A path may be left for another one up to so many metres after it is out of what the agent avoids.
const BEYOND_M: f32 = 8.0;
/// A straight line may cost so many times what it replaces: the rounding of sums.
const LINE_MAY_COST: f32 = 1.01;

/// The cells near an agent, as far as there is a world, and of `within` where that is given.
pub(super) fn cells(ctx: &NavContext, within: Option<CellRect>) -> CellRect {
    let res = ctx.world.ground.resolution_m();
    let own = Cell::of(ctx.me.position, res);
    let reach = ((NEAR_M / res) as u32).min(NEAR_CELLS);
    let near = CellRect::spanning(own, own).grown(reach).clipped(&ctx.world.ground);
    within.map_or(near, |rect| near.overlap(rect))
}

/// Those of some cells near an agent through which a path to a place may lead: no farther round it than so many cells beside both.
pub(super) fn between(cells: CellRect, ctx: &NavContext, to: Vec2) -> CellRect {
    let [from, to] = [ctx.me.position, to].map(|at| Cell::of(at, ctx.world.ground.resolution_m()));
    cells.overlap(CellRect::spanning(from, to).grown(DETOUR_CELLS))
}

/// The area in which an agent weighs influence, metres.
pub(super) fn area(ctx: &NavContext, within: Option<CellRect>) -> Aabb {
    inner(cells(ctx, within), ctx)
}

/// An area of cells, metres, without the half of the cells at its edge: what ends on its edge ends in a cell of it. Where its edge
/// is the world's, nothing can leave it there.
pub(super) fn inner(cells: CellRect, ctx: &NavContext) -> Aabb {
    let ground = &ctx.world.ground;
    let (bounds, half) = (cells.bounds(ground.resolution_m()), ground.resolution_m() / 2.0);
    let (world, size) = (CellRect::of_world(ground), ground.size());
    let low = |from: i32, metres: f32| if from > 0 { metres + half } else { 0.0 };
    let high = |end: i32, last: i32, metres: f32, most: f32| if end < last { metres - half } else { most };
    Aabb {
        min: Vec2::new(low(cells.origin.x, bounds.min.x), low(cells.origin.y, bounds.min.y)),
        max: Vec2::new(
            high(cells.end().x, world.end().x, bounds.max.x, size.x),
            high(cells.end().y, world.end().y, bounds.max.y, size.y),
        ),
    }
}

/// A rectangle of cells without so many at each side that is not the edge of the world.
pub(super) fn within(area: CellRect, edge: u32, ground: &Ground) -> CellRect {
    let world = CellRect::of_world(ground);
    let low = |from: i32| if from > 0 { from.saturating_add_unsigned(edge) } else { from };
    let high = |end: i32, world: i32| if end < world { end.saturating_sub_unsigned(edge) } else { end };
    let origin = Cell::new(low(area.origin.x), low(area.origin.y));
    let end = Cell::new(high(area.end().x, world.end().x), high(area.end().y, world.end().y));
    let side = |from: i32, end: i32| end.saturating_sub(from).max(0) as u32;
    CellRect { origin, width: side(origin.x, end.x), height: side(origin.y, end.y) }
}

/// What a piece of a path costs, metres of plain ground.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct PathCost {
    /// Its length.
    pub metres: f32,
    /// How far along it influence was met last.
    met_m: f32,
    /// What influence adds.
    pub extra: f32,
    /// Where influence costs most, and how much a metre there, in eighths.
    pub worst: (Vec2, u32),
}

impl PathCost {
    fn add(&mut self, other: Self) {
        if other.extra > 0.0 {
            self.met_m = self.metres + other.met_m;
        }
        self.metres += other.metres;
        self.extra += other.extra;
        if other.worst.1 > self.worst.1 {
            self.worst = other.worst;
        }
    }

    /// Length and influence together.
    pub(super) fn sum(self) -> f32 {
        self.metres + self.extra
    }

    /// Of a straight line, as far as it lies in an area: what is beyond counts by its length.
    fn of_line(ctx: &NavContext, (from, to): (Vec2, Vec2), near: Aabb) -> Self {
        let mut total = Self { metres: from.distance(to), ..Self::default() };
        let Some((a, b)) = part_in(near, from, to) else { return total };
        let (begin, end) = (from.lerp(to, a), from.lerp(to, b));
        let length = begin.distance(end);
        let parts = (length / SAMPLE_M).ceil().max(1.0) as u32;
        for i in 0..parts {
            let at = begin.lerp(end, (i as f32 + 0.5) / parts as f32);
            let cost = ctx.influence.cost(ctx.avoided, at);
            if cost > 0 {
                total.extra += cost as f32 / f32::from(PLAIN_COST) * length / parts as f32;
                total.met_m = from.distance(at);
            }
            if cost > total.worst.1 {
                total.worst = (at, cost);
            }
        }
        if let Some(at) = ctx.blocked.and_then(|blocked| blocked.on_line(begin, end)) {
            total.extra += BLOCKED_M;
            (total.met_m, total.worst) = (from.distance(at), (at, BLOCKED_COST));
        }
        total
    }
}

/// Between which shares of it a segment lies in an area.
fn part_in(area: Aabb, from: Vec2, to: Vec2) -> Option<(f32, f32)> {
    let (mut low, mut high) = (0.0_f32, 1.0_f32);
    for axis in 0..2 {
        let (a, d) = (from[axis], to[axis] - from[axis]);
        let (min, max) = (area.min[axis], area.max[axis]);
        if d == 0.0 {
            if a < min || a > max {
                return None;
            }
            continue;
        }
        let (one, other) = ((min - a) / d, (max - a) / d);
        (low, high) = (low.max(one.min(other)), high.min(one.max(other)));
    }
    (low <= high).then_some((low, high))
}

/// The near part of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NearPath {
    pub cost: PathCost,
    /// Where it ends: on the edge of the area, or where the path ends.
    pub end: Vec2,
    /// How many of the path's straight pieces begin in it.
    pub legs: usize,
    /// Whether the path ends in it.
    pub is_whole: bool,
}

impl NearPath {
    /// The part of what is left of a path that lies in an area, up to where it first leaves it.
    pub(super) fn of(ctx: &NavContext, path: &PathFollower, area: Aabb) -> Self {
        Self::up_to(ctx, path, area, f32::INFINITY)
    }

    /// The part of it that ends a little after influence was met last.
    pub(super) fn out_of_influence(self, ctx: &NavContext, path: &PathFollower, area: Aabb) -> Self {
        let most_m = self.cost.met_m + BEYOND_M;
        if self.cost.metres <= most_m { self } else { Self::up_to(ctx, path, area, most_m) }
    }

    /// The same as [`NearPath::of`], and no more than so many metres of it.
    fn up_to(ctx: &NavContext, path: &PathFollower, area: Aabb, most_m: f32) -> Self {
        let mut near = Self { cost: PathCost::default(), end: ctx.me.position, legs: 0, is_whole: true };
        for (from, to) in path.legs(ctx.me.position) {
            let left = (most_m - near.cost.metres) / from.distance(to).max(f32::MIN_POSITIVE);
            let share = part_in(area, from, to).map_or(0.0, |(_, leaves)| leaves.min(left));
            near.end = from.lerp(to, share);
            near.legs += 1;
            near.cost.add(PathCost::of_line(ctx, (from, near.end), area));
            if share < 1.0 {
                near.is_whole = false;
                break;
            }
        }
        near
    }
}

/// Sight tests of an agent that avoids influence: a line that leads through more of it replaces no path.
pub(super) struct Wary<'a, S> {
    pub sight: S,
    pub ctx: &'a NavContext<'a>,
}

impl<S: Sees> Sees for Wary<'_, S> {
    fn clear(&self, from: Vec2, to: Vec2) -> bool {
        self.sight.clear(from, to)
    }

    fn replaces(&self, points: &[Vec2]) -> bool {
        let walks_cells = self.ctx.form.style == PathStyle::Grid;
        !walks_cells
            && self.sight.replaces(points)
            && (self.ctx.avoids_nothing() || points.len() < 3 || self.is_cheaper(points))
    }
}

impl<S> Wary<'_, S> {
    fn is_cheaper(&self, points: &[Vec2]) -> bool {
        let near = cells(self.ctx, None).bounds(self.ctx.world.ground.resolution_m());
        let cost = |from, to| PathCost::of_line(self.ctx, (from, to), near);
        let line = cost(points[0], points[points.len() - 1]);
        // Most lines meet no influence at all.
        line.extra == 0.0 || {
            let before: f32 = points.windows(2).map(|pair| cost(pair[0], pair[1]).sum()).sum();
            line.sum() <= before * LINE_MAY_COST
        }
    }
}
