//! Paths that are walked along a line of their own: the line, the waypoints on it, and how far along it the body is.
//!
//! Scripts get the waypoints, one for each turn; the body is led along all points ([`guide`](super::guide)).

use super::{PathFollower, REJOIN_BACK, REJOIN_WITHIN_M};
use crate::geom::{Vec2, nearest_on_segment};
use crate::nav::Code;
use crate::path::Sees;
use std::hash::{Hash, Hasher};

/// Where the line turns by less than this in all there is no waypoint, radians.
const LEAST_TURN: f32 = 0.1;
/// A turn of more than this has several, radians.
const MOST_TURN: f32 = 1.6;
/// Points of one arc are no farther apart than this, metres.
const ARC_PIECE_M: f32 = 2.5;
/// A body is looked for so far along the line from where it was last, and as far again as it is beside it, metres.
const LOOKED_FOR_M: f32 = 2.0;
/// So many points that the body has passed are kept when a path is extended.
const KEPT_PASSED: usize = 4 * REJOIN_BACK;

/// How a body that cannot turn on the spot begins its path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(in crate::nav) enum Start {
    /// As it looks.
    #[default]
    Ahead,
    /// Backwards, until its end.
    Backwards,
    /// It has space for neither, and turns where it is.
    OnTheSpot,
}

/// How a path is walked that is a line of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Course {
    /// Of each point of the path, whether it is a waypoint; empty where the body goes straight from waypoint to waypoint.
    waypoints: Vec<bool>,
    /// The first point that the body has yet to pass.
    pub(super) ahead: usize,
    /// The place on the line that the body was nearest to when its progress was noted, to be shown.
    foot: Option<Vec2>,
    /// The point that was handed out last.
    pub(super) handed_at: usize,
    /// The place handed out last is where the body joins the line: it goes there straight.
    pub(super) joins: bool,
    /// The body has passed the waypoint handed out last.
    pub(super) passed: bool,
    /// How a body that cannot turn on the spot begins.
    pub(super) start: Start,
    /// From this point on the path is as a planner wrote it.
    pub(super) raw_from: Option<usize>,
}

impl Course {
    pub(super) fn exists(&self) -> bool {
        !self.waypoints.is_empty()
    }

    /// Keeps memory.
    pub(super) fn clear(&mut self) {
        self.waypoints.clear();
        *self = Self { waypoints: std::mem::take(&mut self.waypoints), ..Self::default() };
    }

    /// The first waypoint from a point on.
    pub(super) fn waypoint_from(&self, point: usize) -> usize {
        let last = self.waypoints.len().saturating_sub(1);
        (point..last).find(|i| self.waypoints[*i]).unwrap_or(last)
    }

    /// How many waypoints there are from a point on, counted up to `most`.
    pub(super) fn waypoints_from(&self, point: usize, most: usize) -> usize {
        self.waypoints.get(point..).unwrap_or_default().iter().filter(|is| **is).take(most).count()
    }

    /// The path ends after so many points.
    pub(super) fn truncate(&mut self, points: usize) {
        self.waypoints.truncate(points);
        self.waypoints.last_mut().into_iter().for_each(|is| *is = true);
        let last = points.saturating_sub(1);
        (self.ahead, self.handed_at) = (self.ahead.min(last), self.handed_at.min(last));
    }

    /// Forgets points that were walked, but for the last few. Returns how many.
    pub(super) fn forget_walked(&mut self) -> usize {
        let walked = self.ahead.saturating_sub(KEPT_PASSED).min(self.handed_at);
        self.waypoints.drain(..walked);
        self.ahead -= walked;
        self.handed_at -= walked;
        walked
    }
}

impl PathFollower {
    /// Whether it is as a planner wrote it, at least in part.
    pub(in crate::nav) fn is_raw(&self) -> bool {
        self.course.raw_from.is_some() && !self.quick
    }

    /// From which point on it is as a planner wrote it.
    pub(in crate::nav) fn raw_from(&self) -> usize {
        self.course.raw_from.unwrap_or(self.points.len())
    }

    /// Whether the body is led along a line.
    pub(in crate::nav) fn has_course(&self) -> bool {
        self.course.exists()
    }

    /// The first point of the line that the body has yet to pass.
    pub(in crate::nav) fn point_ahead(&self) -> Option<Vec2> {
        self.points.get(self.course.ahead).copied()
    }

