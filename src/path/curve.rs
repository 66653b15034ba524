//! Paths pulled tight and made round.

use super::Touches;
use super::arc::{self, Bend, write_points};
use super::belt::Belt;
use super::fillet::fillet;
use super::length_m;
use super::params::CurveParams;
use super::taut::Tightener;
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
    belt: Belt,
    bends: Vec<Bend>,
    points: Vec<Vec2>,
}

impl Curver {
    /// Writes a pulled path, both ends included, as a round one that is clear wherever the pulled one is: pulled tight round the corners that it
    /// leads past, with arcs of the body's radius at least, and wider ones where there is space. Tight paths are never longer than the pulled
    /// one, but for what [`CurveParams`] allow. Where no such path was found the pulled one is kept; where the ground does not cost the same
    /// everywhere, too. Each turn that is left then gets an arc inside it, unless the smallest is not clear.
    pub fn curve(&mut self, path: &[Vec2], sight: &impl Touches, params: &CurveParams, out: &mut Vec<Vec2>) -> Curved {
        let Self { tightener, belt, bends, points } = self;
        let longest = length_m(path) * (1.0 + ROUNDING);
        let mut tighten = |guesses: bool| {
            let is_guessed = tightener.pull(path, sight, guesses, belt);
            let length = arc::bends(belt, params.step_rad, bends, |bend| bend.arc.is_clear(sight));
            (length.is_some_and(|length| length <= longest), is_guessed)
        };
        let is_tight = sight.is_even()
            && match tighten(true) {
                // The corners beside a path's turns are not those that it leads round everywhere.
                (false, true) => tighten(false).0,
                (is_tight, _) => is_tight,
            };
        if is_tight {
            widen(&mut belt.pulleys, bends, sight, params);
            // All turns are arcs already.
            if bends.iter().all(|bend| bend.arc.pulley.radius != 0.0) {
                write_points(&belt.pulleys, bends, out);
                return Curved::Tight;
            }
            write_points(&belt.pulleys, bends, points);
        } else {
            points.clear();
            points.extend_from_slice(path);
            points.dedup();
        }
        match (is_tight, fillet(points, sight, params, out)) {
            (true, _) => Curved::Tight,
            (false, true) => Curved::Filleted,
            (false, false) => Curved::Straight,
        }
    }
}
