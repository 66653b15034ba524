//! Paths pulled tight and made round.

use super::arc::Arc;
use super::belt::{Pulley, write_points};
use super::fillet::fillet;
use super::length_m;
use super::params::CurveParams;
use super::taut::{Tightener, Touches};
use super::widen::widen;
use crate::geom::Vec2;

/// A path may seem longer by this share of its length: the rounding of sums.
const ROUNDING: f32 = 1e-5;

/// What became of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Curved {
    /// It is tight, with arcs round what it leads past.
    Tight,
    /// It stayed where it was, with arcs at its turns.
    Filleted,
    /// It stayed as it was.
    Straight,
}

/// Makes paths round. Memory is kept.
#[derive(Clone, Debug, Default)]
pub struct Curver {
    tightener: Tightener,
    belt: Vec<Pulley>,
    points: Vec<Vec2>,
}

impl Curver {
    /// Writes a pulled path, both ends included, as a round one that is clear wherever the pulled one is: pulled tight round the corners that it
    /// leads past, with arcs of the body's radius at least, and wider ones where there is space. Tight paths are never longer than the pulled
    /// one, but for what [`CurveParams`] allow. Where no such path was found the pulled one is kept; where the ground does not cost the same
    /// everywhere, too. Each turn that is left then gets an arc inside it, unless the smallest is not clear.
    pub fn curve(&mut self, path: &[Vec2], sight: &impl Touches, params: &CurveParams, out: &mut Vec<Vec2>) -> Curved {
        let Self { tightener, belt, points } = self;
        let is_tight = sight.is_even() && {
            tightener.pull(path, sight, belt);
            let longest = length_m(path) * (1.0 + ROUNDING);
            are_clear(belt, sight, params.step_rad)
                && write_points(belt, params.step_rad, points)
                && length_m(points) <= longest
        };
        if is_tight {
            widen(belt, sight, params);
            if write_points(belt, params.step_rad, out) {
                std::mem::swap(points, out);
            }
        } else {
            points.clear();
            points.extend_from_slice(path);
            points.dedup();
        }
        // All turns are arcs already.
        if is_tight && belt.iter().skip(1).rev().skip(1).all(|turn| turn.radius != 0.0) {
            std::mem::swap(points, out);
            return Curved::Tight;
        }
        match (is_tight, fillet(points, sight, params, out)) {
            (true, _) => Curved::Tight,
            (false, true) => Curved::Filleted,
            (false, false) => Curved::Straight,
        }
    }
}

/// Whether the body can go along the arcs of a belt.
fn are_clear(belt: &[Pulley], sight: &impl Touches, step: f32) -> bool {
    belt.windows(3).all(|three| {
        let pieces = three[0].piece_to(&three[1]).zip(three[1].piece_to(&three[2]));
        let arc = pieces.and_then(|(before, after)| Arc::between(three[1], before.direction, after.direction));
        arc.is_some_and(|arc| arc.is_clear(sight, step))
    })
}
