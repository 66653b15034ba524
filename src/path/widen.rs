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

/// Makes the arcs of a belt wider, where the body stays clear of everything; what of it is clear stays so. `bends` are those that it has.
pub(super) fn widen(belt: &mut [Pulley], bends: &mut [Bend], sight: &impl Touches, params: &CurveParams) {
    for at in 1..belt.len().saturating_sub(1) {
        let old = bends[at - 1];
        if old.arc.pulley.radius == 0.0 {
            continue;
        }
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
        if fits.grows() <= LEAST_GAIN_M {
            continue;
        }
        let old = Part::at(bends, at);
        for share in SHARES {
            let gain = Gain { keeps: fits.keeps * share, rounds: fits.rounds * share };
            if gain.grows() <= LEAST_GAIN_M {
                break;
            }
            // Where its neighbours are wider too it turns more, and becomes longer by more.
            let part =
                |grows, most_m| Part::of(belt, bends, at, gain.of(&old.bend.arc, grows), params.step_rad, most_m);
            let kept = part(gain.keeps, old.length_m() + affordable_m);
            let wider = match gain.rounds > gain.keeps {
                true => kept.and_then(|_| part(gain.rounds, f32::INFINITY)),
                false => kept,
            };
            if let Some(wider) = wider.filter(|wider| wider.is_clear(sight)) {
                belt[at] = wider.bend.arc.pulley;
                wider.put(bends, at);
                break;
            }
        }
    }
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
    /// Of the belt that has these bends, at its circle `at`.
    fn at(bends: &[Bend], at: usize) -> Self {
        let arc = |bend: Option<&Bend>| bend.map(|bend| bend.arc).filter(|arc| arc.pulley.radius != 0.0);
        Self { bend: bends[at - 1], beside: [at.checked_sub(2), Some(at)].map(|i| arc(i.and_then(|i| bends.get(i)))) }
    }

    /// With another circle instead of that at `at`; `None` where there is no such belt, or one of more than `most_m` metres.
    fn of(belt: &[Pulley], bends: &[Bend], at: usize, pulley: Pulley, step: f32, most_m: f32) -> Option<Self> {
        let [before, after] = [belt[at - 1], belt[at + 1]];
        let pieces = [before.piece_to(&pulley)?, pulley.piece_to(&after)?];
        let [arrives, leaves] = pieces.map(|piece| piece.direction);
        let course = |pulley: Pulley, arrives, leaves| Some((pulley.turn(arrives, leaves)?, pulley, arrives, leaves));
        let own = course(pulley, arrives, leaves)?;
        let mut beside = [None; 2];
        if before.radius != 0.0 {
            let far = at.checked_sub(2).map(|far| bends[far].pieces[0].direction)?;
            beside[0] = Some(course(before, far, arrives)?);
        }
        if after.radius != 0.0 {
            beside[1] = Some(course(after, leaves, bends.get(at)?.pieces[1].direction)?);
        }
        // Most are too long: how they are written is worked out after that.
        let turns = beside.iter().flatten().chain([&own]).map(|(turn, pulley, ..)| (*pulley, *turn));
        if length_m(&pieces, turns) > most_m {
            return None;
        }
        let arc = |(turn, pulley, arrives, leaves)| Arc::that_turns(turn, pulley, arrives, leaves, step);
        Some(Self { bend: Bend { pieces, arc: arc(own) }, beside: beside.map(|course| course.map(arc)) })
    }

    /// Writes it to the bends of a belt, at its circle `at`.
    fn put(&self, bends: &mut [Bend], at: usize) {
        let ([arrives, leaves], [before, after]) = (self.bend.pieces, self.beside);
        bends[at - 1] = self.bend;
        if let Some(bend) = at.checked_sub(2).map(|i| &mut bends[i]) {
            (bend.pieces[1], bend.arc) = (arrives, before.unwrap_or(bend.arc));
        }
        if let Some(bend) = bends.get_mut(at) {
            (bend.pieces[0], bend.arc) = (leaves, after.unwrap_or(bend.arc));
        }
    }

    fn length_m(&self) -> f32 {
        let arcs = self.beside.iter().flatten().chain([&self.bend.arc]);
        length_m(&self.bend.pieces, arcs.map(|arc| (arc.pulley, arc.turn)))
    }

    /// Whether the body can go along it. The arcs beside it are looked at even where they turn less than before: their corners lie elsewhere then.
    fn is_clear(&self, sight: &impl Touches) -> bool {
        // Lines are looked along fastest.
        self.bend.pieces.iter().all(|piece| sight.clear(piece.from, piece.to))
            && self.bend.arc.is_clear(sight)
            && self.beside.iter().flatten().all(|arc| arc.is_clear(sight))
    }
}

/// Of straight pieces, and of arcs round circles that turn by so much, radians.
fn length_m(pieces: &[Piece; 2], turns: impl Iterator<Item = (Pulley, f32)>) -> f32 {
    let arcs = turns.map(|(pulley, turn)| pulley.radius.abs() * turn);
    pieces.iter().map(Piece::length_m).chain(arcs).sum()
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
