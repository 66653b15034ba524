//! Bodies that cannot turn on the spot: they go where they look, or backwards, and their heading changes by no more than the tightest arc that
//! they can walk allows (Dubins 1957; Reeds & Shepp 1990 with steps backwards).

use crate::crowd::Cone;
use crate::geom::{Vec2, heading_of, heading_vec, wrap_angle};
use std::f32::consts::{FRAC_PI_2, PI};

/// A place that lies this share of the radius inside a turning circle is not come to by a turn.
const INSIDE: f32 = 0.95;
/// A body at less than this is at rest, metres a second.
const AT_REST_M_S: f32 = 1e-4;

/// What limits the turns of a body in a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnLimit {
    /// Where it is headed as it goes, radians: away from where it looks if it goes backwards.
    travel: f32,
    /// It goes backwards.
    backwards: bool,
    /// The tightest arc that it can walk, metres.
    radius: f32,
    /// Radians a second.
    turn_rate: f32,
}

impl TurnLimit {
    pub(super) fn new(heading: f32, backwards: bool, radius: f32, turn_rate: f32) -> Self {
        let travel = if backwards { wrap_angle(heading + PI) } else { heading };
        Self { travel, backwards, radius, turn_rate }
    }

    /// Whether a body cannot come to a place by a turn, and goes back first.
    pub(super) fn are_too_near(here: Vec2, heading: f32, radius: f32, to: Vec2) -> bool {
        let side = heading_vec(heading).perp() * radius;
        [here + side, here - side].into_iter().any(|centre| centre.distance(to) < radius * INSIDE)
    }

    /// The most that it turns in a step, radians.
    fn most_rad(&self, speed_m_s: f32, step_s: f32) -> f32 {
        self.turn_rate.min(speed_m_s / self.radius) * step_s
    }

    /// The velocity nearest to a direction, radians, at a speed.
    pub(super) fn velocity(&self, wanted: f32, speed_m_s: f32, step_s: f32) -> Vec2 {
        let most = self.most_rad(speed_m_s, step_s);
        heading_vec(self.travel + wrap_angle(wanted - self.travel).clamp(-most, most)) * speed_m_s
    }

    /// The velocities between which others leave it one, if it is not slower than at this speed.
    pub(super) fn cone(&self, speed_m_s: f32, step_s: f32) -> Cone {
        // Half-planes leave no more than half a circle.
        Cone { direction: heading_vec(self.travel), most_rad: self.most_rad(speed_m_s, step_s).min(FRAC_PI_2) }
    }

    /// The velocity that it takes and where it looks then, of what the others and the walls left it.
    pub(super) fn settle(&self, left: Vec2, step_s: f32) -> (Vec2, f32) {
        let speed_m_s = left.length();
        let mut travel = self.travel;
        let mut velocity = Vec2::ZERO;
        if speed_m_s > AT_REST_M_S {
            let most = self.most_rad(speed_m_s, step_s);
            let turn = wrap_angle(heading_of(left) - travel);
            let taken = turn.clamp(-most, most);
            travel = wrap_angle(travel + taken);
            velocity = heading_vec(travel) * (speed_m_s * (turn - taken).cos().max(0.0));
        }
        (velocity, if self.backwards { wrap_angle(travel + PI) } else { travel })
    }
}
