//! An oracle of its own: the exact distance from each piece of a path to each closed cell, each volume and the border, in doubles.

use crate::doubles::{Point, cross, minus, point, point_to_segment};
use bestiary::MoveClass;
use bestiary::testing::geom::{Cell, Vec2};
use bestiary::testing::world::World;

pub(super) const HEIGHT_M: f32 = 1.0;
pub(super) const MOVES: MoveClass = MoveClass::WALK;

fn segment_to_segment(a: Point, b: Point, c: Point, d: Point) -> f64 {
    let side = |from: Point, to: Point, p: Point| cross(minus(to, from), minus(p, from));
    if side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0 {
        return 0.0;
    }
    let apart =
        [point_to_segment(a, c, d), point_to_segment(b, c, d), point_to_segment(c, a, b), point_to_segment(d, a, b)];
    apart.into_iter().fold(f64::INFINITY, f64::min)
}

/// From a segment to a quadrilateral, its corners in order; 0 inside.
fn segment_to_corners(a: Point, b: Point, corners: [Point; 4]) -> f64 {
    let sides = || (0..4).map(|i| (corners[i], corners[(i + 1) % 4]));
    let turns = |p: Point| sides().map(move |(from, to)| cross(minus(to, from), minus(p, from)));
    if turns(a).all(|turn| turn > 0.0) || turns(a).all(|turn| turn < 0.0) {
        return 0.0;
    }
    sides().map(|(from, to)| segment_to_segment(a, b, from, to)).fold(f64::INFINITY, f64::min)
}

/// How near a path comes to anything, metres; what is farther than `most` is not looked for.
pub(super) fn clearance(world: &World, path: &[Vec2], most: f64) -> f64 {
    let (ground, res) = (&world.ground, f64::from(world.ground.resolution_m()));
    let size = (ground.width() as f64 * res, ground.height() as f64 * res);
    let mut least = most;
    for pair in path.windows(2) {
        let (a, b) = (point(pair[0]), point(pair[1]));
        let (low, high) = ((a.0.min(b.0), a.1.min(b.1)), (a.0.max(b.0), a.1.max(b.1)));
        // Outside the world all is closed.
        least = least.min(low.0).min(low.1).min(size.0 - high.0).min(size.1 - high.1);
        let cells = |low: f64, high: f64| ((low - most) / res).floor() as i32..=((high + most) / res).floor() as i32;
        for y in cells(low.1, high.1) {
            for x in cells(low.0, high.0).filter(|x| !ground.open(MOVES, Cell::new(*x, y))) {
                let (x, y) = (f64::from(x) * res, f64::from(y) * res);
                let corners = [(x, y), (x + res, y), (x + res, y + res), (x, y + res)];
                // A cell whose middle is far from the piece is not measured.
                if point_to_segment((x + res / 2.0, y + res / 2.0), a, b) - res < least {
                    least = least.min(segment_to_corners(a, b, corners));
                }
            }
        }
        for volume in world.volumes.iter().filter(|volume| volume.matters_to(HEIGHT_M, MOVES)) {
            least = least.min(segment_to_corners(a, b, volume.footprint.corners().map(point)));
        }
    }
    least
}
