//! Endpoint resolution: from which cell a path leads when its end lies in a cell that is closed on the map.

use super::context::NavContext;
use crate::geom::{Cell, Vec2};

/// The open cell from which a path to or from `at` leads: its own, else the nearest within `reach` cells.
///
/// A body may stand closer to things than its map allows. The source then shrinks the navigation buffer. Here the body
/// first steps out on a straight line, if it really stands free and `can_step` to a cell's centre; the smaller buffer is
/// left for bodies that cannot. `open` gets a cell and the place in it. `None` where the place is blocked.
pub(super) fn resolve(
    ctx: &NavContext,
    at: Vec2,
    reach: i32,
    open: impl Fn(Cell, Vec2) -> bool,
    can_step: impl Fn(Vec2) -> bool,
) -> Option<Cell> {
    let res = ctx.world.ground.resolution_m();
    let own = Cell::of(at, res);
    if open(own, at) {
        return Some(own);
    }
    let body = ctx.contact_sight();
    if !ctx.world.is_free(at, body.radius_m, body.height_m) {
        return None;
    }
    let mut best: Option<(f32, Cell)> = None;
    for y in own.y - reach..=own.y + reach {
        for x in own.x - reach..=own.x + reach {
            let cell = Cell::new(x, y);
            let centre = cell.centre(res);
            let distance = centre.distance_squared(at);
            let nearer = best.is_none_or(|(least, _)| distance < least);
            if nearer && open(cell, centre) && can_step(centre) {
                best = Some((distance, cell));
            }
        }
    }
    best.map(|(_, cell)| cell)
}
