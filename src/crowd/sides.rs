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
    let mut oncoming: Option<(f32, u32)> = None;
    for n in near {
        let other = &packed.entries()[n.place as usize];
        let off = other.position - me.position;
        let (forth, aside) = (off.dot(ahead), off.dot(right));
        let (touch, along) = (me.radius + other.radius, other.velocity.dot(ahead));
        // One that is well to the right already is passed on the left. All is looked at: few branches could be guessed.
        let in_path = (forth > 0.0) & (aside >= -touch) & (aside < touch * PASSED);
        let comes = (along < 0.0) & (along * along > ONCOMING * ONCOMING * other.velocity.length_squared());
        if in_path & comes && oncoming.is_none_or(|nearest| (n.gap_m, other.slot) < nearest) {
            oncoming = Some((n.gap_m, other.slot));
        }
    }
    let Some((gap_m, _)) = oncoming else { return velocity };
    let nearness = 1.0 - (gap_m / params.neighbour_m).clamp(0.0, 1.0);
    (ahead + right * (nearness * params.keep_right.abs())).normalize() * velocity.length()
}
