//! Which of the bodies that wait at a portal enter it, and where in its width. Two that pass it in opposite directions are beside each
//! other. Each keeps to the right half of what is wide enough for two, unless only the rest has space. While one waits on the other
//! side, a strip of its width is left free on its right; where the portal is too narrow for that, the two sides take turns: those that
//! came no later than one passage after the first on the other side still go before it, so that none waits for ever.

use super::{SLACK_M, Transits};
use crate::body::Bodies;
use crate::world::{Landing, Portal};

/// The longest turn of one side, seconds.
const LONGEST_TURN_S: f32 = 30.0;
/// A body that was pushed away from a portal takes so long to be back at most, seconds.
const BACK_S: f32 = 3.0;
/// In one step so many are decided on at one portal: those that have waited longest.
const MOST_A_STEP: usize = 64;

/// A body at an end of a portal that wants to enter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entrant {
    /// Its slot.
    pub slot: usize,
    /// Where it wants to enter.
    pub at: Landing,
    /// The step since which it has waited.
    pub since: u64,
    /// Its radius, metres.
    pub radius_m: f32,
    /// Where in the portal's width it is, metres.
    pub across_m: f32,
    /// Seconds that it takes to pass.
    pub time_s: f32,
    /// Whether it is there. One that was pushed away keeps its turn for a while.
    pub is_there: bool,
}

impl Entrant {
    /// So long after the first on the other side those of its side that come still go before it, seconds.
    fn turn_s(&self) -> f32 {
        self.time_s.min(LONGEST_TURN_S)
    }

    /// So long it keeps its turn when it was pushed away, seconds: until those that it meets are out, and it is back.
    pub(crate) fn keeps_turn_s(&self) -> f32 {
        self.turn_s() + BACK_S
    }
}

/// A part of the width that a body in the portal takes.
#[derive(Clone, Copy, Debug)]
struct Inside {
    end: u8,
    across_m: f32,
    radius_m: f32,
    along_m: f32,
}

/// Decides on all that want to enter in a step, with the memory that it reuses.
#[derive(Debug, Default)]
pub(crate) struct Admission {
    /// Those that want to enter in this step.
    pub entrants: Vec<Entrant>,
    /// Those that do: the slot, the end, and where in its width, metres.
    pub admitted: Vec<(usize, Landing, f32)>,
    /// Those in portals that are wanted, by portal.
    inside: Vec<(u32, Inside)>,
    /// Those in the portal that is decided on.
    here: Vec<Inside>,
    /// What of the width is taken, from where to where, metres.
    taken: Vec<(f32, f32)>,
    /// The parts of it that those wait for that came before, by end.
    reserved: [Vec<(f32, f32)>; 2],
}

impl Admission {
    /// Decides on [`Admission::entrants`].
    pub(crate) fn decide(&mut self, portals: &[Portal], transits: &Transits, bodies: &Bodies, step_s: f32) {
        self.admitted.clear();
        let mut entrants = std::mem::take(&mut self.entrants);
        entrants.sort_unstable_by_key(|e| (e.at.portal, e.since, e.slot));
        let wanted = |portal: u32| entrants.binary_search_by_key(&portal, |e| e.at.portal).is_ok();
        self.inside.clear();
        self.inside.extend(transits.iter().filter(|(_, t)| wanted(t.at.portal)).map(|(slot, t)| {
            let radius_m = bodies.radius[slot];
            (t.at.portal, Inside { end: t.at.end, across_m: t.across_m, radius_m, along_m: t.along_m() })
        }));
        self.inside.sort_by_key(|(portal, _)| *portal);
        for waiting in entrants.chunk_by(|a, b| a.at.portal == b.at.portal) {
            let portal = waiting[0].at.portal;
            let from = self.inside.partition_point(|(other, _)| *other < portal);
            self.here.clear();
            self.here.extend(self.inside[from..].iter().take_while(|(other, _)| *other == portal).map(|(_, it)| it));
            self.decide_one(&portals[portal as usize], &waiting[..waiting.len().min(MOST_A_STEP)], step_s);
        }
        self.entrants = entrants;
    }

