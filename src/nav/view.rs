//! What of a pathfinder is shown to people.

use super::pathfinder::{Pathfinder, Phase};
use super::{Code, NavParams, Reason};
use crate::body::AgentId;
use crate::geom::{Cell, Vec2};
use crate::search::Counts;

/// What a pathfinder was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Goal {
    #[default]
    None,
    Point(Vec2),
    Agent(AgentId),
}

impl Goal {
    /// The agent that is the goal, if one is.
    pub fn agent(self) -> Option<AgentId> {
        match self {
            Self::Agent(id) => Some(id),
            _ => None,
        }
    }
}

/// A picture of one pathfinder, for the inspector.
#[derive(Clone, Debug, Default)]
pub struct PathView {
    pub goal: Goal,
    /// Last answer of `tick`.
    pub tick: Option<Code>,
    /// Last answer of `next_waypoint`.
    pub waypoint: Option<Code>,
    pub reason: Option<Reason>,
    pub waypoints: Vec<Vec2>,
    /// Index of the waypoint handed out next.
    pub next: usize,
    pub window: Option<WindowView>,
    /// Searches in this pathfinder's life, and how many of them reused their map.
    pub searches: u32,
    pub reused: u32,
    /// Nodes the last search expanded.
    pub expanded: u32,
    /// The navigation buffer in force, metres.
    pub buffer_m: f32,
}

/// The rectangle a window covers, in cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WindowView {
    pub origin: Cell,
    pub width: u32,
    pub height: u32,
}

impl Pathfinder {
    /// What it was asked for.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    pub fn view(&self) -> PathView {
        let area = self.window.area();
        let drawn = area.cells() > 0;
        PathView {
            goal: self.goal,
            tick: self.last_tick,
            waypoint: self.last_waypoint,
            reason: self.reason,
            waypoints: self.path.points.clone(),
            next: self.path.next,
            window: drawn.then_some(WindowView { origin: area.origin, width: area.width, height: area.height }),
            searches: self.searches,
            reused: self.reused,
            expanded: self.hunt.as_ref().map_or(self.expanded, |h| h.spent),
            buffer_m: if drawn { self.window.clearance().buffer_m } else { NavParams::default().buffers_m[0] },
        }
    }

    /// Feeds everything that decides its future to `sink`, for the world hash. Of a window its rectangle and settings
    /// stand for its bits, and of a search under way its counts stand for its lists: both follow from these and the
    /// world alone.
    pub fn digest(&self, sink: &mut impl FnMut(&[u8])) {
        let mut word = |w: u64| sink(&w.to_le_bytes());
        let place = |p: Vec2| (u64::from(p.x.to_bits()) << 32) | u64::from(p.y.to_bits());
        let cell = |c: Cell| (u64::from(c.x as u32) << 32) | u64::from(c.y as u32);
        match self.goal {
            Goal::None => word(0),
            Goal::Point(p) => [1, place(p)].into_iter().for_each(&mut word),
            Goal::Agent(id) => [2, id.number()].into_iter().for_each(&mut word),
        }
        word(match self.phase {
            Phase::Fresh => 0,
            Phase::Queued => 1,
            Phase::Running => 2,
            Phase::Settled => 3,
            Phase::GaveUp => 4,
            Phase::Ended(code) => 5 + code as u64,
        });
        let (aim, retry, area, clearance) = (&self.aim, &self.retry, self.window.area(), self.window.clearance());
        [place(aim.at), place(aim.seen), place(aim.expected), aim.step, u64::from(aim.partial)]
            .into_iter()
            .for_each(&mut word);
        retry.state().into_iter().for_each(&mut word);
        [cell(area.origin), u64::from(area.width), u64::from(area.height), u64::from(self.window_margin)]
            .into_iter()
            .for_each(&mut word);
        [clearance.radius_m, clearance.height_m, clearance.buffer_m].iter().for_each(|v| word(u64::from(v.to_bits())));
        if let Some(hunt) = self.hunt.as_ref().filter(|_| self.phase == Phase::Running) {
            let Counts { expanded, generated, max_open } = hunt.search.counts();
            [u64::from(hunt.spent), u64::from(expanded), u64::from(generated), u64::from(max_open)]
                .into_iter()
                .for_each(&mut word);
            [hunt.search.waiting() as u64, place(hunt.from)].into_iter().for_each(&mut word);
        }
        if let Some(hunt) = self.shared.as_ref().filter(|_| self.phase == Phase::Running) {
            let Counts { expanded, generated, max_open } = hunt.search.counts();
            [u64::from(expanded), u64::from(generated), u64::from(max_open)].into_iter().for_each(&mut word);
            [place(hunt.from), cell(hunt.ask.goal)].into_iter().for_each(&mut word);
        }
        if let Some(route) = self.route.as_ref().filter(|_| self.path.unfinished) {
            route.rest().for_each(|c| word(cell(c)));
        }
        self.path.points.iter().for_each(|p| word(place(*p)));
        self.path.state().into_iter().for_each(&mut word);
        [
            u64::from(self.arrival_pending),
            u64::from(self.ticks),
            u64::from(self.long),
            self.reason.map_or(0, |r| 1 + r as u64),
        ]
        .into_iter()
        .for_each(&mut word);
    }
}
