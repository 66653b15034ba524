//! Paths over ground that does not cost the same everywhere, refined: they bend at borders of costs, as light does at borders of media.

use super::farthest_seen;
use super::tighten::tighten;
use crate::geom::Vec2;
use crate::graph::Mover;

/// A path is refined for a body that is so much wider, metres: bodies may seem to dip into things a little, and here nearly all would.
const SPARE_M: f32 = 2e-4;
/// So often a path is cut at borders at most, …
const MOST_ROUNDS: usize = 6;
/// … and so often all its points slide in between.
const MOST_SWEEPS: usize = 24;
/// What a round must save to be followed by another, as a share of the cost.
const LEAST_GAIN: f32 = 1e-5;
/// The same of a slide of all points.
const LEAST_SLIDE: f32 = 1e-6;
/// Metres: the rounding of what is divided by.
const TINY_M: f32 = 1e-9;
/// Halvings of an interval in which the best place on a border is looked for, and of a step that is too long.
const HALVINGS: usize = 20;
const SHORTER: usize = 5;

/// Makes a path cheaper, and never more expensive; the ends stay. It becomes straight where that costs no more. Then the points where it crosses a
/// border of costs slide along this border to where the cost is least for their neighbours: there Snell's law holds. Corners are
/// cut by the round shape of the body. Every new piece is tested with the body, and priced as all other lines are.
///
/// `spare` is memory that is kept from path to path.
pub(super) fn refine(mover: &Mover, path: &mut Vec<Vec2>, spare: &mut Vec<Vec2>) {
    let mover = mover.wider(SPARE_M);
    let mut cost = total(&mover, path);
    for _ in 0..MOST_ROUNDS {
        straighten(&mover, path);
        cut(&mover, path, spare);
        slide(&mover, path);
        let now = total(&mover, path);
        if now >= cost * (1.0 - LEAST_GAIN) {
            break;
        }
        cost = now;
    }
    straighten(&mover, path);
    tighten(&mover, path, spare);
    straighten(&mover, path);
}

fn total(mover: &Mover, path: &[Vec2]) -> f32 {
    path.windows(2).map(|pair| mover.cost(pair[0], pair[1])).sum()
}

/// Drops points between two where the body can go straight, and that costs no more.
fn straighten(mover: &Mover, path: &mut Vec<Vec2>) {
    let (mut kept, mut at) = (1, 0);
    while at + 1 < path.len() {
        at = farthest_seen(at, path.len() - 1, |to| {
            to == at + 1
                || mover.cost(path[at], path[to]) <= total(mover, &path[at..=to]) && mover.goes(path[at], path[to])
        });
        path[kept] = path[at];
        kept += 1;
    }
    path.truncate(kept);
}

/// Adds a point wherever the ground comes to cost something else.
fn cut(mover: &Mover, path: &mut Vec<Vec2>, spare: &mut Vec<Vec2>) {
    let Some(costs) = mover.costs else { return };
    std::mem::swap(path, spare);
    path.clear();
    for (i, to) in spare.iter().enumerate() {
        if let Some(from) = i.checked_sub(1).map(|i| spare[i]) {
            costs.changes(from, *to, path);
        }
        if path.last() != Some(to) {
            path.push(*to);
        }
    }
}

/// Slides each point along the border that it is on, until none gains any more.
fn slide(mover: &Mover, path: &mut [Vec2]) {
    let Some(costs) = mover.costs else { return };
    for _ in 0..MOST_SWEEPS {
        let mut gain = 0.0;
        for at in 1..path.len().saturating_sub(1) {
            let Vec2 { x, y } = path[at];
            for (_, axis) in [(x, Vec2::Y), (y, Vec2::X)].into_iter().filter(|(at, _)| costs.is_on_border(*at)) {
                gain += slide_one(mover, path, at, axis);
            }
        }
        if gain <= LEAST_SLIDE * total(mover, path) {
            return;
        }
    }
}

/// Slides a point along an axis to where it is best for its neighbours, as the ground before and after it is now. Returns what that saves.
fn slide_one(mover: &Mover, path: &mut [Vec2], at: usize, axis: Vec2) -> f32 {
    let [before, here, after] = [path[at - 1], path[at], path[at + 1]];
    let costs = [mover.cost(before, here), mover.cost(here, after)];
    let share = |i: usize, end: Vec2| costs[i] / here.distance(end).max(TINY_M);
    let mut by = best_on([(before, share(0, before)), (after, share(1, after))], here, axis);
    for _ in 0..SHORTER {
        let there = here + axis * by;
        let saved = costs[0] + costs[1] - mover.cost(before, there) - mover.cost(there, after);
        if saved > 0.0 && mover.goes(before, there) && mover.goes(there, after) {
            path[at] = there;
            return saved;
        }
        by /= 2.0;
    }
    0.0
}

/// How far from a point, along an axis, the sum of the distances to two places is least, each multiplied by what a metre costs there.
fn best_on(ends: [(Vec2, f32); 2], here: Vec2, axis: Vec2) -> f32 {
    let ends = ends.map(|(end, cost)| {
        let (along, aside) = ((end - here).dot(axis), (end - here).perp_dot(axis).abs());
        (along, aside, cost)
    });
    let slope = |t: f32| -> f32 {
        ends.iter().map(|(along, aside, cost)| cost * (t - along) / (t - along).hypot(*aside).max(TINY_M)).sum()
    };
    let (mut low, mut high) = (ends[0].0.min(ends[1].0), ends[0].0.max(ends[1].0));
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        if slope(middle) > 0.0 { high = middle } else { low = middle }
    }
    (low + high) / 2.0
}
