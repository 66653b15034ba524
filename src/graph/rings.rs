//! Areas joined, cut and taken from each other: their borders as closed rings of whole numbers.

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::Overlay;
use i_overlay::i_float::int::point::IntPoint;

pub(super) use i_overlay::core::overlay_rule::OverlayRule;

/// Closed rings of points, without the first one again at the end.
pub(super) type Rings = Vec<Vec<IntPoint>>;

/// The border of what two areas are together, by a rule; each is given by rings, which may overlap.
///
/// The library finds rings in an order of its own, which changes with its optional features, and these with the programs that are
/// built beside this one. So each ring begins at its least point here, and the rings are in order: paths, and with them whole worlds,
/// are the same whatever else was built.
pub(super) fn combine(a: &[Vec<IntPoint>], b: &[Vec<IntPoint>], rule: OverlayRule) -> Rings {
    let mut rings: Rings =
        Overlay::with_contours(a, b).overlay(rule, FillRule::NonZero).into_iter().flatten().collect();
    for ring in &mut rings {
        let least = (0..ring.len()).min_by_key(|i| ring[*i]).unwrap_or(0);
        ring.rotate_left(least);
    }
    rings.sort_unstable();
    rings
}
