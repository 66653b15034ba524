//! The path in force, handed out a waypoint at a time.

mod course;
mod guide;

pub(super) use course::Start;
pub(crate) use guide::BACKWARDS_SHARE;
pub use guide::{Gait, Guide};

use super::code::Code;
use super::place_bits;
use crate::geom::Vec2;
use crate::path::Sees;
use course::Course;
use std::hash::{Hash, Hasher};

/// An agent that lost its path looks back along so many waypoints …
const REJOIN_BACK: usize = 3;
/// … that are no farther away than this, metres: from farther away a new path is shorter than one that goes back.
const REJOIN_WITHIN_M: f32 = 5.0;
/// From farther than this an agent that passed a corner is not sent back to it, metres …
const CORNER_M: f32 = 3.0;
/// … from nearer than this it goes on in any case …
const AT_CORNER_M: f32 = 0.1;
/// … and it is sent there so many times in a row at most.
const MOST_REPEATS: u8 = 20;
/// With fewer waypoints left an unfinished path is extended.
const FEW: usize = 3;

/// A pulled path and how far along it the agent is. Its fields are for reading.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PathFollower {
    pub(super) points: Vec<Vec2>,
    /// Where it begins, until the first waypoint was handed out.
    pub(super) origin: Option<Vec2>,
    /// The one handed out next.
    pub(super) next: usize,
    /// The place handed out last.
    pub(super) handed: Option<Vec2>,
    /// Whether it leads to a temporary goal only.
    partial: bool,
    /// Whether it is there until the search under way has found one.
    pub(super) quick: bool,
    /// Whether the rest of it is yet to be refined.
    pub(super) unfinished: bool,
    /// Whether it ends before something that has closed since it was found.
    pub(super) stopped: bool,
    /// Whether it was read off a flow field.
    pub(super) off_field: bool,
    /// Whether the last one was handed out …
    handed_last: bool,
    /// … and asked for again: the agent is there.
    at_end: bool,
    /// How many times in a row the last one was handed out again because the agent was not yet round the corner.
    repeats: u8,
    /// The agent's ticks since a search was last queued for a path, or the path was extended.
    pub(super) ticks: u32,
    /// How it is walked where it is a line of its own.
    course: Course,
}

impl PathFollower {
    pub(super) fn clear(&mut self) {
        self.points.clear();
        self.course.clear();
        let (points, course) = (std::mem::take(&mut self.points), std::mem::take(&mut self.course));
        *self = Self { points, course, ticks: self.ticks, ..Self::default() };
    }

    /// Puts a new path in force that begins at `origin`: its waypoints are written to what this returns.
    pub(super) fn begin(&mut self, origin: Vec2, partial: bool) -> &mut Vec<Vec2> {
        self.clear();
        (self.origin, self.partial) = (Some(origin), partial);
        self.course.raw_from = Some(0);
        &mut self.points
    }

    /// The same for a quick path.
    pub(super) fn begin_quick(&mut self, origin: Vec2) -> &mut Vec<Vec2> {
        self.begin(origin, true);
        self.quick = true;
        &mut self.points
    }

    /// How many of its waypoints the agent has passed.
    pub(super) fn passed(&self) -> usize {
        if self.course.exists() { self.course.ahead } else { self.next.saturating_sub(usize::from(!self.handed_last)) }
    }

    /// The first point of what is left of it, but for the place handed out last where the agent goes straight to that.
    fn front(&self) -> usize {
        if self.course.exists() { self.course.ahead } else { self.next }
    }

    /// Where an agent that is `here` goes before that: to the place handed out last, or to its line.
    fn goes_first_to(&self, here: Vec2) -> Option<Vec2> {
        let is_on_line = self.course.exists() && !self.course.joins;
        if is_on_line { Some(self.nearest_ahead(here)) } else { self.handed }
    }

    /// Appends the next piece of an unfinished path. What was walked is forgotten, but for what [`PathFollower::rejoin`]
    /// may look back at.
    pub(super) fn extend(&mut self, more: &[Vec2], unfinished: bool) {
        if !more.is_empty() && std::mem::take(&mut self.handed_last) {
            self.next = self.points.len();
            self.at_end = false;
        }
        let walked = match self.course.exists() {
            true => self.course.forget_walked(),
            false => self.next.saturating_sub(REJOIN_BACK + 1),
        };
        self.points.drain(..walked);
        self.next -= walked;
        if !more.is_empty() {
            self.course.raw_from.get_or_insert(self.points.len());
        }
        self.points.extend_from_slice(more);
        (self.unfinished, self.ticks) = (unfinished, 0);
    }

