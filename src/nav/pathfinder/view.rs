//! What of a pathfinder is shown to people, and what of it the world hash holds.

use super::{Pathfinder, Phase};
use crate::geom::Vec2;
use crate::grid::CellRect;
use crate::nav::planner::job::{JobState, cell_bits};
use crate::nav::{Code, Goal, NavParams, Reason, place_bits};

/// A view of one pathfinder, for the inspector.
#[derive(Clone, Debug, Default)]
pub struct PathView {
    pub goal: Goal,
    /// What `tick` returned last.
    pub tick: Option<Code>,
    /// What `next_waypoint` returned last.
    pub waypoint: Option<Code>,
    pub reason: Option<Reason>,
    pub waypoints: Vec<Vec2>,
    /// Index of the waypoint handed out next.
    pub next: usize,
    /// What its window covers, where it has one.
    pub window: Option<CellRect>,
    /// Searches in this pathfinder's life, and how many of them reused their map.
    pub searches: u32,
    pub reused: u32,
    /// Nodes the last search expanded.
    pub expanded: u32,
    /// The navigation buffer in force, metres.
    pub buffer_m: f32,
}

impl Pathfinder {
    /// A view of it, for the inspector.
    pub fn view(&self) -> PathView {
        let JobState { area, clearance, expanded, .. } = self.job.plan().state();
        let drawn = area.cells() > 0;
        PathView {
            goal: self.goal,
            tick: self.last_tick,
            waypoint: self.last_waypoint,
            reason: self.reason,
            waypoints: self.path.points.clone(),
            next: self.path.next,
            window: drawn.then_some(area),
            searches: self.tally.searches,
            reused: self.tally.reused,
            expanded: expanded.unwrap_or(self.tally.expanded),
            buffer_m: if drawn { clearance.buffer_m } else { NavParams::default().buffers_m[0] },
        }
    }

    /// Feeds everything that decides its future to `sink`, for the world hash. Of a map its rectangle and settings
    /// represent its bits, which follow from these and the world alone.
    pub fn digest(&self, sink: &mut impl FnMut(&[u8])) {
        let mut word = |w: u64| sink(&w.to_le_bytes());
        match self.goal {
            Goal::None => word(0),
            Goal::Point(p) => [1, place_bits(p)].into_iter().for_each(&mut word),
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
        let goal = &self.prediction;
        [goal.at, goal.seen, goal.expected].into_iter().for_each(|p| word(place_bits(p)));
        [goal.step, u64::from(goal.partial)].into_iter().for_each(&mut word);
        self.retry.state().into_iter().for_each(&mut word);
        let plan = self.job.plan();
        let JobState { area, margin_nodes, clearance, long, .. } = plan.state();
        word(cell_bits(area.origin));
        [area.width, area.height, margin_nodes].into_iter().for_each(|n| word(u64::from(n)));
        [clearance.radius_m, clearance.height_m, clearance.buffer_m].iter().for_each(|v| word(u64::from(v.to_bits())));
        plan.digest(self.phase == Phase::Running, self.path.unfinished, &mut word);
        self.path.digest(&mut word);
        [
            u64::from(self.arrival_pending),
            u64::from(self.path.ticks),
            u64::from(long),
            self.reason.map_or(0, |r| 1 + r as u64),
        ]
        .into_iter()
        .for_each(&mut word);
    }
}
