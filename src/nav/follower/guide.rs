//! How a body is led along its path: where it steers, and how fast it may be there.

use super::{PathFollower, Start};
use crate::geom::{Vec2, heading_vec};

/// A body steers back to its line so that it would be there after this distance at least, metres.
const LEAST_RETURN_M: f32 = 0.5;
/// It does so over the distance that it goes in so many steps, or turns by a radian in.
const RETURN_STEPS: f32 = 3.0;
/// Beside its line it keeps the direction of that, but for an angle of this tangent: others may be where the line is.
const MOST_RETURN: f32 = 0.5;
/// Bends are taken so fast that a body turns at this share of its turn rate: it has to catch up with its line.
const TURN_SHARE: f32 = 0.85;
/// The place to steer to is shown so far ahead, metres.
const AHEAD_M: f32 = 2.0;
/// At a sharp corner a body begins to turn so far before it, and ends so far after it, metres.
const CORNER_M: f32 = 0.5;
/// A body brakes for so many points ahead at most.
const MOST_POINTS: usize = 32;
/// Turns of less than this take no braking, radians.
const LEAST_TURN: f32 = 0.01;
/// A body that turns on the spot walks when it looks along its line but for this angle, radians.
const TURNED_RAD: f32 = 0.2;
/// A body that goes backwards does so at this share of its speed.
pub(crate) const BACKWARDS_SHARE: f32 = 0.5;
/// A waypoint that is nearer than this is passed, metres.
const PASSED_M: f32 = 1e-3;

/// Arcs have points every so many of their radii at most, to each side of one.
const POINT_SHARE: f32 = 0.12;
/// An arc of less than this share of the body's tightest is one for which there was no space: others have few points.
const TIGHTER: f32 = 0.6;

/// What a body that is led can do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gait {
    /// Where it is, metres.
    pub here: Vec2,
    /// Where it looks, radians.
    pub heading: f32,
    /// How fast it is, metres a second.
    pub speed_m_s: f32,
    /// How fast it can be.
    pub top_m_s: f32,
    /// Radians a second.
    pub turn_rate: f32,
    /// The tightest arc that it can walk, metres; 0: it turns on the spot.
    pub turn_radius_m: f32,
    /// Metres a second squared.
    pub acceleration: f32,
    /// Length of a step, seconds.
    pub step_s: f32,
}

/// Where a body steers that walks along a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guide {
    /// In the direction of this place, metres.
    pub to: Vec2,
    /// The path leads to this place, a little ahead.
    pub ahead: Vec2,
    /// No faster than this, metres a second: there are bends ahead, or the end.
    pub most_m_s: f32,
    /// The tightest arc that it walks now, metres: that of the body, or of the line where that has no space for it.
    pub turn_radius_m: f32,
    /// It goes backwards.
    pub backwards: bool,
    /// It has passed the waypoint that it was given.
    pub passed: bool,
}

impl PathFollower {
    /// Where a body steers that goes to the waypoint that was handed out last, in this step; `None` where it goes there straight: it
    /// is not on a line of its own, or not yet, or it has passed the waypoint and steers to it still.
    ///
    /// Direction and distance to the line are corrected together, as by the front axle of a car (Hoffmann et al. 2007: *Stanley*).
    pub(in crate::nav) fn guide(&mut self, to: Vec2, gait: &Gait) -> Option<Guide> {
        if !self.course.exists() || self.course.joins || self.handed != Some(to) {
            return None;
        }
        let here = gait.here;
        let foot = self.note_progress(here);
        let mark = self.course.handed_at;
        let passed = self.course.ahead > mark || foot.distance(self.points[mark]) < PASSED_M;
        if passed && self.course.passed {
            return None;
        }
        self.course.passed = passed;
        let step_m = gait.speed_m_s.max(1.0) * gait.step_s;
        let back_m = LEAST_RETURN_M.max(RETURN_STEPS * step_m).max(gait.speed_m_s / gait.turn_rate);
        let along = (self.place_after(foot, step_m) - foot).normalize_or_zero();
        let back = ((foot - here) / back_m).clamp_length_max(MOST_RETURN);
        let direction = (along + back).try_normalize()?;
        let ahead = self.place_after(foot, AHEAD_M);
        if self.course.start == Start::OnTheSpot && heading_vec(gait.heading).angle_to(direction).abs() < TURNED_RAD {
            self.course.start = Start::Ahead;
        }
        let (most_m_s, tightest_m) = self.bends(foot, gait);
        let backwards = self.course.start == Start::Backwards;
        let turns_here = self.course.start == Start::OnTheSpot;
        let turn_radius_m = if turns_here { 0.0 } else { tightest_m };
        let most_m_s = if backwards { most_m_s.min(gait.top_m_s * BACKWARDS_SHARE) } else { most_m_s };
        Some(Guide { to: here + direction * AHEAD_M, ahead, most_m_s, turn_radius_m, backwards, passed })
    }

    /// The place so far along the line from one on its present piece.
    fn place_after(&self, foot: Vec2, metres: f32) -> Vec2 {
        let (mut from, mut left) = (foot, metres);
        for to in &self.points[self.course.ahead..] {
            let length = from.distance(*to);
            if length >= left {
                return from + (*to - from) * (left / length.max(f32::MIN_POSITIVE));
            }
            (from, left) = (*to, left - length);
        }
        from
    }

    /// How fast the body may be so that it can turn with each bend ahead, and does not run past the end; and the tightest arc that it
    /// walks there, metres.
    fn bends(&self, foot: Vec2, gait: &Gait) -> (f32, f32) {
        let (points, first) = (&self.points, self.course.ahead);
        let (mut most, mut along_m, mut from) = (gait.top_m_s, 0.0, foot);
        let mut tightest_m = gait.turn_radius_m;
        let mut before = points[first] - points[first - 1];
        let mut last_m = before.length();
        before = before.normalize_or_zero();
        for (i, to) in points.iter().enumerate().skip(first).take(MOST_POINTS) {
            along_m += from.distance(*to);
            if 2.0 * gait.acceleration * along_m > gait.top_m_s * gait.top_m_s && along_m > AHEAD_M {
                break;
            }
            from = *to;
            let Some(next) = points.get(i + 1) else { return (most.min(along_m / gait.step_s), tightest_m) };
            let piece = *next - *to;
            let length_m = piece.length();
            let Some(direction) = piece.try_normalize() else { continue };
            // About the angle, and never more than that.
            let turn = (direction - before).length();
            if turn > LEAST_TURN {
                let space_m = (last_m / 2.0).min(CORNER_M) + (length_m / 2.0).min(CORNER_M);
                let bend_m_s = gait.turn_rate * TURN_SHARE * space_m / turn;
                if along_m < AHEAD_M {
                    tightest_m = tightest_m.min(arc_m(gait.turn_radius_m, [last_m, length_m], turn));
                }
                most = most.min((bend_m_s * bend_m_s + 2.0 * gait.acceleration * along_m).sqrt());
            }
            (before, last_m) = (direction, length_m);
        }
        (most, tightest_m)
    }
}

/// The radius with which a body turns by so much between two pieces of its line, metres: its tightest, unless the line has clearly tighter arcs.
fn arc_m(tightest_m: f32, pieces_m: [f32; 2], turn: f32) -> f32 {
    let most_m = CORNER_M.max(tightest_m * POINT_SHARE);
    let arc_m = pieces_m.map(|piece_m| (piece_m / 2.0).min(most_m)).iter().sum::<f32>() / turn;
    if arc_m < tightest_m * TIGHTER { arc_m } else { tightest_m }
}
