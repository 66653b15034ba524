//! What a body touches, and what is near it.

use super::Sees;
use crate::geom::{Cell, Obb, Vec2};

/// Reports what a body touches on a straight line.
pub trait Touches: Sees {
    /// The radius of the body, metres.
    fn radius_m(&self) -> f32;

    /// How wide a cell is, metres.
    fn cell_m(&self) -> f32;

    /// Whether it costs the body the same everywhere to go a metre.
    fn is_even(&self) -> bool;

    /// Calls `found` with what the body touches on the straight line between two places: volumes, and of the closed cells of each row (or column)
    /// those from either end up to the first for which it returns `true`.
    fn each_touched(&self, from: Vec2, to: Vec2, found: impl FnMut(&Obb) -> bool);

    /// Calls `found` with the closed cells and volumes that are nearer to a place than so far, metres, whatever the body's radius; with some that
    /// are a little farther, too. Cells with a number may be open: [`Touches::is_closed`] says it.
    fn each_near(&self, at: Vec2, reach_m: f32, found: impl FnMut(&Obb, Option<Cell>));

    /// Whether the ground of a cell is closed to the body.
    fn is_closed(&self, cell: Cell) -> bool;
}
