//! A place that an agent could not pass, as its paths are weighed with it.

use crate::geom::Vec2;
use crate::world::PLAIN_COST;

/// A place that an agent could not pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blocked {
    /// Metres.
    pub at: Vec2,
    /// How far round it no path leads, metres.
    pub radius_m: f32,
    /// The step from which it counts no longer.
    pub until: u64,
}

/// What it costs a path to lead through a place that is blocked: so many metres in all …
pub(super) const BLOCKED_M: f32 = 60.0;
/// … or, where it is weighed by the metre, so many of plain ground a metre.
pub(super) const BLOCKED_COST: u32 = 30 * PLAIN_COST as u32;

impl Blocked {
    /// The place on a straight line that is nearest to it, where the line leads through it.
    pub(super) fn on_line(&self, from: Vec2, to: Vec2) -> Option<Vec2> {
        let line = to - from;
        let share = (self.at - from).dot(line) / line.length_squared().max(f32::MIN_POSITIVE);
        let nearest = from + line * share.clamp(0.0, 1.0);
        // A body that touches what blocks it is not yet in it.
        (nearest.distance(self.at) < self.radius_m * CONTACT).then_some(nearest)
    }
}

/// The share of a blocked place's radius that is closed.
const CONTACT: f32 = 0.9;
