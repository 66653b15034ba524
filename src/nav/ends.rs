//! Between which cells of the shared grid a search leads.

use super::answers::Ask;
use super::{NavContext, Reason};
use crate::geom::{Cell, Vec2};
use crate::grid::{Field, size_class};
use crate::path::Sees;

/// How many cells round a place that is closed on the grid an open one is looked for.
const STEP_OUT_CELLS: i32 = 2;

/// What a search from where an agent stands to a place asks.
pub(super) fn resolve(ctx: &NavContext, to: Vec2) -> Result<Ask, Reason> {
    let (radius, height) = (ctx.me.radius_m, ctx.me.height_m);
    let field = ctx.regions.field(radius, height).ok_or(Reason::MapTooLarge)?;
    let start = cell_at(ctx, field, ctx.me.position).ok_or(Reason::StartBlocked)?;
    let goal = cell_at(ctx, field, to).ok_or(Reason::GoalBlocked)?;
    if !field.may_join(start, goal) {
        return Err(Reason::DifferentRegion);
    }
    Ok(Ask { size: size_class(radius, height), start, goal })
}

/// The open cell from which a way to or from a place leads: its own, else the nearest that a body can reach from there.
/// `None` where no body stands.
fn cell_at(ctx: &NavContext, field: &Field, at: Vec2) -> Option<Cell> {
    let res = ctx.world.ground.resolution_m();
    let own = Cell::of(at, res);
    if field.open(own) {
        return Some(own);
    }
    let lean = ctx.leaning_sight();
    if !ctx.world.is_free(at, lean.radius_m, lean.height_m) {
        return None;
    }
    let mut best: Option<(f32, Cell)> = None;
    for y in own.y - STEP_OUT_CELLS..=own.y + STEP_OUT_CELLS {
        for x in own.x - STEP_OUT_CELLS..=own.x + STEP_OUT_CELLS {
            let cell = Cell::new(x, y);
            let distance = cell.centre(res).distance_squared(at);
            let nearer = best.is_none_or(|(d, _)| distance < d);
            if nearer && field.open(cell) && lean.clear(at, cell.centre(res)) {
                best = Some((distance, cell));
            }
        }
    }
    best.map(|(_, cell)| cell)
}
