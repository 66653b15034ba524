//! Where a body of a stream passes a corner: beside the others, and not where all would be at once.

use crate::geom::Vec2;
use crate::path::Sees;

/// No body passes a corner farther from its inner side than this, metres.
const WIDEST_M: f32 = 2.0;
/// How much of what it keeps to the side is tried, the most first.
const SHARES: [f32; 3] = [1.0, 0.5, 0.25];

/// Where a body that is `here` passes a `corner` on its path, after which it goes to `next`: of the line on which `next` comes in
/// sight, the place nearest to the body, as in portals that are segments and not points (Curtis, Snape & Manocha 2012). The
/// corner itself where nothing beside it is free.
pub(super) fn beside_corner(here: Vec2, corner: Vec2, next: Vec2, sight: &impl Sees) -> Vec2 {
    let out = (corner - next).normalize_or_zero();
    let aside_m = (here - corner).dot(out).clamp(0.0, WIDEST_M);
    let places = SHARES.map(|share| corner + out * (aside_m * share));
    let free = |place: &Vec2| sight.clear(here, *place) && sight.clear(*place, next);
    places.into_iter().filter(|_| aside_m > 0.0).find(free).unwrap_or(corner)
}
