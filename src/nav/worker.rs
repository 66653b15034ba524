//! Memory that searches share, and what they counted.

use super::far::FarRequest;
use super::service::{Findings, Request};
use crate::geom::{Cell, Vec2};
use crate::grid::PlotCounts;
use crate::search::{AStar, LevelSearch, Route, TwoTierList};

/// The search every pathfinder runs.
pub(super) type Search = AStar<TwoTierList>;

/// What one thread needs to work on searches. Which worker serves which pathfinder makes no difference to any result.
#[derive(Debug, Default)]
pub struct Worker {
    pub counts: SearchCounts,
    /// Searches nobody uses at the moment, with the memory they grew.
    pool: Vec<Search>,
    /// What the static planner's agents need in this step, and what their searches found out.
    pub(super) requests: Vec<Request>,
    pub(super) findings: Findings,
    /// The same for those whose ways lead over levels, and the memory of their searches.
    pub(super) far: Vec<FarRequest>,
    pub(super) level_search: LevelSearch,
    /// Ways nobody walks any more.
    #[expect(clippy::vec_box, reason = "they go to agents and come back as they are")]
    pub(super) routes: Vec<Box<Route>>,
    /// Jump points of the way just found, and all its cells.
    pub(super) jumps: Vec<Cell>,
    pub(super) cells: Vec<Cell>,
    /// Nodes of the way just found.
    pub(super) nodes: Vec<u32>,
    /// The same as places.
    pub(super) points: Vec<Vec2>,
    /// Those of them that are left when the way is pulled straight.
    pub(super) legs: Vec<Vec2>,
}

impl Worker {
    /// A search for a pathfinder that has none. It keeps it until it has ended, over several steps if need be.
    pub(super) fn take(&mut self) -> Search {
        self.pool.pop().unwrap_or_default()
    }

    /// Begins a step of the static planner.
    pub fn begin_step(&mut self) {
        self.requests.clear();
        self.far.clear();
    }

    /// The slots of those who asked for a search in this step.
    pub fn askers(&self) -> impl Iterator<Item = usize> + use<'_> {
        self.requests.iter().map(|r| r.slot as usize)
    }

    pub(super) fn give_back(&mut self, search: Search) {
        self.pool.push(search);
    }
}

/// Sums over searches.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchCounts {
    /// Searches begun towards moving targets, and how many of those came to an end on an earlier search's map.
    pub moving: u64,
    pub moving_reused: u64,
    /// The same for fixed goals.
    pub fixed: u64,
    pub fixed_reused: u64,
    /// Windows built for moving targets and for fixed goals, and the nodes in them.
    pub moving_maps: u64,
    pub moving_nodes: u64,
    pub fixed_maps: u64,
    pub fixed_nodes: u64,
    /// Searches of the static planner that a look answered: nothing lay between the agent and its goal.
    pub in_sight: u64,
    /// Searches of the static planner answered with the way that another search found.
    pub shared: u64,
    /// Failures of the static planner told without a search: start and goal lie in parts known not to hang together, or
    /// the same search failed since the world last changed.
    pub cached_failures: u64,
    pub expanded: u64,
    pub generated: u64,
    /// What became of the volumes of all windows built.
    pub volumes: PlotCounts,
    pub abstraction_ns: u64,
    pub search_ns: u64,
}

impl SearchCounts {
    /// Adds another worker's sums.
    pub fn add(&mut self, o: &Self) {
        self.moving += o.moving;
        self.moving_reused += o.moving_reused;
        self.fixed += o.fixed;
        self.fixed_reused += o.fixed_reused;
        self.moving_maps += o.moving_maps;
        self.moving_nodes += o.moving_nodes;
        self.fixed_maps += o.fixed_maps;
        self.fixed_nodes += o.fixed_nodes;
        self.in_sight += o.in_sight;
        self.shared += o.shared;
        self.cached_failures += o.cached_failures;
        self.expanded += o.expanded;
        self.generated += o.generated;
        self.volumes.returned += o.volumes.returned;
        self.volumes.wrong_height += o.volumes.wrong_height;
        self.volumes.outside += o.volumes.outside;
        self.volumes.plotted += o.volumes.plotted;
        self.abstraction_ns += o.abstraction_ns;
        self.search_ns += o.search_ns;
    }
}
