//! Estimates of distance on a grid.

use std::f32::consts::SQRT_2;

/// How far the goal seems, in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, serde::Deserialize)]
pub enum Heuristic {
    /// Always 0: the search becomes Dijkstra's.
    Zero,
    /// As the crow flies: consistent with 4 and 8 directions.
    #[default]
    Euclidean,
    /// The length of a path over open ground with 8 directions: consistent with 4 and 8 directions.
    Octile,
    /// Columns plus rows: consistent with 4 directions; with 8 it may overestimate.
    Manhattan,
}

impl Heuristic {
    /// The estimate for a goal `dx` columns and `dy` rows away.
    pub fn estimate(self, dx: u32, dy: u32) -> f32 {
        let (x, y) = (dx as f32, dy as f32);
        match self {
            Self::Zero => 0.0,
            Self::Euclidean => (x * x + y * y).sqrt(),
            Self::Octile => x.max(y) + (SQRT_2 - 1.0) * x.min(y),
            Self::Manhattan => x + y,
        }
    }
}
