//! What searches counted.

use crate::grid::PlotCounts;
use std::ops::AddAssign;

/// Sums over searches towards one kind of goal.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GoalCounts {
    /// Searches begun, and how many of those ended on an earlier search's map.
    pub searches: u64,
    pub reused: u64,
    /// Windows drawn, and the nodes in them.
    pub maps: u64,
    pub nodes: u64,
}

impl AddAssign for GoalCounts {
    fn add_assign(&mut self, o: Self) {
        self.searches += o.searches;
        self.reused += o.reused;
        self.maps += o.maps;
        self.nodes += o.nodes;
    }
}

/// Sums over searches.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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

impl AddAssign for SearchCounts {
    fn add_assign(&mut self, o: Self) {
        self.moving += o.moving;
        self.fixed += o.fixed;
        self.in_sight += o.in_sight;
        self.shared += o.shared;
        self.cached_failures += o.cached_failures;
        self.expanded += o.expanded;
        self.generated += o.generated;
        self.volumes += o.volumes;
        self.abstraction_ns += o.abstraction_ns;
        self.search_ns += o.search_ns;
    }
}
