//! String pulling over the points of a found path.

use super::Sees;
use crate::geom::Vec2;
use crate::search::farthest_seen;

/// Drops every point between two that see each other (*waypoint smoothing*; Dahlberg & Viktorsson 2002, ch. 4.4.2) and
/// writes the rest to `out`, without the first: that is the body's position. Points next to each other are taken to
/// be joined.
pub fn pull(points: &[Vec2], sight: &impl Sees, out: &mut Vec<Vec2>) {
    out.clear();
    let mut anchor = 0;
    while anchor + 1 < points.len() {
        anchor = farthest_seen(anchor, points.len() - 1, |i| sight.replaces(&points[anchor..=i]));
        out.push(points[anchor]);
    }
}
