//! The last pull of a path round corners: by the round shape of the body, not by the corners that outlines give it.

use crate::geom::Vec2;
use crate::graph::Mover;

/// So often a path is gone through at most.
const MOST_SWEEPS: usize = 12;
/// Halvings of a step that is too long.
const HALVINGS: usize = 10;
/// A point moves at least by this share of the piece that it moves along.
const LEAST_SHARE: f32 = 1e-3;

/// Makes a path shorter where the body can go straighter, and never longer: points slide along the pieces before and after them while what is
/// beyond stays clear; those that meet others go. Then each becomes two, and these slide again. Ends stay.
pub(super) fn tighten(mover: &Mover, path: &mut Vec<Vec2>) {
    slide(mover, path);
    split(mover, path);
    slide(mover, path);
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
                let share = largest(1.0, |share| mover.goes(here.lerp(towards, share), from));
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
fn split(mover: &Mover, path: &mut Vec<Vec2>) {
    let mut cut = Vec::with_capacity(2 * path.len());
    for at in 0..path.len() {
        let here = path[at];
        let (Some(before), Some(after)) = (at.checked_sub(1).map(|at| path[at]), path.get(at + 1)) else {
            cut.push(here);
            continue;
        };
        let reach = here.distance(before).min(here.distance(*after)) / 2.0;
        let ends = |share: f32| [before, *after].map(|end| here + (end - here).normalize_or_zero() * (reach * share));
        let share = largest(1.0, |share| {
            let [from, to] = ends(share);
            mover.goes(from, to)
        });
        if share > 0.0 {
            cut.extend(ends(share));
        } else {
            cut.push(here);
        }
    }
    *path = cut;
}
