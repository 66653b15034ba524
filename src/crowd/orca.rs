//! Optimal reciprocal collision avoidance: the half-plane of velocities that keep one body clear of another for a while, if
//! each of the two takes its share (van den Berg, Guy, Lin & Manocha 2011, ch. 4).

use super::solve::HalfPlane;
use crate::geom::Vec2;

/// Two bodies that do not overlap, as one of them sees them.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
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
    /// The velocities that are safe for `horizon_s` seconds. Without branches, so that several pairs are computed at a time.
    #[inline]
    pub fn safe(&self, horizon_s: f32) -> HalfPlane {
        let &Self { to_other, closing, velocity, touch_m, share } = self;
        let hertz = 1.0 / horizon_s;
        let (apart, touch) = (to_other.length_squared(), touch_m * touch_m);
        // The cutoff circle: from its centre to the relative velocity.
        let from_centre = closing - to_other * hertz;
        let (ahead, squared) = (from_centre.dot(to_other), from_centre.length_squared());
        let in_front = (ahead < 0.0) & (ahead * ahead > touch * squared);
        let length = squared.sqrt();
        // The nearer one of the legs of the cone.
        let leg = (apart - touch).max(0.0).sqrt();
        let side = if to_other.perp_dot(from_centre) > 0.0 { leg } else { -leg };
        let out_of_cone = to_other.perp() * side - to_other * touch_m;
        let (out, unit) = if in_front { (from_centre, length) } else { (out_of_cone, apart) };
        let out = out * (1.0 / unit);
        // The smallest change of the relative velocity that leads out of the velocity obstacle; less than 0 where it is safe.
        let change = if in_front { touch_m * hertz - length } else { -closing.dot(out) };
        HalfPlane { normal: -out, limit: -(velocity.dot(out) + change * share) }
    }
}

/// So many pairs are computed at a time.
const LANES: usize = 4;

/// The pairs of one body, side by side.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pairs {
    to_x: [f32; LANES],
    to_y: [f32; LANES],
    closing_x: [f32; LANES],
    closing_y: [f32; LANES],
    touch_m: [f32; LANES],
    horizon_s: [f32; LANES],
    yields: [f32; LANES],
    len: usize,
}

impl Pairs {
    /// Adds a pair that is to be safe for `horizon_s` seconds; `yields` is the other's weight. There is a place left.
    #[inline]
    pub(super) fn push(&mut self, to_other: Vec2, closing: Vec2, touch_m: f32, horizon_s: f32, yields: f32) {
        let lane = self.len;
        (self.to_x[lane], self.to_y[lane]) = to_other.into();
        (self.closing_x[lane], self.closing_y[lane]) = closing.into();
        (self.touch_m[lane], self.horizon_s[lane], self.yields[lane]) = (touch_m, horizon_s, yields);
        self.len += 1;
    }

    pub(super) fn are_full(&self) -> bool {
        self.len == LANES
    }

    /// Adds the half-planes of all to `planes`. The body that they are of has a velocity and a weight.
    #[inline]
    pub(super) fn flush(&mut self, velocity: Vec2, yields: f32, planes: &mut Vec<HalfPlane>) {
        let (mut x, mut y, mut limit) = ([0.0; LANES], [0.0; LANES], [0.0; LANES]);
        for lane in 0..LANES {
            let pair = Pair {
                to_other: Vec2::new(self.to_x[lane], self.to_y[lane]),
                closing: Vec2::new(self.closing_x[lane], self.closing_y[lane]),
                velocity,
                touch_m: self.touch_m[lane],
                share: yields / (yields + self.yields[lane]),
            };
            let plane = pair.safe(self.horizon_s[lane]);
            (x[lane], y[lane], limit[lane]) = (plane.normal.x, plane.normal.y, plane.limit);
        }
        planes.extend((0..self.len).map(|i| HalfPlane { normal: Vec2::new(x[i], y[i]), limit: limit[i] }));
        self.len = 0;
    }
}
