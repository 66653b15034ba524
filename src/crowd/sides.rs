//! Bodies that meet pass on the same side: each keeps to its right, so that streams in a passage become lanes.

use super::CrowdParams;
use super::nearest::Near;
use super::packed::{Entry, Packed};
use crate::geom::Vec2;

/// Another body comes towards one if the cosine between their directions is below this.
const ONCOMING: f32 = -0.7;
/// It is passed on the left if it is this share of both radii to the right.
const PASSED: f32 = 0.4;

/// What a body wants, turned to its side where one of those near it comes towards it.
pub(super) fn keep_right(velocity: Vec2, me: &Entry, near: &[Near], packed: &Packed, params: &CrowdParams) -> Vec2 {
    let Some(ahead) = velocity.try_normalize().filter(|_| params.keep_right != 0.0) else { return velocity };
    let right = ahead.perp() * params.keep_right.signum();
    let entry = |n: &Near| &packed.entries()[n.place as usize];
    let comes = |n: &&Near| {
        let other = entry(n);
        let off = other.position - me.position;
        let touch = me.radius + other.radius;
        // One that is well to the right already is passed on the left.
        let in_path = off.dot(ahead) > 0.0 && (-touch..touch * PASSED).contains(&off.dot(right));
        in_path && other.velocity.normalize_or_zero().dot(ahead) < ONCOMING
    };
    let nearest = |a: &&Near, b: &&Near| a.gap_m.total_cmp(&b.gap_m).then(entry(a).slot.cmp(&entry(b).slot));
    let Some(oncoming) = near.iter().filter(comes).min_by(nearest) else { return velocity };
    let nearness = 1.0 - (oncoming.gap_m / params.neighbour_m).clamp(0.0, 1.0);
    (ahead + right * (nearness * params.keep_right.abs())).normalize() * velocity.length()
}