    /// The next waypoint of an agent that is `here`. Those it has passed are skipped: all before one that it can go
    /// straight to. The end of a partial or unfinished path is never called the last.
    pub(super) fn next_waypoint(&mut self, here: Vec2, sight: &impl Sees) -> Option<(Code, Vec2)> {
        if self.course.exists() {
            return self.next_on_course(here);
        }
        let last = self.points.len().checked_sub(1)?;
        let clear = |to: Vec2| sight.clear(here, to);
        while self.next < last && sight.replaces(&[here, self.points[self.next], self.points[self.next + 1]]) {
            self.next += 1;
        }
        let point = self.points[self.next];
        // The agent went on while the search ran and is round a corner now: back to where the path begins.
        if let Some(origin) = self.origin.take().filter(|o| clear(*o) && !clear(point)) {
            self.handed = Some(origin);
            return Some((Code::MoreWaypoints, origin));
        }
        // It is near the place handed out last, but not round the corner: straight on it would press against the wall.
        if let Some(corner) = self.handed.filter(|c| self.is_before_corner(here, *c) && !clear(point) && clear(*c)) {
            self.repeats += 1;
            return Some((Code::MoreWaypoints, corner));
        }
        self.repeats = 0;
        self.handed = Some(point);
        self.at_end = self.handed_last;
        self.handed_last = self.next == last;
        self.next = (self.next + 1).min(last);
        let end = self.handed_last && self.is_whole();
        Some((if end { Code::LastWaypoint } else { Code::MoreWaypoints }, point))
    }

    /// The waypoint after the one handed out last, where agents go straight from one to the next.
    pub(super) fn after(&self) -> Option<Vec2> {
        if self.handed_last || self.course.exists() { None } else { self.points.get(self.next).copied() }
    }

    /// Whether an agent that is `here` may have to go nearer to the place handed out last.
    fn is_before_corner(&self, here: Vec2, corner: Vec2) -> bool {
        let metres = here.distance(corner);
        !self.handed_last && self.repeats < MOST_REPEATS && (AT_CORNER_M..CORNER_M).contains(&metres)
    }

    /// Goes back to the nearest waypoint before the one handed out that the agent can go straight to; whether there is one.
    pub(super) fn rejoin(&mut self, here: Vec2, sight: &impl Sees) -> bool {
        if self.course.exists() {
            return self.rejoin_course(here, sight);
        }
        let handed = if self.handed_last { self.next } else { self.next.saturating_sub(1) };
        let before = self.points.get(..handed).unwrap_or(&[]);
        let near = |p: &Vec2| here.distance(*p) <= REJOIN_WITHIN_M && sight.clear(here, *p);
        let seen = before.iter().rev().take(REJOIN_BACK).position(near);
        let Some(back) = seen else { return false };
        self.next = handed - 1 - back;
        (self.handed, self.handed_last, self.at_end) = (None, false, false);
        true
    }

    /// The straight pieces of what is left of the path for an agent that is `here`.
    pub(super) fn legs(&self, here: Vec2) -> impl Iterator<Item = (Vec2, Vec2)> {
        let left = self.points.get(self.front()..).unwrap_or_default().iter().copied();
        self.goes_first_to(here).into_iter().chain(left).scan(here, |from, to| Some((std::mem::replace(from, to), to)))
    }

    /// Ends the path where the first of its straight pieces that is cut begins, for an agent that is `here`; there is no path left
    /// where that is the first piece.
    pub(super) fn stop_before_cut(&mut self, here: Vec2, is_cut: impl Fn((Vec2, Vec2)) -> bool) {
        let Some(first) = self.legs(here).position(is_cut) else { return };
        let kept = (self.front() + first).saturating_sub(usize::from(self.goes_first_to(here).is_some()));
        // What it has passed of a line is not gone back to.
        if first == 0 || kept == 0 || self.course.exists() && kept <= self.front() {
            self.clear();
            self.stopped = true;
            return;
        }
        self.points.truncate(kept);
        self.course.truncate(kept);
        (self.stopped, self.unfinished) = (true, false);
        if self.next >= kept {
            (self.next, self.handed_last) = (kept - 1, true);
        }
    }

