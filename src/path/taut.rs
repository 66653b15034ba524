//! Paths pulled tight round the corners that they lead past, by the round shape of the body.

use super::Touches;
use super::belt::{Belt, Piece, Pulley};
use super::beside::Beside;
use crate::geom::Vec2;

/// So often a path is gone through at most.
const MOST_SWEEPS: usize = 16;
/// Corners round which the path between two of its turns may lead, at most.
const MOST_CORNERS: usize = 12;
/// So many lines are looked along for one of these.
const MOST_LOOKS: usize = 12;
/// Of corners in directions that differ by less than this, radians, the farthest counts.
const SAME: f32 = 1e-5;
/// A path is pulled for a body that is so much wider, metres: the rounding of sums.
const SPARE_M: f32 = 2e-4;
/// Narrow bodies turn round corners with this radius, metres: the points of smaller arcs would be too near to each other to have directions.
const LEAST_RADIUS_M: f32 = 0.05;

/// A turn of the path, and whether its neighbours have changed since it was looked at.
#[derive(Clone, Copy, Debug)]
struct Turn {
    pulley: Pulley,
    is_settled: bool,
    /// Which place of the path it came from, and where that is.
    number: usize,
    place: Vec2,
    /// What it lies beside, where its corner is a guess.
    beside: Option<Beside>,
    /// The straight piece to the next one, where it is known.
    leaves: Option<Piece>,
    /// Whether it is no place of the path, but a corner found on the piece after `place`.
    is_added: bool,
}

impl Turn {
    /// Whether the piece from one place of the path to the next lies between these turns: that is clear.
    fn is_before(&self, next: &Self) -> bool {
        let are_places = self.pulley.radius == 0.0 && next.pulley.radius == 0.0;
        are_places && self.number + 1 == next.number
    }

    /// The straight piece to the next turn.
    fn piece_to(&self, next: &Self) -> Option<Piece> {
        self.leaves.or_else(|| self.pulley.piece_to(&next.pulley))
    }
}

/// Pulls paths tight. Memory is kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Tightener {
    turns: Vec<Turn>,
    chain: Vec<Pulley>,
}

impl Tightener {
    /// Pulls a path of places, each clear of the next, and writes it as a belt: round each corner that is in its path an arc with the radius of
    /// the body. Where that is not found, a place of the path remains. All its straight pieces are clear. `guesses`: it begins with the corners
    /// beside its turns, which saves most of the looks; whether any of these was of use.
    pub(super) fn pull(&mut self, path: &[Vec2], sight: &impl Touches, guesses: bool, belt: &mut Belt) -> bool {
        self.begin(path);
        let is_guessed = guesses && self.guess(sight);
        if guesses && !is_guessed {
            self.begin(path);
        }
        for _ in 0..MOST_SWEEPS {
            if !self.sweep(sight) {
                break;
            }
        }
        belt.write(self.turns.iter().map(|turn| (turn.pulley, turn.leaves)));
        is_guessed
    }

    fn begin(&mut self, path: &[Vec2]) {
        self.turns.clear();
        let turn = |(number, at): (usize, &Vec2)| Turn {
            pulley: Pulley::place(*at),
            is_settled: false,
            number,
            place: *at,
            beside: None,
            leaves: None,
            is_added: false,
        };
        self.turns.extend(path.iter().enumerate().map(turn));
        self.turns.dedup_by_key(|turn| turn.place);
        self.turns.iter_mut().enumerate().for_each(|(i, turn)| turn.number = i);
    }

