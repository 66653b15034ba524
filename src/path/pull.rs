//! String pulling over the points of a found path.

use super::Sees;
use crate::geom::Vec2;
use crate::search::farthest_seen;

/// A turn of less than this is the rounding of sums, radians.
const STRAIGHT_RAD: f32 = 1e-4;

/// Drops every point at which a path does not turn, and writes the rest to `out`, without the first.
pub(crate) fn bends(points: &[Vec2], out: &mut Vec<Vec2>) {
    out.clear();
    for (i, at) in points.iter().enumerate().skip(1) {
        let turns = |next: &Vec2| (*at - points[i - 1]).angle_to(*next - *at).abs() > STRAIGHT_RAD;
        if points.get(i + 1).is_none_or(turns) {
            out.push(*at);
        }
    }
}

/// Drops every point between two that see each other (*waypoint smoothing*; Dahlberg & Viktorsson 2002, ch. 4.4.2) and
/// writes the rest to `out`, without the first: that is the body's position. Points next to each other are taken to
/// be joined, and so are those of a straight row of them.
pub fn pull(points: &[Vec2], sight: &impl Sees, out: &mut Vec<Vec2>) {
    out.clear();
    let (mut anchor, mut straight) = (0, 0);
    while anchor + 1 < points.len() {
        // To the end of a row of equal steps there is nothing to look for.
        straight = straight.max(anchor + 1);
        let step = points[anchor + 1] - points[anchor];
        while points.get(straight + 1).is_some_and(|next| *next - points[straight] == step) {
            straight += 1;
        }
        anchor = farthest_seen(anchor, points.len() - 1, |i| i <= straight || sight.replaces(&points[anchor..=i]));
        out.push(points[anchor]);
    }
}
