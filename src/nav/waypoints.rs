//! The path in force, handed out a waypoint at a time.

use super::Code;
use crate::geom::Vec2;
use crate::path::Sight;

/// A pulled path.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Waypoints {
    pub(super) points: Vec<Vec2>,
    /// The one handed out next.
    pub(super) next: usize,
    /// Whether it leads to a temporary goal only.
    pub(super) partial: bool,
    /// Whether the last one was handed out.
    pub(super) at_end: bool,
}

impl Waypoints {
    pub(super) fn clear(&mut self) {
        self.points.clear();
        (self.next, self.partial, self.at_end) = (0, false, false);
    }

    /// The next waypoint of an agent that is `here`. Those behind it are passed over: all before one that it can
    /// go straight to. The end of a partial path is never called the last.
    pub(super) fn hand_out(&mut self, here: Vec2, sight: &Sight) -> Option<(Code, Vec2)> {
        let last = self.points.len().checked_sub(1)?;
        while self.next < last && sight.clear(here, self.points[self.next + 1]) {
            self.next += 1;
        }
        let point = self.points[self.next];
        self.at_end = self.next == last;
        self.next = (self.next + 1).min(last);
        Some((if self.at_end && !self.partial { Code::LastWaypoint } else { Code::MoreWaypoints }, point))
    }
}