    /// Replaces turns by the corners beside them, where the pieces between these are clear; whether that came to an end.
    fn guess(&mut self, sight: &impl Touches) -> bool {
        let radius = pulley_radius(sight);
        let mut arrives = None;
        for at in 1..self.turns.len() {
            let leaves = (self.turns[at].place - self.turns[at - 1].place).try_normalize();
            let directions = std::mem::replace(&mut arrives, leaves).zip(leaves);
            let at = at - 1;
            if let Some(beside) = directions.and_then(|(a, b)| Beside::of(sight, self.turns[at].place, [a, b])) {
                self.turns[at].pulley = Pulley { centre: beside.corner, radius: beside.side * radius };
                self.turns[at].beside = Some(beside);
            }
        }
        self.turns.dedup_by(|turn, before| turn.pulley.radius != 0.0 && turn.pulley == before.pulley);
        let (mut at, mut may_add) = (0, self.turns.len() * MOST_CORNERS);
        while at + 1 < self.turns.len() {
            let [from, to] = [&self.turns[at], &self.turns[at + 1]];
            let is_before = from.is_before(to);
            let piece = if is_before { None } else { from.pulley.piece_to(&to.pulley) };
            if is_before || piece.is_some_and(|piece| sight.clear(piece.from, piece.to)) {
                self.turns[at].leaves = piece;
                at += 1;
                continue;
            }
            if from.pulley.radius == 0.0 && to.pulley.radius == 0.0 {
                return false;
            }
            if let Some(pulley) = piece.filter(|_| may_add > 0).and_then(|piece| between(sight, from, to, piece)) {
                may_add -= 1;
                let added = Turn { pulley, beside: None, leaves: None, is_added: true, ..*from };
                self.turns.insert(at + 1, added);
                continue;
            }
            for turn in [at + 1, at] {
                let Turn { place, is_added, .. } = self.turns[turn];
                if is_added {
                    self.turns.remove(turn);
                } else {
                    (self.turns[turn].pulley, self.turns[turn].beside) = (Pulley::place(place), None);
                }
            }
            // The piece before is another one now.
            at = at.saturating_sub(1);
        }
        true
    }

    /// Goes through the path once; whether something changed.
    fn sweep(&mut self, sight: &impl Touches) -> bool {
        let (mut at, mut changes) = (1, false);
        while at + 1 < self.turns.len() {
            if self.turns[at].is_settled {
                at += 1;
                continue;
            }
            self.turns[at].is_settled = true;
            let beside = self.turns[at].beside.take();
            let [before, here, after] = [at - 1, at, at + 1].map(|i| self.turns[i].pulley);
            let [arrives, leaves] = [at - 1, at].map(|i| self.turns[i].piece_to(&self.turns[i + 1]));
            self.turns[at].leaves = leaves;
            let pieces = arrives.zip(leaves);
            // Round a corner a path is tight unless it is slack: the pieces beside it are clear.
            let is_tight = here.radius != 0.0
                && pieces.is_none_or(|(arrives, leaves)| {
                    !here.is_slack(arrives.direction, leaves.direction)
                        && beside.is_none_or(|beside| beside.is_on(sight, &before, &here, &after))
                });
            if is_tight {
                at += 1;
                continue;
            }
            let chain = &mut self.chain;
            if !wrap(sight, (before, here, after), chain) || chain[..] == [here] {
                at += 1;
                continue;
            }
            changes = true;
            let count = chain.len();
            let turn = Turn { is_settled: false, is_added: true, leaves: None, ..self.turns[at] };
            let corner = |pulley: &Pulley| Turn { pulley: *pulley, ..turn };
            self.turns.splice(at..=at, chain.iter().map(corner));
            self.turns[at - 1].leaves = None;
            for neighbour in [at - 1, at + count] {
                self.turns[neighbour].is_settled = false;
            }
            at += count;
        }
        changes
    }
}

/// The radius of arcs round corners, metres.
fn pulley_radius(sight: &impl Touches) -> f32 {
    (sight.radius_m() + SPARE_M).max(LEAST_RADIUS_M)
}

/// The corner that lies deepest in the piece between two turns, of one of which the corner is known: on the hull of what the piece touches, so that the
/// shortest path leads round it too. `None` where what it touches is at these turns.
fn between(sight: &impl Touches, from: &Turn, to: &Turn, piece: Piece) -> Option<Pulley> {
    let (radius, [before, after]) = (pulley_radius(sight), [from.pulley, to.pulley]);
    let (length, across) = (piece.length_m(), piece.direction.perp());
    let (mut most, mut best) = (f32::NEG_INFINITY, None);
    // Between turns to different sides, the path leads by each thing on the side that is nearer.
    let is_mixed = before.radius * after.radius < 0.0;
    let both = (before.radius + after.radius).signum();
    sight.each_touched(piece.from, piece.to, |touched| {
        let side = if is_mixed { across.dot(touched.centre - piece.from).signum() } else { both };
        let centre = touched.farthest(across * -side);
        let off = centre - piece.from;
        let (along, deep) = (off.dot(piece.direction), off.dot(across) * -side);
        let counts = along > SAME && along < length && centre != before.centre && centre != after.centre;
        if counts && deep > most {
            (most, best) = (deep, Some(Pulley { centre, radius: side * radius }));
        }
        counts
    });
    best
}

