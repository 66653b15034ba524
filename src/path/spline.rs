//! Curves through all points of a path.

use crate::geom::Vec2;

/// Where on the curve between two points its own points are.
const SHARES: [f32; 4] = [0.25, 0.5, 0.75, 1.0];

/// Writes a Catmull-Rom spline (Catmull & Rom 1974) through points, four for each piece. As Rabin (2000) has it the ends count twice; the
/// pieces before and after one are given its length (Olofsson 2012, ch. 4.2.1), so that points at unequal distances do not make it
/// overshoot. Nothing keeps it in free space.
pub fn catmull_rom(points: &[Vec2], out: &mut Vec<Vec2>) {
    out.clear();
    out.extend(points.first());
    for (i, pair) in points.windows(2).enumerate() {
        let (second, third) = (pair[0], pair[1]);
        let length = second.distance(third);
        let scaled = |piece: Vec2| piece.normalize_or_zero() * length;
        let first = if i == 0 { second } else { second - scaled(second - points[i - 1]) };
        let fourth = points.get(i + 2).map_or(third, |next| third + scaled(*next - third));
        out.extend(SHARES.map(|u| between([first, second, third, fourth], u)));
    }
}

/// The point at a share between the second and the third of four.
fn between([first, second, third, fourth]: [Vec2; 4], u: f32) -> Vec2 {
    let (square, cube) = (u * u, u * u * u);
    first * (-0.5 * cube + square - 0.5 * u)
        + second * (1.5 * cube - 2.5 * square + 1.0)
        + third * (-1.5 * cube + 2.0 * square + 0.5 * u)
        + fourth * (0.5 * cube - 0.5 * square)
}
