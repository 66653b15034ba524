//! The path in force, handed out a waypoint at a time.

use super::Code;
use crate::geom::Vec2;
use crate::path::Sees;

/// Who lost its path looks back along so many waypoints.
const REJOIN_BACK: usize = 3;

/// A pulled path.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Waypoints {
    pub(super) points: Vec<Vec2>,
    /// Where it begins, until the first waypoint was handed out.
    pub(super) origin: Option<Vec2>,
    /// The one handed out next.
    pub(super) next: usize,
    /// The place handed out last.
    pub(super) handed: Option<Vec2>,
    /// Whether it leads to a temporary goal only.
    pub(super) partial: bool,
    /// Whether the rest of it is yet to be laid out.
    pub(super) unfinished: bool,
    /// Whether the last one was handed out …
    handed_last: bool,
    /// … and asked for again: the agent is there.
    pub(super) at_end: bool,
}

impl Waypoints {
    /// What decides its future beside the points, for the world hash.
    pub(super) fn state(&self) -> [u64; 6] {
        let place = |p: Vec2| (u64::from(p.x.to_bits()) << 32) | u64::from(p.y.to_bits());
        let [origin, handed] = [self.origin, self.handed].map(|p| p.map_or(u64::MAX, place));
        let open = u64::from(self.partial) | u64::from(self.unfinished) << 1;
        [origin, handed, self.next as u64, open, u64::from(self.handed_last), u64::from(self.at_end)]
    }

    pub(super) fn clear(&mut self) {
        self.points.clear();
        (self.origin, self.handed) = (None, None);
        (self.next, self.partial, self.unfinished) = (0, false, false);
        (self.handed_last, self.at_end) = (false, false);
    }

    /// The next waypoint of an agent that is `here`. Those behind it are passed over: all before one that it can
    /// go straight to. The end of a partial or unfinished path is never called the last.
    pub(super) fn hand_out(&mut self, here: Vec2, sight: &impl Sees) -> Option<(Code, Vec2)> {
        let last = self.points.len().checked_sub(1)?;
        let clear = |to: Vec2| sight.clear(here, to);
        while self.next < last && clear(self.points[self.next + 1]) {
            self.next += 1;
        }
        let point = self.points[self.next];
        // The agent went on while the search ran and is round a corner now: back to where the path begins.
        if let Some(origin) = self.origin.take().filter(|o| clear(*o) && !clear(point)) {
            self.handed = Some(origin);
            return Some((Code::MoreWaypoints, origin));
        }
        self.handed = Some(point);
        self.at_end = self.handed_last;
        self.handed_last = self.next == last;
        self.next = (self.next + 1).min(last);
        let end = self.handed_last && !self.partial && !self.unfinished;
        Some((if end { Code::LastWaypoint } else { Code::MoreWaypoints }, point))
    }

    /// Appends what was laid out next. What was walked is let go of, but for what [`Waypoints::rejoin`] may look back at.
    pub(super) fn extend(&mut self, more: &[Vec2]) {
        if !more.is_empty() && std::mem::take(&mut self.handed_last) {
            self.next = self.points.len();
            self.at_end = false;
        }
        let walked = self.next.saturating_sub(REJOIN_BACK + 1);
        self.points.drain(..walked);
        self.next -= walked;
        self.points.extend_from_slice(more);
    }

    /// Waypoints that were laid out and not yet handed out.
    pub(super) fn left(&self) -> usize {
        self.points.len() - self.next - usize::from(self.handed_last)
    }

    /// Goes back to the nearest waypoint before the one handed out that the agent can go straight to; whether there is one.
    pub(super) fn rejoin(&mut self, here: Vec2, sight: &impl Sees) -> bool {
        let handed = if self.handed_last { self.next } else { self.next.saturating_sub(1) };
        let before = self.points.get(..handed).unwrap_or(&[]);
        let seen = before.iter().rev().take(REJOIN_BACK).position(|p| sight.clear(here, *p));
        let Some(back) = seen else { return false };
        self.next = handed - 1 - back;
        (self.handed, self.handed_last, self.at_end) = (None, false, false);
        true
    }
}
