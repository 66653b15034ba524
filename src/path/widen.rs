//! Wider arcs where there is space for them.

use super::belt::{Piece, Pulley, write_points};
use super::curve::CurveParams;
use super::{Touches, length_m};
use crate::geom::Vec2;

/// The shares of what is wanted that are tried one after the other.
const SHARES: [f32; 3] = [1.0, 0.5, 0.25];
/// A circle that keeps less than this from what it leads past, or becomes less wide, is not tried, metres.
const LEAST_GAIN_M: f32 = 0.05;
/// Turns of less than this stay as they are, radians.
const LEAST_TURN: f32 = 0.05;
/// The arc at a place of the path takes this share of the shorter piece beside it at most.
const HALF: f32 = 0.49;

/// Makes the arcs of a belt wider, where the body stays clear of everything; what of it is clear stays so. Whether something changed.
pub(super) fn widen(belt: &mut [Pulley], sight: &impl Touches, params: &CurveParams, points: &mut Vec<Vec2>) -> bool {
    let mut changes = false;
    for at in 1..belt.len().saturating_sub(1) {
        let Some(corner) = Corner::of(belt, at) else { continue };
        for share in SHARES {
            let Some(wider) = corner.wider(share, params, sight.is_even()) else { break };
            let Some(part) = part(belt, at, wider) else { break };
            if write_points(&part, params.step_rad, points) && is_clear(points, sight) {
                (belt[at], changes) = (wider, true);
                break;
            }
        }
    }
    changes
}

/// What changes of a belt when one of its circles does: from shortly before the circle before it to shortly after the one after it.
fn part(belt: &[Pulley], at: usize, wider: Pulley) -> Option<[Pulley; 5]> {
    let [before, after] = [belt[at - 1], belt[at + 1]];
    let beside = |at: Option<usize>| at.and_then(|at| belt.get(at));
    let short = |piece: &Piece, radius: f32| piece.direction * piece.from.distance(piece.to).min(radius.abs());
    let first = match beside(at.checked_sub(2)) {
        Some(far) => far.piece_to(&before).map(|piece| piece.to - short(&piece, before.radius))?,
        None => before.centre,
    };
    let last = match beside(Some(at + 2)) {
        Some(far) => after.piece_to(far).map(|piece| piece.from + short(&piece, after.radius))?,
        None => after.centre,
    };
    Some([Pulley::place(first), before, wider, after, Pulley::place(last)])
}

/// Whether the body can go along a path.
pub(super) fn is_clear(path: &[Vec2], sight: &impl Touches) -> bool {
    path.windows(2).all(|pair| sight.clear(pair[0], pair[1]))
}

/// A turn of a belt.
struct Corner {
    pulley: Pulley,
    /// Radians.
    turn: f32,
    /// 1 clockwise, -1 counterclockwise.
    side: f32,
    /// The direction away from the inside of the turn.
    outwards: Vec2,
    /// The lengths of the pieces before and after it.
    lengths: [f32; 2],
}

impl Corner {
    /// `None` where the belt hardly turns.
    fn of(belt: &[Pulley], at: usize) -> Option<Self> {
        let pulley = belt[at];
        let (before, after) = (belt[at - 1].piece_to(&pulley)?, pulley.piece_to(&belt[at + 1])?);
        let turn = pulley.turn(before.direction, after.direction).filter(|turn| *turn > LEAST_TURN)?;
        let side = match pulley.radius {
            0.0 => before.direction.perp_dot(after.direction).signum(),
            radius => radius.signum(),
        };
        let outwards = (before.direction - after.direction).normalize_or_zero();
        let lengths = [before, after].map(|piece| length_m(&[piece.from, piece.to]));
        Some(Self { pulley, turn, side, outwards, lengths })
    }

    /// The circle that replaces its own, with a share of what is wanted; `None` where that is hardly another one.
    fn wider(&self, share: f32, params: &CurveParams, is_even: bool) -> Option<Pulley> {
        let Self { pulley, turn, side, outwards, lengths } = self;
        let radius = pulley.radius.abs();
        if radius == 0.0 {
            // Within the corner: the pieces beside it become shorter.
            let fits = lengths[0].min(lengths[1]) * HALF / (turn / 2.0).tan();
            let radius = fits.min(params.fillet_m.max(params.turn_radius_m)) * share;
            let centre = pulley.centre - *outwards * (radius / (turn / 2.0).cos());
            return (radius > LEAST_GAIN_M).then_some(Pulley { centre, radius: side * radius });
        }
        // A belt becomes longer by the angle of its turn for each metre that a circle becomes wider.
        let affordable = if is_even { params.longer_share * (lengths[0] + lengths[1]) / 2.0 / turn } else { 0.0 };
        let keeps = params.comfort_m.min(affordable) * share;
        // The wider circle contains the one that keeps the distance, and touches it where the turn is half done.
        let grows = keeps.max((params.turn_radius_m - radius) * share);
        let centre = pulley.centre - *outwards * (grows - keeps);
        (grows > LEAST_GAIN_M).then_some(Pulley { centre, radius: side * (radius + grows) })
    }
}
