//! Where a body of a stream passes a corner: in a lane of its own, and not where all would be at once.

use crate::geom::Vec2;
use crate::path::Sees;

/// The widest lane is so far from the inner side of a corner, metres.
const WIDEST_M: f32 = 1.2;
/// How much of that is tried where there is too little space, the most first.
const SHARES: [f32; 3] = [1.0, 0.5, 0.25];
/// Multiples of it are spread evenly between whole numbers, however many: the golden ratio.
const SPREAD: f32 = 0.618_034;

/// Where the body in a slot passes a `corner` on its path from `here`, after which it goes to `next`: as far from the inner side
/// before the corner as after it, so that those that pass it side by side do not cross each other's paths. Portals that are
/// wide and not points are from Curtis, Snape & Manocha (2012); here each body keeps one lane. The corner itself where
/// nothing beside it is free.
pub(super) fn beside_corner(slot: usize, here: Vec2, corner: Vec2, next: Vec2, sight: &impl Sees) -> Vec2 {
    let before = corner - here;
    // Outwards from the inner side of what comes after the corner, and of what comes before it.
    let out = (corner - next).normalize_or_zero();
    let on = out.perp() * out.perp().dot(before).signum();
    let aside = (out + on) * (WIDEST_M * (slot as f32 * SPREAD).fract());
    let places = SHARES.map(|share| corner + aside * share);
    let is_free = |place: &Vec2| sight.clear(here, *place) && sight.clear(*place, next);
    places.into_iter().find(is_free).unwrap_or(corner)
}
