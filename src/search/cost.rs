//! Estimates of distance, and exact costs on uniform grids: whole numbers in which a diagonal step is as near √2 as makes no difference.

use super::Connect;
use crate::geom::Cell;
use std::f32::consts::SQRT_2;

/// What a path costs, in units of 1 / [`STRAIGHT`] cells.
///
/// `DIAGONAL / STRAIGHT` is a convergent of the continued fraction of √2, too large by 1.6e-12. Of two paths with fewer
/// than [`STRAIGHT`] diagonals each, the one that costs less is the shorter one and equal costs are equal lengths:
/// convergents are best approximations, so no fraction with a smaller denominator lies between them and √2. The most expensive
/// path on the largest map (3 × 2²⁶ cells) stays below 2⁴⁷.
pub type Cost = u64;

/// A step along a row or column.
pub const STRAIGHT: Cost = 470_832;
/// A step along a diagonal.
pub const DIAGONAL: Cost = 665_857;

/// The cost of the cheapest path to a cell `dx` columns and `dy` rows away over open ground.
#[inline(always)]
pub(super) fn octile(dx: u32, dy: u32) -> Cost {
    let (long, short) = (u64::from(dx.max(dy)), u64::from(dx.min(dy)));
    long * STRAIGHT + short * (DIAGONAL - STRAIGHT)
}

/// Weights are kept in units of 1 / 1024.
const WEIGHT_ONE: u64 = 1024;
/// The greatest weight: estimates then still fit.
const MAX_WEIGHT: f32 = 1000.0;

/// How far the goal seems, weighted.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    heuristic: Heuristic,
    weight: u64,
}

impl Default for Estimate {
    /// Octile, weight 1: exact searches with 8 directions.
    fn default() -> Self {
        Self::new(Heuristic::Octile, 1.0)
    }
}

impl Estimate {
    /// `weight` is cut to 0..=1000, and rounded to 1/1024.
    pub fn new(heuristic: Heuristic, weight: f32) -> Self {
        Self { heuristic, weight: (weight.clamp(0.0, MAX_WEIGHT) * WEIGHT_ONE as f32).round() as u64 }
    }

    /// The weighted estimate of the cost from a cell to the goal.
    #[inline(always)]
    pub fn of(&self, from: Cell, goal: Cell) -> Cost {
        let (dx, dy) = (from.x.abs_diff(goal.x), from.y.abs_diff(goal.y));
        let plain = match self.heuristic {
            Heuristic::Octile => octile(dx, dy),
            Heuristic::Zero => return 0,
            Heuristic::Manhattan => u64::from(dx + dy) * STRAIGHT,
            // Rounded down, and once more by one: never more than the true distance.
            Heuristic::Euclidean => ((f64::from(dx).hypot(f64::from(dy)) * STRAIGHT as f64) as u64).saturating_sub(1),
        };
        if self.weight == WEIGHT_ONE { plain } else { plain * self.weight / WEIGHT_ONE }
    }
}

/// How far the goal seems, in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, serde::Deserialize, clap::ValueEnum)]
pub enum Heuristic {
    /// Columns plus rows; with 8 directions paths may not be the shortest.
    Manhattan,
    /// The straight line; paths are the shortest with 4 and with 8 directions.
    #[default]
    Euclidean,
    /// The path over open ground in 8 directions; paths are the shortest with 4 and with 8.
    Octile,
    /// Always 0: the search becomes Dijkstra's, which is an algorithm of its own on the command line.
    #[value(skip)]
    Zero,
}

impl Heuristic {
    /// The largest consistent one.
    pub(super) fn for_steps(connect: Connect) -> Self {
        if connect == Connect::Four { Self::Manhattan } else { Self::Octile }
    }

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