    /// Decides on those that wait for one portal, the first first.
    fn decide_one(&mut self, portal: &Portal, waiting: &[Entrant], step_s: f32) {
        self.reserved.iter_mut().for_each(Vec::clear);
        // By end: the first of those that have not entered yet.
        let first_at = |end: u8, from: usize| waiting[from..].iter().position(|e| e.at.end == end).map(|i| from + i);
        let mut first = [first_at(0, 0), first_at(1, 0)];
        for (i, entrant) in waiting.iter().enumerate().filter(|(_, entrant)| entrant.is_there) {
            let end = entrant.at.end;
            let opposite = first[usize::from(1 - end)].map(|i| &waiting[i]);
            match self.place(portal, entrant, opposite, step_s) {
                Ok(across_m) => {
                    self.here.push(Inside { end, across_m, radius_m: entrant.radius_m, along_m: 0.0 });
                    self.admitted.push((entrant.slot, entrant.at, across_m));
                    if first[usize::from(end)] == Some(i) {
                        first[usize::from(end)] = first_at(end, i + 1);
                    }
                }
                Err(across_m) => {
                    let part = (across_m - entrant.radius_m, across_m + entrant.radius_m);
                    self.reserved[usize::from(end)].push(part);
                }
            }
        }
    }

    /// Where in the width a body enters.
    ///
    /// # Errors
    /// Where it waits to enter.
    fn place(&mut self, portal: &Portal, me: &Entrant, opposite: Option<&Entrant>, step_s: f32) -> Result<f32, f32> {
        let (width_m, radius_m) = (portal.width_m(), me.radius_m);
        let is_right = portal.is_far_side_right(me.at.end);
        let (mut low, mut high) = (0.0, width_m);
        if let Some(opposite) = opposite {
            let strip_m = 2.0 * opposite.radius_m;
            if 2.0 * radius_m + strip_m <= width_m + SLACK_M {
                if is_right { low = strip_m } else { high = width_m - strip_m }
            } else if me.since > opposite.since + (me.turn_s() / step_s) as u64 {
                return Err(within((0.0, width_m), me));
            }
        }
        self.take_parts(me);
        let half = if is_right { (low.max(width_m / 2.0), high) } else { (low, high.min(width_m / 2.0)) };
        let keeps_right = 4.0 * radius_m <= width_m + SLACK_M;
        let on_right = keeps_right.then(|| self.nearest_free(half, me)).flatten();
        on_right.or_else(|| self.nearest_free((low, high), me)).ok_or_else(|| within((low, high), me))
    }

    /// Collects what others have taken: for the middle of a body, from where to where it is too near to them.
    fn take_parts(&mut self, me: &Entrant) {
        self.taken.clear();
        let opposes = |other: &Inside| other.end != me.at.end;
        let blocks = |other: &&Inside| opposes(other) || other.along_m < me.radius_m + other.radius_m;
        let in_it = self.here.iter().filter(blocks);
        let in_it = in_it.map(|other| (other.across_m - other.radius_m, other.across_m + other.radius_m));
        self.taken.extend(in_it.chain(self.reserved[usize::from(me.at.end)].iter().copied()));
        self.taken.iter_mut().for_each(|(from, to)| {
            *from -= me.radius_m - SLACK_M / 2.0;
            *to += me.radius_m - SLACK_M / 2.0;
        });
        self.taken.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    }

    /// The place in a part of the width that is nearest to where a body is, and that is not taken.
    fn nearest_free(&self, part: (f32, f32), me: &Entrant) -> Option<f32> {
        let wish = within(part, me);
        let (mut from, mut to) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
        // Parts that overlap are one; the one that the wish lies in is looked for.
        for (low, high) in &self.taken {
            if *low < to {
                to = to.max(*high);
            } else if from < wish && wish < to {
                break;
            } else {
                (from, to) = (*low, *high);
            }
        }
        if !(from < wish && wish < to) {
            return Some(wish);
        }
        let is_inside = |x: &f32| *x >= part.0 + me.radius_m - SLACK_M && *x <= part.1 - me.radius_m + SLACK_M;
        let mut ends = [from, to];
        if wish - from > to - wish {
            ends.reverse();
        }
        ends.into_iter().find(is_inside)
    }
}

/// The place in a part of the width where a body has space, nearest to where it is; the middle where it is too narrow.
fn within((low, high): (f32, f32), me: &Entrant) -> f32 {
    let (low, high) = (low + me.radius_m, high - me.radius_m);
    if low < high { me.across_m.clamp(low, high) } else { f32::midpoint(low, high) }
}
