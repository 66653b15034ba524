//! Points in doubles, for oracles.

use bestiary::Vec2;

pub(crate) type Point = (f64, f64);

pub(crate) fn point(at: Vec2) -> Point {
    (at.x.into(), at.y.into())
}

pub(crate) fn minus(a: Point, b: Point) -> Point {
    (a.0 - b.0, a.1 - b.1)
}

pub(crate) fn cross(a: Point, b: Point) -> f64 {
    a.0 * b.1 - a.1 * b.0
}

pub(crate) fn apart(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

pub(crate) fn point_to_segment(p: Point, a: Point, b: Point) -> f64 {
    let (d, to) = (minus(b, a), minus(p, a));
    let square = d.0 * d.0 + d.1 * d.1;
    let share = if square > 0.0 { ((to.0 * d.0 + to.1 * d.1) / square).clamp(0.0, 1.0) } else { 0.0 };
    apart(p, (a.0 + d.0 * share, a.1 + d.1 * share))
}
