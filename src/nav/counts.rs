//! What searches counted.

use crate::grid::PlotCounts;
use derive_more::AddAssign;

/// Sums over searches towards one kind of goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, AddAssign)]
pub struct GoalCounts {
    /// Searches begun, and how many of those ended on an earlier search's map.
    pub searches: u64,
    pub reused: u64,
    /// Windows drawn, and the nodes in them.
    pub maps: u64,
    pub nodes: u64,
}

/// Sums over searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, AddAssign)]
pub struct SearchCounts {
    pub moving: GoalCounts,
    pub fixed: GoalCounts,
    /// Searches of the static planner that needed none: nothing lay between the agent and its goal.
    pub in_sight: u64,
    /// Searches of the static planner that took the path which another search found.
    pub shared: u64,
    /// Failures of the static planner that were known without a search: nothing joins start and goal, or the same search
    /// failed before.
    pub cached_failures: u64,
    pub expanded: u64,
    pub generated: u64,
    /// What became of the volumes of all windows drawn.
    pub volumes: PlotCounts,
    /// Nanoseconds spent on drawing maps.
    pub abstraction_ns: u64,
    /// Nanoseconds spent on searches.
    pub search_ns: u64,
}

impl SearchCounts {
    /// Searches towards both kinds of goal together.
    pub fn both(&self) -> GoalCounts {
        let mut sum = self.moving;
        sum += self.fixed;
        sum
    }

    /// The counts of moving or of fixed goals.
    pub(super) fn of(&mut self, moving: bool) -> &mut GoalCounts {
        if moving { &mut self.moving } else { &mut self.fixed }
    }
}
