//! String pulling: a path of many cells becomes a few straight legs.

use super::Sees;
use crate::geom::Vec2;

/// Drops every point between two that see each other (*waypoint smoothing*; Dahlberg & Viktorsson 2002, ch. 4.4.2) and
/// writes the rest to `out`, without the first: that is the body's position. Points next to each other are taken to
/// be joined.
pub fn pull(points: &[Vec2], sight: &impl Sees, out: &mut Vec<Vec2>) {
    out.clear();
    let mut anchor = 0;
    while anchor + 1 < points.len() {
        anchor = farthest_seen(points, anchor, sight);
        out.push(points[anchor]);
    }
}

/// How far along the path the point `from` sees: by strides that double while the end of the stride is in sight
/// (Bentley & Yao 1976), then halving what lies between. A long leg thus takes a few tests rather than one a cell.
fn farthest_seen(points: &[Vec2], from: usize, sight: &impl Sees) -> usize {
    let last = points.len() - 1;
    let sees = |i: usize| sight.clear(points[from], points[i]);
    let (mut seen, mut stride) = (from + 1, 1);
    let mut hidden = loop {
        if seen == last {
            return last;
        }
        let next = (seen + stride).min(last);
        if !sees(next) {
            break next;
        }
        (seen, stride) = (next, stride * 2);
    };
    while hidden - seen > 1 {
        let middle = seen + (hidden - seen) / 2;
        if sees(middle) {
            seen = middle;
        } else {
            hidden = middle;
        }
    }
    seen
}
