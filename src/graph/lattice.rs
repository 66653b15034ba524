//! What graphs have in common whose nodes lie in a regular pattern: which steps of each node the body can make, one bit a direction.

use super::Mover;
use crate::geom::Vec2;

/// Which of at most eight straight steps from a place the body can make: bit 0 is the first. None where it does not fit there.
pub(super) fn legal_steps(mover: &Mover, at: Vec2, ends: impl Iterator<Item = Vec2> + Clone) -> u8 {
    let farthest = ends.clone().map(|to| at.distance(to)).fold(0.0, f32::max);
    if mover.is_alone(at, farthest) {
        return ends.enumerate().fold(0, |bits, (i, _)| bits | 1 << i);
    }
    if !mover.fits(at) {
        return 0;
    }
    ends.enumerate().filter(|(_, to)| mover.goes(at, *to)).fold(0, |bits, (i, _)| bits | 1 << i)
}

/// The numbers of the bits that are set.
pub(super) fn directions(bits: u8) -> impl Iterator<Item = u8> {
    (0..8).filter(move |i| bits >> i & 1 == 1)
}
