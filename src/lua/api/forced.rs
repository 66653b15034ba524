//! Results of the pathfinder that a spec sets instead of the real ones, so that every branch can be reached.

use crate::agent::Event;
use crate::geom::{Vec2, bits};
use crate::nav::{Code, Reason};
use std::hash::{Hash, Hasher};

/// The two calls of the pathfinder that return codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum PathCall {
    /// `pathfinder.tick`.
    Tick,
    /// `pathfinder.next_waypoint`.
    NextWaypoint,
}

impl PathCall {
    /// Both, in order.
    pub const ALL: [Self; 2] = [Self::Tick, Self::NextWaypoint];

    /// Its name in Lua.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The codes it may return.
    pub fn codes(self) -> &'static [Code] {
        use Code::*;
        match self {
            Self::Tick => &[Searching, SearchOk, NoNewPath, SearchFailed, OutOfTime, MapFailed, NoTarget],
            Self::NextWaypoint => &[MapFailed, MoreWaypoints, LastWaypoint, TargetFailed, NoTarget],
        }
    }
}

/// A result to return instead of asking the pathfinder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ForcedCode {
    /// The call that returns it.
    pub call: PathCall,
    /// What the call returns.
    pub code: Code,
    /// How often, from 1.
    pub times: u32,
    /// What `pathfinder.reason` returns afterwards.
    pub reason: Option<Reason>,
    /// The place that goes with a waypoint, metres; `None`: the place that the code implies.
    pub at: Option<Vec2>,
}

impl ForcedCode {
    /// The reason of a failure for which none is given; `None` for a code that is not a failure.
    pub fn usual_reason(code: Code) -> Option<Reason> {
        match code {
            Code::SearchFailed => Some(Reason::WalledIn),
            Code::OutOfTime => Some(Reason::Budget),
            Code::MapFailed => Some(Reason::TooManyTries),
            _ => None,
        }
    }

    /// The event that a search with this end raises before `tick` returns the code.
    fn event(&self) -> Option<Event> {
        let ends = matches!(self.code, Code::SearchOk | Code::SearchFailed | Code::OutOfTime);
        (ends && self.call == PathCall::Tick).then_some(Event::Path(self.code))
    }
}

/// The forced results of one creature.
#[derive(Clone, Debug, Default)]
pub struct Forced {
    /// In the order in which they were set.
    waiting: Vec<ForcedCode>,
    /// The reason of the last result, until the pathfinder is really asked again.
    reason: Option<Reason>,
    /// Of each call: its next result was returned before, and has to be again.
    repeats: [bool; PathCall::ALL.len()],
}

impl Forced {
    /// Adds a result. Returns the event that comes before it, if there is one.
    pub fn push(&mut self, code: ForcedCode) -> Option<Event> {
        let first = !self.waiting.iter().any(|w| w.call == code.call);
        self.waiting.push(code);
        if first { code.event() } else { None }
    }

    /// The next result of a call, and the event that announces the one after it.
    pub fn take(&mut self, call: PathCall) -> Option<(ForcedCode, Option<Event>)> {
        let Some(at) = self.waiting.iter().position(|w| w.call == call) else {
            self.reason = None;
            return None;
        };
        let taken = self.waiting[at];
        self.waiting[at].times -= 1;
        self.repeats[call as usize] = self.waiting[at].times > 0;
        if self.waiting[at].times == 0 {
            self.waiting.remove(at);
        }
        self.reason = taken.reason;
        let next = self.waiting.iter().find(|w| w.call == call);
        Some((taken, next.and_then(ForcedCode::event)))
    }

    /// How many results are still to be returned.
    pub fn left(&self) -> u32 {
        self.waiting.iter().fold(0, |sum, w| sum.saturating_add(w.times))
    }

    /// The first of those that no call has returned yet.
    pub fn unused(&self) -> Option<ForcedCode> {
        let unused = |call: PathCall| {
            self.waiting.iter().filter(|w| w.call == call).nth(usize::from(self.repeats[call as usize])).copied()
        };
        PathCall::ALL.into_iter().find_map(unused)
    }

    /// What `pathfinder.reason` returns instead of its own; `None`: its own.
    pub fn reason(&self) -> Option<Reason> {
        self.reason
    }
}

/// The state that decides the creature's future, for the world hash.
impl Hash for Forced {
    fn hash<H: Hasher>(&self, h: &mut H) {
        let reason = |reason: Option<Reason>| reason.map_or(u8::MAX, |r| r as u8);
        for w in &self.waiting {
            (w.call as u8, w.code as u8, reason(w.reason), w.times, bits(w.at.unwrap_or(Vec2::NAN))).hash(h);
        }
        reason(self.reason).hash(h);
    }
}
