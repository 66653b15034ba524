//! Optimal reciprocal collision avoidance: the half-plane of velocities that keep one body clear of another for a while, if
//! each of the two takes its share (van den Berg, Guy, Lin & Manocha 2011, ch. 4).

use super::solve::HalfPlane;
use crate::geom::Vec2;

/// Two bodies as one of them sees them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    /// From this one's centre to the other's, metres.
    pub to_other: Vec2,
    /// This one's velocity less the other's, metres a second.
    pub closing: Vec2,
    /// This one's velocity, metres a second.
    pub velocity: Vec2,
    /// The sum of the radii, metres.
    pub touch_m: f32,
    /// How much of the change falls to this one, 0 to 1.
    pub share: f32,
}

impl Pair {
    /// The velocities that are safe for `horizon_s` seconds. Bodies that overlap are to be apart after `step_s` seconds.
    pub(crate) fn safe(&self, horizon_s: f32, step_s: f32) -> HalfPlane {
        let (change, out) = self.change(horizon_s, step_s);
        HalfPlane { normal: -out, limit: -(self.velocity + change * self.share).dot(out) }
    }

    /// The smallest change of the relative velocity that leads out of (or, where it is safe, into) the velocity obstacle, and
    /// the direction out of it.
    fn change(&self, horizon_s: f32, step_s: f32) -> (Vec2, Vec2) {
        let &Self { to_other, closing, touch_m, .. } = self;
        let (apart, touch) = (to_other.length_squared(), touch_m * touch_m);
        if apart <= touch {
            return from_cutoff(closing - to_other / step_s, touch_m / step_s, to_other);
        }
        // From the centre of the cutoff circle to the relative velocity.
        let from_centre = closing - to_other / horizon_s;
        let ahead = from_centre.dot(to_other);
        if ahead < 0.0 && ahead * ahead > touch * from_centre.length_squared() {
            return from_cutoff(from_centre, touch_m / horizon_s, to_other);
        }
        // One of the legs of the cone.
        let leg = (apart - touch).sqrt();
        let side = if to_other.perp_dot(from_centre) > 0.0 { 1.0 } else { -1.0 };
        let along = (to_other * leg + to_other.perp() * (touch_m * side)) / apart;
        (along * closing.dot(along) - closing, along.perp() * side)
    }
}

/// The change to the rim of a circle round the origin. Without a direction of its own it leads away from the other body.
fn from_cutoff(w: Vec2, radius: f32, to_other: Vec2) -> (Vec2, Vec2) {
    let length = w.length();
    let out = if length > 1e-6 { w / length } else { (-to_other).try_normalize().unwrap_or(Vec2::X) };
    (out * (radius - length), out)
}
