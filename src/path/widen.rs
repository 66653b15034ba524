//! Wider arcs where there is space for them.

use super::Touches;
use super::arc::{Arc, Bend};
use super::belt::{Piece, Pulley};
use super::params::CurveParams;

/// The shares of what fits that are tried one after the other.
const SHARES: [f32; 4] = [1.0, 0.75, 0.5, 0.25];
/// A circle that keeps less than this from what it leads past, or becomes less wide, is not tried, metres.
const LEAST_GAIN_M: f32 = 0.05;
/// Turns of less than this stay as they are, radians.
const LEAST_TURN: f32 = 0.05;

/// Makes the arcs of a belt wider, where the body stays clear of everything; what of it is clear stays so. `bends` are those that it has. Whether one
/// became wider.
pub(super) fn widen(belt: &mut [Pulley], bends: &[Bend], sight: &impl Touches, params: &CurveParams) -> bool {
    let (mut any, mut is_changed) = (false, false);
    for (at, old) in (1..).zip(bends) {
        // Its piece before it is another one where the circle there became wider.
        let old = if is_changed { Bend::round(&belt[at - 1], belt[at], &belt[at + 1]) } else { Some(*old) };
        is_changed = false;
        let Some(old) = old.filter(|bend| bend.arc.pulley.radius != 0.0) else { continue };
        if old.arc.turn <= LEAST_TURN {
            continue;
        }
        let affordable_m = params.longer_share * old.pieces.iter().map(Piece::length_m).sum::<f32>() / 2.0;
        let wanted = Gain {
            // A belt becomes longer by the angle of its turn for each metre that a circle becomes wider.
            keeps: params.comfort_m.min(affordable_m / old.arc.turn),
            rounds: params.turn_radius_m - old.arc.pulley.radius.abs(),
        };
        if wanted.grows() <= LEAST_GAIN_M {
            continue;
        }
        let fits = Gain { keeps: most_kept(&old.arc, sight, params, wanted.keeps), ..wanted };
        let Some(old) = Part::with(old, belt, at).filter(|_| fits.grows() > LEAST_GAIN_M) else { continue };
        for share in SHARES {
            let gain = Gain { keeps: fits.keeps * share, rounds: fits.rounds * share };
            if gain.grows() <= LEAST_GAIN_M {
                break;
            }
            // Where its neighbours are wider too it turns more, and becomes longer by more.
            let is_affordable = |kept: &Part| kept.length_m() <= old.length_m() + affordable_m;
            let kept = Part::of(belt, at, gain.of(&old.bend.arc, gain.keeps)).filter(is_affordable);
            let wider = match gain.rounds > gain.keeps {
                true => kept.and_then(|_| Part::of(belt, at, gain.of(&old.bend.arc, gain.rounds))),
                false => kept,
            };
            if let Some(wider) = wider.filter(|wider| wider.is_clear(&old, sight, params.step_rad)) {
                belt[at] = wider.bend.arc.pulley;
                (any, is_changed) = (true, true);
                break;
            }
        }
    }
    any
}

/// How far an arc can keep from its corner, at most so far, before the body meets what is on the other side.
fn most_kept(arc: &Arc, sight: &impl Touches, params: &CurveParams, wanted: f32) -> f32 {
    let (radius, body) = (arc.pulley.radius.abs(), sight.radius_m());
    if wanted <= LEAST_GAIN_M {
        return wanted.max(0.0);
    }
    // The corners of a written arc are a little outside it.
    let outside = 1.0 / (arc.turn.min(params.step_rad) / 2.0).cos();
    let mut most = wanted;
    sight.each_near(arc.pulley.centre, (radius + wanted) * outside + body, |near, cell| {
        let kept = (near.distance(arc.pulley.centre) - body) / outside - radius;
        if kept < most && !arc.leads_round(near, body) && cell.is_none_or(|cell| sight.is_closed(cell)) {
            most = kept;
        }
    });
    most.max(0.0)
}

/// What of a belt changes with one of its circles: its bend, and the arcs beside this, unless a path turns there at a place.
struct Part {
    bend: Bend,
    beside: [Option<Arc>; 2],
}

impl Part {
    /// With another circle instead of that at `at`; `None` where there is no such belt.
    fn of(belt: &[Pulley], at: usize, pulley: Pulley) -> Option<Self> {
        Self::with(Bend::round(&belt[at - 1], pulley, &belt[at + 1])?, belt, at)
    }

    /// The same by its bend.
    fn with(bend: Bend, belt: &[Pulley], at: usize) -> Option<Self> {
        let ([before, after], [arrives, leaves]) = ([belt[at - 1], belt[at + 1]], bend.pieces);
        let mut beside = [None; 2];
        if before.radius != 0.0 {
            let far = at.checked_sub(2).and_then(|far| belt[far].piece_to(&before))?;
            beside[0] = Some(Arc::between(before, far.direction, arrives.direction)?);
        }
        if after.radius != 0.0 {
            let far = after.piece_to(belt.get(at + 2)?)?;
            beside[1] = Some(Arc::between(after, leaves.direction, far.direction)?);
        }
        Some(Self { bend, beside })
    }

    fn length_m(&self) -> f32 {
        let arcs = self.beside.iter().flatten().chain([&self.bend.arc]).map(Arc::length_m);
        self.bend.pieces.iter().map(Piece::length_m).chain(arcs).sum()
    }

    /// Whether the body can go along it. Arcs beside it are looked at where they are no part of what they were.
    fn is_clear(&self, old: &Self, sight: &impl Touches, step: f32) -> bool {
        let beside = |(new, old): (&Option<Arc>, &Option<Arc>)| {
            let Some(arc) = new else { return true };
            old.is_some_and(|old| arc.is_part_of(&old, step)) || arc.is_clear(sight, step)
        };
        // Lines are looked along fastest.
        self.bend.pieces.iter().all(|piece| sight.clear(piece.from, piece.to))
            && self.bend.arc.is_clear(sight, step)
            && self.beside.iter().zip(&old.beside).all(beside)
    }
}

/// What a circle gains, metres.
#[derive(Clone, Copy)]
struct Gain {
    /// It keeps so far from what it leads round.
    keeps: f32,
    /// Its radius grows by so much, inside the turn.
    rounds: f32,
}

impl Gain {
    fn grows(&self) -> f32 {
        self.keeps.max(self.rounds)
    }

    /// The circle of an arc, wider by so much: it contains the one that keeps the distance, and touches it where the turn is half done.
    fn of(&self, arc: &Arc, grows: f32) -> Pulley {
        let Arc { pulley, arrives, leaves, .. } = *arc;
        let centre = pulley.centre - (arrives - leaves).normalize_or_zero() * (grows - self.keeps);
        Pulley { centre, radius: pulley.radius + pulley.radius.signum() * grows }
    }
}
