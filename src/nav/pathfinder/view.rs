//! What of a pathfinder is shown to people, and what of it the world hash holds.

use super::{Pathfinder, Phase};
use crate::crowd::FlowField;
use crate::geom::{Storey, Vec2};
use crate::grid::{CellRect, Clearance};
use crate::nav::planner::job::{JobState, cell_bits};
use crate::nav::review::Freshness;
use crate::nav::{Code, Goal, NavContext, NavParams, Reason, Service, place_bits};
use std::hash::{Hash, Hasher};

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
    /// What is left of the path as it is walked.
    pub line: Vec<Vec2>,
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
    /// Whether the path leads to where the target was last seen.
    pub fn is_led_by_memory(&self) -> bool {
        self.prediction.lost && self.goal.agent().is_some()
    }

    /// The flow field of its goal, where there is one.
    pub(crate) fn flow_field<'s>(&self, ctx: &NavContext, service: &'s Service) -> Option<&'s FlowField> {
        service.field_to(ctx, self.goal.place(ctx).map(|_| self.place(ctx))?)
    }

    /// A view of it, for the inspector.
    pub fn view(&self, params: &NavParams) -> PathView {
        let JobState { area, clearance, expanded, .. } = self.job.plan().state();
        let drawn = area.cells() > 0;
        let (waypoints, next) = self.path.waypoints();
        PathView {
            goal: self.goal,
            tick: self.last_tick,
            waypoint: self.last_waypoint,
            reason: self.reason,
            waypoints,
            next,
            line: self.path.rest().collect(),
            window: drawn.then_some(area),
            searches: self.tally.searches,
            reused: self.tally.reused,
            expanded: expanded.unwrap_or(self.tally.expanded),
            buffer_m: if drawn { clearance.buffer_m } else { self.retry.effort(params).buffer_m },
        }
    }
}

/// Everything that decides its future, for the world hash. Of a map its rectangle and settings represent its bits, which
/// follow from these and the world alone.
impl Hash for Pathfinder {
    fn hash<H: Hasher>(&self, h: &mut H) {
        match self.goal {
            Goal::None => 0_u64.hash(h),
            Goal::Point(p, Storey::GROUND) => (1_u64, place_bits(p)).hash(h),
            Goal::Point(p, storey) => (3_u64, place_bits(p), storey).hash(h),
            Goal::Agent(id) => (2_u64, id.number()).hash(h),
        }
        let phase: u64 = match self.phase {
            Phase::Fresh => 0,
            Phase::Queued => 1,
            Phase::Running => 2,
            Phase::Settled => 3,
            Phase::GaveUp => 4,
            Phase::Ended(code) => 5 + code as u64,
        };
        phase.hash(h);
        let goal = &self.prediction;
        (place_bits(goal.at), place_bits(goal.seen), place_bits(goal.expected)).hash(h);
        (goal.step, u64::from(goal.partial) | u64::from(goal.lost) << 1, &self.retry).hash(h);
        self.whereabouts.bits().iter().for_each(|bits| bits.hash(h));
        let plan = self.job.plan();
        let JobState { area, margin_nodes, clearance, long, .. } = plan.state();
        cell_bits(area.origin).hash(h);
        [area.width, area.height, margin_nodes].into_iter().for_each(|n| u64::from(n).hash(h));
        let Clearance { radius_m, height_m, buffer_m, moves: _ } = clearance;
        [radius_m, height_m, buffer_m].into_iter().for_each(|v| u64::from(v.to_bits()).hash(h));
        plan.digest(self.phase == Phase::Running, self.path.unfinished, h);
        let reason = self.reason.map_or(0, |r| 1 + r as u64);
        self.avoidance.hash(h);
        self.route.hash(h);
        self.missed.hash(h);
        Some(self.freshness).filter(|f| *f != Freshness::Current).iter().for_each(|f| f.hash(h));
        (&self.path, u64::from(self.arrival_pending), u64::from(self.path.ticks), u64::from(long), reason).hash(h);
    }
}
