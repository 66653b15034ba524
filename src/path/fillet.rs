//! Arcs inside the turns of a path of straight pieces.

use super::belt::{Corners, Pulley};
use super::params::CurveParams;
use super::{Sees, Touches};
use crate::geom::Vec2;
use std::f32::consts::PI;

/// An arc takes this share of each piece beside it at most.
const HALF: f32 = 0.49;
/// The smallest arc takes so much of each of them, metres, where they are long enough.
const LEAST_M: f32 = 0.05;
/// Turns that exceed a step by less than this share of it are the rounding of sums.
const ROUNDING: f32 = 0.03;

/// Writes a path with an arc at each turn of more than a step, the widest of some that is clear; a turn where the smallest is not clear stays.
/// Whether some were written.
pub(super) fn fillet(path: &[Vec2], sight: &impl Touches, params: &CurveParams, out: &mut Vec<Vec2>) -> bool {
    out.clear();
    out.extend(path.first());
    let mut any = false;
    // Compared with cosines, and squares: most turns are no more than a step.
    let least = (params.step_rad * (1.0 + ROUNDING)).min(PI / 2.0).cos();
    let is_sharp = |three: &[Vec2]| {
        let (before, after) = (three[1] - three[0], three[2] - three[1]);
        let along = before.dot(after);
        along <= 0.0 || along * along < least * least * before.length_squared() * after.length_squared()
    };
    for three in path.windows(3) {
        let from = out.len();
        any |= is_sharp(three) && Turn::of(three).is_some_and(|turn| turn.write(sight, params, out));
        if out.len() == from {
            out.push(three[1]);
        }
    }
    out.extend(path.get(1..).and_then(<[Vec2]>::last));
    any
}

/// Where a path turns.
struct Turn {
    at: Vec2,
    arrives: Vec2,
    leaves: Vec2,
    /// Radians, to either side.
    turn: f32,
    /// The most that an arc takes of both pieces, metres.
    most_m: f32,
}

impl Turn {
    fn of(three: &[Vec2]) -> Option<Self> {
        let &[before, at, after] = three else { return None };
        let (arrives, leaves) = ((at - before).try_normalize()?, (after - at).try_normalize()?);
        let most_m = before.distance(at).min(at.distance(after)) * HALF;
        Some(Self { at, arrives, leaves, turn: arrives.angle_to(leaves), most_m })
    }

    /// Appends the widest arc that is clear; whether there is one.
    fn write(&self, sight: &impl Sees, params: &CurveParams, out: &mut Vec<Vec2>) -> bool {
        let turn = self.turn.abs();
        if turn <= params.step_rad * (1.0 + ROUNDING) || turn >= PI {
            return false;
        }
        let for_each_metre = (turn / 2.0).tan();
        let wanted = params.fillet_m.max(params.turn_radius_m) * for_each_metre;
        let (least, mut takes) = (LEAST_M.min(self.most_m), wanted.min(self.most_m));
        let (from, begin, corners) = (out.len(), self.at, Corners::of(turn, params.step_rad));
        loop {
            takes = takes.max(least);
            let radius = takes / for_each_metre;
            let outwards = (self.arrives - self.leaves).normalize_or_zero();
            let centre = self.at - outwards * (radius / (turn / 2.0).cos());
            let pulley = Pulley { centre, radius: radius * self.turn.signum() };
            let (mut before, mut is_clear) = (begin - self.arrives * takes, true);
            pulley.each_corner(self.arrives, &corners, |corner| {
                is_clear = is_clear && sight.clear(before, corner);
                before = corner;
                out.push(corner);
            });
            if is_clear && sight.clear(before, self.at + self.leaves * takes) {
                return true;
            }
            out.truncate(from);
            if takes <= least {
                return false;
            }
            takes /= 2.0;
        }
    }
}
