//! What a search's window covers, what it costs to draw it, and where paths enter it.

use super::Query;
use crate::geom::{Cell, Vec2};
use crate::grid::{CellRect, Clearance, Window};
use crate::nav::NavContext;

/// To draw so many nodes of a window costs as much as an expansion …
const NODES_AN_EXPANSION: u64 = 32;
/// … and each volume as much as so many.
const VOLUME_WORK: u32 = 4;

/// The clearance that a search's window is drawn with.
pub(super) fn clearance(ctx: &NavContext, query: &Query) -> Clearance {
    Clearance {
        radius_m: ctx.me.radius_m,
        height_m: ctx.me.height_m,
        moves: ctx.me.moves,
        buffer_m: query.effort.buffer_m,
    }
}

/// The rectangle that a search's window covers (row 7): start, goal and a margin, as far as there is a world.
pub(super) fn area(ctx: &NavContext, query: &Query) -> CellRect {
    let res = ctx.world.ground.resolution_m();
    let (start, goal) = (Cell::of(ctx.me.position, res), Cell::of(query.to, res));
    CellRect::spanning(start, goal).grown(query.effort.margin_nodes).clipped(&ctx.world.ground)
}

/// What it costs to draw a window with so many volumes, in expansions.
pub(super) fn drawing_work(area: CellRect, volumes: u32) -> u32 {
    (area.cells() / NODES_AN_EXPANSION) as u32 + volumes.saturating_mul(VOLUME_WORK)
}

/// The most that drawing a search's window can cost.
pub(super) fn most_to_draw(ctx: &NavContext, query: &Query) -> u32 {
    let (area, clearance) = (area(ctx, query), clearance(ctx, query));
    drawing_work(area, clearance.most_volumes(ctx.world, area))
}

/// The node in which a path to a goal ends.
pub(super) fn goal_node(ctx: &NavContext, window: &Window, to: Vec2) -> Option<u32> {
    if window.exact {
        return ctx.goal_cell(to, |cell| window.open(cell)).and_then(|cell| window.node(cell));
    }
    node_at(ctx, window, to)
}

/// The node from which a path between a place and the rest of the window leads. A body steps out of the buffer along a
/// lane that its middle and both its flanks can pass.
pub(super) fn node_at(ctx: &NavContext, window: &Window, at: Vec2) -> Option<u32> {
    let (clearance, body) = (window.clearance, ctx.contact_sight());
    if window.exact {
        return ctx.cell_on_grid(at, |cell| window.open(cell)).and_then(|cell| window.node(cell));
    }
    let res = window.resolution_m;
    let reach = (clearance.growth_m(res).max(0.0) / res).ceil() as i32 + 1;
    let lane_free = |to: Vec2| {
        let side = (to - at).normalize_or_zero().perp() * body.radius_m;
        [Vec2::ZERO, side, -side].iter().all(|o| ctx.world.probe(at + *o, to + *o, body.height_m, body.moves).is_none())
    };
    let open = |cell, place| window.open(cell) && !clearance.covered(ctx.world, place);
    ctx.open_cell(at, reach, open, lane_free).and_then(|cell| window.node(cell))
}
