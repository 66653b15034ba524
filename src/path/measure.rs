//! How a path looks, in numbers.

use crate::geom::Vec2;

/// The length of a path of straight pieces, in the unit of its points.
pub fn length_m(path: &[Vec2]) -> f32 {
    path.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}

/// How much a path turns, radians.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Turning {
    /// All turns, whichever side they are to.
    pub sum_rad: f32,
    /// The sharpest at one of its points.
    pub sharpest_rad: f32,
}

impl Turning {
    /// Of a path of straight pieces; those without length do not count.
    pub fn of(path: &[Vec2]) -> Self {
        let mut turning = Self::default();
        let mut before: Option<Vec2> = None;
        for pair in path.windows(2) {
            let Some(direction) = (pair[1] - pair[0]).try_normalize() else { continue };
            if let Some(before) = before {
                let turn = before.angle_to(direction).abs();
                turning.sum_rad += turn;
                turning.sharpest_rad = turning.sharpest_rad.max(turn);
            }
            before = Some(direction);
        }
        turning
    }
}
