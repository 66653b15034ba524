//! On which node of its map a place lies, for a body that may stand closer to things than its map allows.

use super::NavContext;
use crate::geom::{Cell, Vec2};
use crate::grid::{Clearance, Window};

/// The share of its radius with which a body must stand free: bodies that lean on a wall do.
const LEAN: f32 = 0.95;

/// The node from which (or to which) a way between `at` and the rest of the map leads.
///
/// That is the place's own node where it is open. A place inside the navigation buffer is not: the source shrinks the
/// buffer then. Here the body first steps out of the buffer on a straight line, if it really stands free and the line
/// is free for its whole width; the smaller buffer is left to those who cannot. `None` when the place is blocked.
pub(super) fn node_at(ctx: &NavContext, window: &Window, at: Vec2) -> Option<u32> {
    let clearance = window.clearance();
    let res = window.resolution_m();
    let own = Cell::of(at, res);
    if window.open(own) && !clearance.covered(ctx.world, at) {
        return window.node(own);
    }
    if !ctx.world.is_free(at, clearance.radius_m * LEAN, clearance.height_m) {
        return None;
    }
    let reach = (clearance.growth_m(res).max(0.0) / res).ceil() as i32 + 1;
    let mut best: Option<(f32, Cell)> = None;
    for y in own.y - reach..=own.y + reach {
        for x in own.x - reach..=own.x + reach {
            let cell = Cell::new(x, y);
            let centre = cell.centre(res);
            let distance = centre.distance_squared(at);
            let nearer = best.is_none_or(|(d, _)| distance < d);
            if nearer
                && window.open(cell)
                && !clearance.covered(ctx.world, centre)
                && lane_free(ctx, at, centre, clearance)
            {
                best = Some((distance, cell));
            }
        }
    }
    best.and_then(|(_, cell)| window.node(cell))
}

/// Whether a body can really go straight from one place to another: its middle and both its flanks meet nothing.
fn lane_free(ctx: &NavContext, from: Vec2, to: Vec2, body: Clearance) -> bool {
    let side = (to - from).normalize_or_zero().perp() * (body.radius_m * LEAN);
    [Vec2::ZERO, side, -side].iter().all(|o| ctx.world.probe(from + *o, to + *o, body.height_m).is_none())
}