    /// How many waypoints it has.
    pub(in crate::nav) fn count(&self) -> usize {
        if self.course.exists() { self.course.waypoints_from(0, usize::MAX) } else { self.points.len() }
    }

    /// Its waypoints, and which of them is handed out next.
    pub(in crate::nav) fn waypoints(&self) -> (Vec<Vec2>, usize) {
        if !self.course.exists() {
            return (self.points.clone(), self.next);
        }
        let all = self.points.iter().zip(&self.course.waypoints).filter(|(_, is)| **is).map(|(at, _)| *at);
        (all.collect(), self.count() - self.course.waypoints_from(self.next, usize::MAX))
    }

    /// Puts a line in the place of the points from one on. The first point of it is one that the body has passed, or where it is.
    pub(in crate::nav) fn set_course(&mut self, from: usize, line: &[Vec2], start: Start) {
        self.points.truncate(from);
        self.course.waypoints.truncate(from);
        self.points.extend_from_slice(line);
        add_waypoints(line, &mut self.course.waypoints);
        self.course.raw_from = None;
        if from == 0 {
            self.course.start = start;
        }
        self.course.ahead = self.course.ahead.max(1).min(self.points.len() - 1);
        self.course.handed_at = self.course.handed_at.min(from);
        self.next = self.course.waypoint_from(self.next.min(from));
    }

    /// From now on the body goes straight from point to point: its paths have no form any longer.
    pub(in crate::nav) fn leave_course(&mut self) {
        if self.course.exists() {
            self.next = self.course.ahead.min(self.points.len() - 1);
            self.course.clear();
        }
    }

    /// Notes how far along the line the body is. Returns the nearest place on it, not before where it was.
    pub(super) fn note_progress(&mut self, here: Vec2) -> Vec2 {
        let points = &self.points;
        let first = self.course.ahead.clamp(1, points.len() - 1);
        let mut foot = nearest_on_segment(here, points[first - 1], points[first]);
        let mut best = (here.distance(foot), first);
        let most_m = LOOKED_FOR_M + best.0;
        let mut along = foot.distance(points[first]);
        for i in first + 1..points.len() {
            if along > most_m {
                break;
            }
            let near = nearest_on_segment(here, points[i - 1], points[i]);
            let distance = here.distance(near);
            if distance < best.0 {
                (best, foot) = ((distance, i), near);
            }
            along += points[i - 1].distance(points[i]);
        }
        (self.course.ahead, self.course.foot) = (best.1, Some(foot));
        foot
    }

    /// The nearest place on the piece of the line that the body is on.
    pub(super) fn nearest_ahead(&self, here: Vec2) -> Vec2 {
        let ahead = self.course.ahead.clamp(1, self.points.len() - 1);
        nearest_on_segment(here, self.points[ahead - 1], self.points[ahead])
    }

    /// What is left of the path as it is walked.
    pub(in crate::nav) fn rest(&self) -> impl Iterator<Item = Vec2> {
        let foot = self.course.foot.filter(|_| self.course.exists() && !self.course.joins);
        foot.into_iter().chain(self.points.get(self.passed()..).unwrap_or_default().iter().copied())
    }

    /// The next waypoint of a body that is `here`: those that it has passed are skipped.
    pub(super) fn next_on_course(&mut self, here: Vec2) -> Option<(Code, Vec2)> {
        let last = self.points.len().checked_sub(1)?;
        if let Some(join) = self.origin.take() {
            self.course.joins = true;
            (self.handed, self.handed_last, self.at_end) = (Some(join), false, false);
            return Some((Code::MoreWaypoints, join));
        }
        self.note_progress(here);
        let at = self.course.waypoint_from(self.next.max(self.course.ahead));
        (self.course.joins, self.course.passed, self.course.handed_at) = (false, false, at);
        self.handed = Some(self.points[at]);
        self.at_end = self.handed_last;
        self.handed_last = at == last;
        self.next = (at + 1).min(last);
        let end = self.handed_last && self.is_whole();
        Some((if end { Code::LastWaypoint } else { Code::MoreWaypoints }, self.points[at]))
    }

    /// The body goes straight to a point of the line and along it from there on.
    pub(super) fn join_at(&mut self, point: usize) {
        self.course.ahead = point.max(1).min(self.points.len() - 1);
        self.next = self.course.waypoint_from(point);
        (self.origin, self.handed, self.handed_last, self.at_end) = (Some(self.points[point]), None, false, false);
    }

