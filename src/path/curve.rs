//! Paths pulled tight and made round.

use super::belt::{Pulley, write_points};
use super::length_m;
use super::taut::{Tightener, Touches};
use super::widen::{is_clear, widen};
use crate::geom::Vec2;

/// The arcs of tight paths turn so much at each of their points at most, radians.
const STEP_RAD: f32 = 0.2;
/// A path may seem longer by this share of its length: the rounding of sums.
const ROUNDING: f32 = 1e-5;

/// What a round path is like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveParams {
    /// How far it keeps from what it turns round where there is space for it, beyond the body's radius, metres.
    pub comfort_m: f32,
    /// It may become so much longer for that, as a share of its length.
    pub longer_share: f32,
    /// Where there is space its arcs have at least this radius, metres.
    pub turn_radius_m: f32,
    /// The radius of arcs at turns of the path round which no corner was found, metres.
    pub fillet_m: f32,
    /// How much it turns at each of its points at most, radians.
    pub step_rad: f32,
}

impl Default for CurveParams {
    fn default() -> Self {
        Self { comfort_m: 0.0, longer_share: 0.02, turn_radius_m: 0.0, fillet_m: 1.0, step_rad: STEP_RAD }
    }
}

/// What became of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Curved {
    /// It is tight, with arcs round what it leads past.
    Tight,
    /// It has arcs at its turns.
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
    /// leads past, with arcs of the body's radius at least, and wider ones where there is space. Where no such path was found it gets arcs at its
    /// turns; where these are not clear either it stays as it is. Tight paths are never longer than the pulled one, but for what
    /// [`CurveParams`] allow. Where the ground does not cost the same everywhere paths are not pulled tight.
    pub fn curve(&mut self, path: &[Vec2], sight: &impl Touches, params: &CurveParams, out: &mut Vec<Vec2>) -> Curved {
        let Self { tightener, belt, points } = self;
        let mut became = Curved::Filleted;
        belt.clear();
        if sight.is_even() {
            tightener.pull(path, sight, belt);
            let longest = length_m(path) * (1.0 + ROUNDING);
            if write_points(belt, params.step_rad, out) && length_m(out) <= longest && is_clear(out, sight) {
                became = Curved::Tight;
            }
        }
        if became == Curved::Filleted {
            belt.clear();
            belt.extend(path.iter().map(|at| Pulley::place(*at)));
            belt.dedup_by_key(|place| place.centre);
        }
        if !widen(belt, sight, params, points) && became == Curved::Tight {
            return became;
        }
        if write_points(belt, params.step_rad, points) && is_clear(points, sight) {
            std::mem::swap(points, out);
            return became;
        }
        if became != Curved::Tight {
            out.clear();
            out.extend_from_slice(path);
            return Curved::Straight;
        }
        became
    }
}
