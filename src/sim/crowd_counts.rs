//! What is counted of the crowd of a world, and where its time is lost.

use super::crowd_watch::TimeLost;
use super::{CrowdCounts, ShownLayer, Sim};

impl Sim {
    /// From now on [`Sim::crowd_counts`] counts.
    pub fn count_crowd(&mut self) {
        self.crowd_watch.counts.get_or_insert_default();
    }

    /// What was counted of the crowd since [`Sim::count_crowd`]; `None` before.
    pub fn crowd_counts(&self) -> Option<CrowdCounts> {
        self.crowd_watch.counts
    }

    /// Whether the time that creatures lose is summed by place from now on, for [`Sim::shown_time_lost`].
    pub fn sum_time_lost(&mut self, on: bool) {
        self.crowd_watch.lost = on.then(|| TimeLost::over(self.now.world.size()));
    }

    /// Seconds that creatures under way lost lately, by place; `None` unless [`Sim::sum_time_lost`] was called.
    pub fn shown_time_lost(&self) -> Option<ShownLayer> {
        self.crowd_watch.lost.as_ref().map(TimeLost::shown)
    }

    pub(super) fn watch_crowd(&mut self) {
        let (world, agents, near) = (&self.now.world, &self.now.agents, &self.now.near);
        let (time, pool) = ((self.now.step, self.now.step_s), self.shards.pool_for(agents.bodies.len()));
        self.crowd_watch.look(world, (agents, &self.guides), near, time, pool);
    }
}