    /// The line leads from where the body is straight to a point of it, and what was before that is forgotten: it is cut.
    pub(super) fn begin_at(&mut self, here: Vec2, point: usize) {
        let before = point.saturating_sub(1);
        self.points.drain(..before);
        self.course.waypoints.drain(..before);
        (self.points[0], self.course.waypoints[0]) = (here, self.points.len() == 1);
        (self.course.ahead, self.course.handed_at, self.course.joins) = (1, 0, false);
        (self.course.foot, self.course.passed) = (None, false);
        self.next = self.course.waypoint_from(1);
        (self.origin, self.handed, self.handed_last, self.at_end) = (None, None, false, false);
    }

    /// Whether the body cannot go straight to where it is led.
    pub(in crate::nav) fn is_lost(&self, here: Vec2, sight: &impl Sees) -> bool {
        let Some(handed) = self.handed else { return false };
        if !self.course.exists() || self.course.joins {
            return !sight.clear(here, handed);
        }
        let foot = self.nearest_ahead(here);
        here.distance(foot) > BESIDE_M && !sight.clear(here, foot)
    }

    /// Goes on at the farthest point a little ahead that the body can go straight to, else at the nearest one that it has passed;
    /// whether there is one.
    pub(super) fn rejoin_course(&mut self, here: Vec2, sight: &impl Sees) -> bool {
        let near = |i: &usize| here.distance(self.points[*i]) <= REJOIN_WITHIN_M && sight.clear(here, self.points[*i]);
        let ahead = self.course.ahead.min(self.points.len());
        let is_near = |i: &usize| here.distance(self.points[*i]) <= REJOIN_WITHIN_M;
        let before = (ahead..self.points.len()).take_while(is_near).take(KEPT_PASSED).find(near);
        let passed = || (0..ahead).rev().take(KEPT_PASSED).find(near);
        let seen = before.or_else(passed);
        seen.into_iter().for_each(|point| self.join_at(point));
        seen.is_some()
    }
}

/// A body that is nearer to its line than this is on it, metres.
const BESIDE_M: f32 = 0.3;

/// Appends which points of a line are waypoints: the middle of each turn, and the end. The first is where the body is.
fn add_waypoints(line: &[Vec2], out: &mut Vec<bool>) {
    let begin = out.len();
    out.resize(begin + line.len(), false);
    let out = &mut out[begin..];
    out.last_mut().into_iter().for_each(|last| *last = true);
    // Where the present arc begins, and by how much it turns so far.
    let (mut first, mut sum) = (1, 0.0_f32);
    for i in 1..line.len() {
        let turn = line.get(i + 1).map_or(0.0, |next| turn_between(line[i] - line[i - 1], *next - line[i]));
        let goes_on = line[i - 1].distance(line[i]) <= ARC_PIECE_M && turn * sum >= 0.0 && i + 1 < line.len();
        if !goes_on {
            add_arc(line, first..i, sum, out);
            (first, sum) = (i, 0.0);
        }
        sum += turn;
    }
}

/// Marks the waypoints of one arc that turns by so much in all.
fn add_arc(line: &[Vec2], arc: std::ops::Range<usize>, sum: f32, out: &mut [bool]) {
    let sum = sum.abs();
    if sum < LEAST_TURN {
        return;
    }
    let count = (sum / MOST_TURN).ceil();
    let (mut done, mut marked) = (0.0, 0.0);
    for i in arc {
        done += turn_between(line[i] - line[i - 1], line[i + 1] - line[i]).abs();
        if done >= (marked + 0.5) * sum / count {
            out[i] = true;
            marked += 1.0;
        }
    }
}

/// By how much the second of two pieces turns against the first, radians.
fn turn_between(before: Vec2, after: Vec2) -> f32 {
    if before == Vec2::ZERO || after == Vec2::ZERO { 0.0 } else { before.angle_to(after) }
}

/// What decides its future, for the world hash: nothing where there is no line.
impl Hash for Course {
    fn hash<H: Hasher>(&self, h: &mut H) {
        if self.exists() {
            self.waypoints.hash(h);
            (self.ahead, self.handed_at, self.joins, self.passed, self.start, self.raw_from).hash(h);
        }
    }
}
