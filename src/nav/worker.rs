//! Memory that searches share, and what they counted.

use crate::geom::{Cell, Vec2};
use crate::grid::PlotCounts;
use crate::search::{AStar, Buckets, CheapList, FieldSearch};

/// The search every pathfinder runs.
pub(super) type Search = AStar<CheapList>;

/// The search of the static planner.
pub(super) type SharedSearch = FieldSearch<Buckets>;

/// What one thread needs to work on searches. Which worker serves which pathfinder makes no difference to any result.
#[derive(Debug, Default)]
pub struct Worker {
    pub counts: SearchCounts,
    /// Searches nobody uses at the moment, with the memory they grew.
    pool: Vec<Search>,
    pub(super) shared_pool: Vec<SharedSearch>,
    /// Jump points of the way just found, and all its cells.
    pub(super) jumps: Vec<Cell>,
    pub(super) cells: Vec<Cell>,
    /// Nodes of the way just found.
    pub(super) nodes: Vec<u32>,
    /// The same as places.
    pub(super) points: Vec<Vec2>,
}

impl Worker {
    /// A search for a pathfinder that has none. It keeps it until it has ended, over several steps if need be.
    pub(super) fn take(&mut self) -> Search {
        self.pool.pop().unwrap_or_default()
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
