//! String pulling: a path of many cells becomes a few straight legs.

use super::Sight;
use crate::geom::Vec2;

/// Drops every point between two that see each other (*waypoint smoothing*; Dahlberg & Viktorsson 2002, ch. 4.4.2) and writes the
/// rest to `out`, without the first: that is where the body stands. Points next to each other are taken to be joined.
pub fn pull(points: &[Vec2], sight: &Sight, out: &mut Vec<Vec2>) {
    out.clear();
    let mut anchor = 0;
    while anchor + 1 < points.len() {
        let mut next = anchor + 1;
        while next + 1 < points.len() && sight.clear(points[anchor], points[next + 1]) {
            next += 1;
        }
        out.push(points[next]);
        anchor = next;
    }
}
