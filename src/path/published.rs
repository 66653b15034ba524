//! String pulling as others have published it, with tests that sample the line.

use crate::geom::Vec2;

/// String pulling with ray casts (Millington 2006): goes through the points and keeps the one before the first that the last kept one does not
/// see. Writes both ends too.
pub fn millington(points: &[Vec2], ray_clear: impl Fn(Vec2, Vec2) -> bool, out: &mut Vec<Vec2>) {
    out.clear();
    if points.len() <= 2 {
        out.extend_from_slice(points);
        return;
    }
    out.push(points[0]);
    let mut kept = points[0];
    for i in 2..points.len() - 1 {
        if !ray_clear(kept, points[i]) {
            kept = points[i - 1];
            out.push(kept);
        }
    }
    out.push(points[points.len() - 1]);
}

/// String pulling with a test of the unit's width (Pinter 2001): a point goes when the unit can walk from the last kept one to the point after
/// it. Writes both ends too.
pub fn pinter(points: &[Vec2], walkable: impl Fn(Vec2, Vec2) -> bool, out: &mut Vec<Vec2>) {
    out.clear();
    let Some(first) = points.first() else { return };
    out.push(*first);
    let mut kept = *first;
    for pair in points[1..].windows(2) {
        if !walkable(kept, pair[1]) {
            kept = pair[0];
            out.push(kept);
        }
    }
    out.extend(points[1..].last());
}

/// The places of a line, `step` apart, both ends included.
fn samples(from: Vec2, to: Vec2, step: f32) -> impl Iterator<Item = Vec2> {
    let parts = (from.distance(to) / step).ceil().max(1.0);
    let by = (to - from) / parts;
    (0..=parts as u32).map(move |i| from + by * i as f32)
}

/// Whether places of a line, `step` apart, are open: a ray without width. What lies between two of them is not seen.
pub fn ray_clear(from: Vec2, to: Vec2, step: f32, open: impl Fn(Vec2) -> bool) -> bool {
    samples(from, to, step).all(open)
}

/// The same for the places half the unit's width to both sides of them. As published `step` is a fifth of a tile.
pub fn walkable(from: Vec2, to: Vec2, step: f32, width: f32, open: impl Fn(Vec2) -> bool) -> bool {
    let aside = (to - from).normalize_or_zero().perp() * (width / 2.0);
    samples(from, to, step).all(|at| open(at) && open(at + aside) && open(at - aside))
}
