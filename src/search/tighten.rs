//! The last pull of a path round corners: by the round shape of the body, not by the corners that outlines give it.

use crate::geom::Vec2;
use crate::graph::Mover;

/// So often a path is gone through at most.
const MOST_SWEEPS: usize = 12;
/// Halvings of a step that is too long.
const HALVINGS: usize = 10;
/// A point moves at least by this share of the piece that it moves along.
const LEAST_SHARE: f32 = 1e-3;

/// Makes a path cheaper where the body can go straighter, and never more expensive: points slide along the pieces before and after them while
/// what is beyond stays clear; those that meet others go. Then each becomes two, and these slide again. Ends stay.
///
/// `spare` is memory that is kept from path to path.
pub(super) fn tighten(mover: &Mover, path: &mut Vec<Vec2>, spare: &mut Vec<Vec2>) {
    slide(mover, path);
    split(mover, path, spare);
    slide(mover, path);
}

/// Whether a path from the first of three places to the last costs less by another place than by the one between them. Where all ground
/// costs the same it does by any that lies between the pieces.
fn is_cheaper(mover: &Mover, [before, here, after]: [Vec2; 3], by: Vec2) -> bool {
    let cost = |by: Vec2| mover.cost(before, by) + mover.cost(by, after);
    mover.costs.is_none() || cost(by) <= cost(here)
}

/// The largest share, up to `most`, for which something holds that holds for 0; 0 where it is hardly any.
fn largest(most: f32, is_fine: impl Fn(f32) -> bool) -> f32 {
    if most <= LEAST_SHARE || !is_fine(LEAST_SHARE) {
        return 0.0;
    }
    if is_fine(most) {
        return most;
    }
    let (mut low, mut high) = (LEAST_SHARE, most);
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        if is_fine(middle) { low = middle } else { high = middle }
    }
    low
}

fn slide(mover: &Mover, path: &mut Vec<Vec2>) {
    let mut moves = true;
    for _ in 0..MOST_SWEEPS {
        if !std::mem::take(&mut moves) {
            return;
        }
        let mut at = 1;
        while at + 1 < path.len() {
            let (before, after) = (path[at - 1], path[at + 1]);
            let mut gone = false;
            for (towards, from) in [(before, after), (after, before)] {
                let here = path[at];
                let share = largest(1.0, |share| {
                    let by = here.lerp(towards, share);
                    mover.goes(by, from) && is_cheaper(mover, [before, here, after], by)
                });
                path[at] = here.lerp(towards, share);
                moves |= share > 0.0;
                gone = share >= 1.0;
                if gone {
                    break;
                }
            }
            if gone {
                path.remove(at);
            } else {
                at += 1;
            }
        }
    }
}

/// Cuts the corner at each point, where that is clear.
fn split(mover: &Mover, path: &mut Vec<Vec2>, spare: &mut Vec<Vec2>) {
    std::mem::swap(path, spare);
    path.clear();
    for (at, here) in spare.iter().copied().enumerate() {
        let (Some(before), Some(after)) = (at.checked_sub(1).map(|at| spare[at]), spare.get(at + 1)) else {
            path.push(here);
            continue;
        };
        let reach = here.distance(before).min(here.distance(*after)) / 2.0;
        let ends = |share: f32| [before, *after].map(|end| here + (end - here).normalize_or_zero() * (reach * share));
        let share = largest(1.0, |share| {
            let [from, to] = ends(share);
            mover.goes(from, to) && is_cheaper(mover, [from, here, to], from)
        });
        if share > 0.0 {
            path.extend(ends(share));
        } else {
            path.push(here);
        }
    }
}
