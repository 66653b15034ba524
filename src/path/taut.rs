//! Paths pulled tight round the corners that they lead past, by the round shape of the body.

use super::Sees;
use super::belt::{Piece, Pulley};
use crate::geom::{Obb, Vec2};

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

/// Reports what a body touches on a straight line.
pub trait Touches: Sees {
    /// The radius of the body, metres.
    fn radius_m(&self) -> f32;

    /// Whether it costs the body the same everywhere to go a metre.
    fn is_even(&self) -> bool;

    /// Calls `found` with what the body touches on the straight line between two places: volumes, and of the closed cells of each row (or column)
    /// those from either end up to the first for which it returns `true`.
    fn each_touched(&self, from: Vec2, to: Vec2, found: impl FnMut(&Obb) -> bool);

    /// Calls `found` with the closed cells and volumes that are nearer to a place than so far, metres, whatever the body's radius; with some that
    /// are a little farther, too.
    fn each_near(&self, at: Vec2, reach_m: f32, found: impl FnMut(&Obb));
}

/// A turn of the path, and whether its neighbours have changed since it was looked at.
#[derive(Clone, Copy, Debug)]
struct Turn {
    pulley: Pulley,
    is_settled: bool,
}

/// Pulls paths tight. Memory is kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Tightener {
    turns: Vec<Turn>,
    chain: Vec<Pulley>,
}

impl Tightener {
    /// Pulls a path of places, each clear of the next, and writes it as a belt: round each corner that is in its path an arc with the radius of
    /// the body. Where that is not found, a place of the path remains. All its straight pieces are clear.
    pub(super) fn pull(&mut self, path: &[Vec2], sight: &impl Touches, belt: &mut Vec<Pulley>) {
        self.turns.clear();
        let turn = |at: &Vec2| Turn { pulley: Pulley::place(*at), is_settled: false };
        self.turns.extend(path.iter().map(turn));
        self.turns.dedup_by_key(|turn| turn.pulley.centre);
        for _ in 0..MOST_SWEEPS {
            if !self.sweep(sight) {
                break;
            }
        }
        belt.clear();
        belt.extend(self.turns.iter().map(|turn| turn.pulley));
    }

    /// Goes through the path once; whether something changed.
    fn sweep(&mut self, sight: &impl Touches) -> bool {
        let (mut at, mut changes) = (1, false);
        while at + 1 < self.turns.len() {
            let [before, here, after] = [at - 1, at, at + 1].map(|i| self.turns[i].pulley);
            // Round a corner a path is tight unless it is slack: the pieces beside it are clear.
            let is_tight = here.radius != 0.0 || self.turns[at].is_settled;
            if is_tight && !is_slack(&before, &here, &after) {
                at += 1;
                continue;
            }
            self.turns[at].is_settled = true;
            let chain = &mut self.chain;
            if !wrap(sight, (before, here, after), chain) || chain[..] == [here] {
                at += 1;
                continue;
            }
            changes = true;
            let count = chain.len();
            let settled = |pulley: &Pulley| Turn { pulley: *pulley, is_settled: true };
            self.turns.splice(at..=at, chain.iter().map(settled));
            for beside in [at - 1, at + count] {
                self.turns[beside].is_settled = false;
            }
            at += count;
        }
        changes
    }
}

/// Whether a belt turns to the other side at a corner: then it is not tight there, and its pieces cross.
fn is_slack(before: &Pulley, here: &Pulley, after: &Pulley) -> bool {
    let pieces = || before.piece_to(here).zip(here.piece_to(after));
    here.radius != 0.0 && pieces().is_some_and(|(arrives, leaves)| here.is_slack(arrives.direction, leaves.direction))
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
        match next_corner(sight, &from, &after, side) {
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

/// Whether a chain of corners is not longer than two pieces that it replaces, but for arcs, which are short.
fn is_shorter(before: &Pulley, after: &Pulley, chain: &[Pulley], arrives: Piece, leaves: Piece) -> bool {
    let (mut sum, mut from) = (0.0, before);
    for next in chain.iter().chain([after]) {
        let Some(piece) = from.piece_to(next) else { return false };
        sum += piece.length_m();
        from = next;
    }
    sum <= arrives.length_m() + leaves.length_m() + SPARE_M
}

/// What is met on the line to a turn.
enum Next {
    Clear,
    Corner(Pulley),
    Lost,
}

/// The first corner round which a path leads from a turn to another, with the corner on the given side: the line to what is touched that lies
/// farthest to the other side becomes the next line, until nothing is touched.
fn next_corner(sight: &impl Touches, from: &Pulley, to: &Pulley, side: f32) -> Next {
    let radius = side * (sight.radius_m() + SPARE_M).max(LEAST_RADIUS_M);
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
            Some(corner) => target = corner,
        }
    }
    Next::Lost
}