/// Writes the corners round which the shortest path leads from one turn to another that does not pass what lies between this line and a
/// place `here`; `false` where none was found.
fn wrap(sight: &impl Touches, (before, here, after): (Pulley, Pulley, Pulley), chain: &mut Vec<Pulley>) -> bool {
    chain.clear();
    let Some((arrives, leaves)) = before.piece_to(&here).zip(here.piece_to(&after)) else { return false };
    let side = arrives.direction.perp_dot(leaves.direction).signum();
    let is_slack = here.is_slack(arrives.direction, leaves.direction);
    let mut from = before;
    while chain.len() < MOST_CORNERS {
        let known = chain.is_empty().then_some(&here);
        match next_corner(sight, &from, &after, known, side) {
            // The pieces beside it are clear.
            Next::Corner(corner) if known == Some(&corner) => {
                chain.push(here);
                return true;
            }
            Next::Clear => return is_slack || is_shorter(&before, &after, chain, arrives, leaves),
            Next::Corner(corner) if chain.contains(&corner) => return false,
            Next::Corner(corner) => {
                chain.push(corner);
                from = corner;
            }
            Next::Lost => return false,
        }
    }
    false
}

/// Whether a chain of corners is not longer than two pieces that it replaces. Arcs at its ends count by how much longer they become, those of the chain
/// itself not: they are short.
fn is_shorter(before: &Pulley, after: &Pulley, chain: &[Pulley], arrives: Piece, leaves: Piece) -> bool {
    let (mut sum, mut from, mut first, mut last) = (0.0, before, None, arrives);
    for next in chain.iter().chain([after]) {
        let Some(piece) = from.piece_to(next) else { return false };
        sum += piece.length_m();
        first.get_or_insert(piece);
        (from, last) = (next, piece);
    }
    let by = |from: Piece, to: Piece| from.direction.angle_to(to.direction);
    let arcs = before.radius * first.map_or(0.0, |first| by(arrives, first)) + after.radius * by(last, leaves);
    sum + arcs <= arrives.length_m() + leaves.length_m() + SPARE_M
}

/// What is met on the line to a turn.
enum Next {
    Clear,
    Corner(Pulley),
    Lost,
}

/// The first corner round which a path leads from a turn to another, with the corner on the given side: the line to what is touched that lies
/// farthest to the other side becomes the next line, until nothing is touched, or until it is the line to a corner that is `known`.
fn next_corner(sight: &impl Touches, from: &Pulley, to: &Pulley, known: Option<&Pulley>, side: f32) -> Next {
    let radius = side * pulley_radius(sight);
    // From the same side of a corner lines to others are as steep as those between the middles.
    let gain = side * (radius - from.radius);
    let mut target = *to;
    for _ in 0..MOST_LOOKS {
        let Some(piece) = from.piece_to(&target) else { return Next::Lost };
        let across = piece.direction.perp() * -side;
        let (mut best, mut corner, mut is_clear) = ((f32::NEG_INFINITY, 0.0), None, true);
        sight.each_touched(piece.from, piece.to, |touched| {
            is_clear = false;
            let centre = touched.farthest(across);
            let off = centre - from.centre;
            let along = off.dot(piece.direction);
            // Things at the corner itself, and back from it, are no matter of this piece.
            let counts = along > SAME && centre != from.centre;
            let steep = (off.dot(across) + gain) / along;
            if counts && (steep > best.0 + SAME || steep > best.0 - SAME && along > best.1) {
                (best, corner) = ((steep, along), Some(centre));
            }
            counts
        });
        match corner.map(|centre| Pulley { centre, radius }) {
            None if is_clear && target == *to => return Next::Clear,
            None if is_clear => return Next::Corner(target),
            // What is touched lies back from here.
            None => return Next::Lost,
            // What is touched lies on the other side.
            Some(corner) if corner == target => return Next::Lost,
            Some(corner) if known == Some(&corner) => return Next::Corner(corner),
            Some(corner) => target = corner,
        }
    }
    Next::Lost
}