    /// Goes on with the first waypoint that the agent can go straight to and after which nothing is cut; whether there
    /// is one.
    pub(super) fn skip_to_clear(
        &mut self,
        here: Vec2,
        sight: &impl Sees,
        is_cut: impl Fn((Vec2, Vec2)) -> bool,
    ) -> bool {
        let (points, front) = (&self.points, self.front());
        let last_cut = (front + 1..points.len()).rev().find(|i| is_cut((points[i - 1], points[*i])));
        let first = last_cut.unwrap_or(front);
        let found = (first..points.len()).find(|i| sight.clear(here, points[*i]));
        if let Some(found) = found.filter(|_| self.course.exists()) {
            self.begin_at(here, found);
        } else if let Some(found) = found {
            (self.next, self.handed, self.origin) = (found, None, None);
            (self.handed_last, self.at_end) = (false, false);
        }
        found.is_some()
    }

    /// Replaces the first straight pieces of what is left of the path, for an agent that is `here`, by others, which end where the
    /// last of those is left; or all of it where that was `whole`.
    pub(super) fn replace_near(&mut self, here: Vec2, near: &[Vec2], legs: usize, whole: bool) {
        // The place handed out last is gone to before the next one, unless it is that already.
        let handed = self.goes_first_to(here).filter(|_| !self.handed_last || self.course.exists());
        let (front, handed_last) = (self.front(), self.handed_last && !self.course.exists());
        let walked = front + legs.saturating_sub(1);
        let (between, kept) = match handed {
            _ if whole => (None, self.points.len()),
            Some(handed) if legs <= 1 => (Some(handed), front),
            Some(_) => (None, walked - 1),
            None if handed_last => (None, front),
            None => (None, walked),
        };
        self.course.clear();
        self.course.raw_from = Some(0);
        self.points.splice(..kept.min(self.points.len()), near.iter().copied().chain(between));
        (self.next, self.handed, self.origin) = (0, None, Some(here));
        (self.handed_last, self.at_end) = (false, false);
    }

    /// A path over these points alone.
    pub(super) fn along(points: &[Vec2]) -> Self {
        Self { points: points.to_vec(), ..Self::default() }
    }

    /// Whether it leads to the goal that was searched for, all of it refined.
    pub(super) fn is_whole(&self) -> bool {
        !self.partial && !self.unfinished && !self.stopped
    }

    /// Whether the next piece of an unfinished path is due.
    pub(super) fn runs_short(&self) -> bool {
        let left = || match self.course.exists() {
            true => self.course.waypoints_from(self.next + usize::from(self.handed_last), FEW),
            false => self.points.len() - self.next - usize::from(self.handed_last),
        };
        self.unfinished && left() < FEW
    }

    /// Whether the agent is at the end of a path that is whole.
    pub(super) fn is_done(&self) -> bool {
        self.at_end && self.is_whole()
    }

    /// Whether a partial path is at its end, or the agent nearer to that than `near_m`.
    pub(super) fn nears_partial_end(&self, distance_m: f32, near_m: f32) -> bool {
        self.partial && (self.at_end || distance_m < near_m)
    }
}

/// Everything that decides its future but the ticks, for the world hash.
impl Hash for PathFollower {
    fn hash<H: Hasher>(&self, h: &mut H) {
        self.points.iter().for_each(|p| place_bits(*p).hash(h));
        let [origin, handed] = [self.origin, self.handed].map(|p| p.map_or(u64::MAX, place_bits));
        let open = u64::from(self.partial)
            | u64::from(self.unfinished) << 1
            | u64::from(self.quick) << 2
            | u64::from(self.stopped) << 3
            | u64::from(self.off_field) << 4;
        let at = u64::from(self.handed_last) | u64::from(self.repeats) << 1;
        (origin, handed, self.next, open, at, u64::from(self.at_end)).hash(h);
        self.course.hash(h);
    }
}
