//! What can be set of pathfinding, and where the levels of a large world come from.

use crate::crowd::FlowParams;
use crate::diag::table::table;
use crate::graph::GraphKind;
use crate::search::{DEFAULT_SORTED, Landscape, Levels, Shape};
use crate::world::{Planner, World};
use std::fmt;
use std::sync::Arc;

/// No exact search of the static planner goes over more cells than this, whatever is configured: it keeps 16 bytes for each that it meets.
const MOST_SHARED_CELLS: u32 = 1 << 26;

table! {
    /// Table `[nav]` of a configuration file. Defaults are the source's (Dahlberg & Viktorsson 2002) unless a field says
    /// otherwise.
    NavParams(keys) {
        /// How agents plan; a map may override it, and the command line both. The source has `window`.
        planner: Planner = Planner::Static;
        /// The graph that agents plan over instead of cells; the map may override it, and a behaviour both.
        graph: Option<GraphKind> = None;
        /// Weight on the heuristic.
        weight: f32 = 1.6, 1.0..=10.0;
        /// Nodes a window reaches beyond start and goal at first; doubled after a failed search.
        margin_nodes: u32 = 20, 1..=4_096;
        /// A window longer or wider than this many nodes is not built: `MAP_FAILED`.
        max_window_nodes: u32 = 512, 16..=4_096;
        /// Goals farther away than this are replaced by a temporary one on the line towards them, metres.
        max_goal_distance_m: f32 = 100.0, 4.0..=4_000.0;
        /// What volumes are grown by, try by try, metres; below 0: every gap that the body fits is open.
        buffers_m: [f32; 4] = [1.0, 0.5, 0.0, -0.5], -5.0..=5.0;
        /// Expansions a search may spend in one step before it waits for the next.
        slice_expansions: u32 = 2_000, 1..=u32::MAX;
        /// Expansions a search may spend in all: then `OUT_OF_TIME`. Eight times as many where the static planner searches ground
        /// that does not cost the same everywhere, or a graph: an expansion covers fewer cells there.
        budget_expansions: u32 = 60_000, 1..=u32::MAX;
        /// What all searches of a step may cost together, in expansions of a search in a window: about 0.13 µs each; from 20 000
        /// creatures on as much again for each ten thousand. A stop of a search on the shared grid counts as 4, drawing 32 nodes of a
        /// window as 1. Searches that do not fit wait, those near the player's character least.
        step_expansions: u32 = 40_000, 1_000..=u32::MAX;
        /// Whether agents move off on a short path of their own while their search goes on, or waits.
        quick_path: bool = true;
        /// A straight line that nothing blocks is taken without a search, unless a path to one side of it saves this share of what the
        /// line costs; 0: unless any path could cost less. Worlds of many creatures have `many_straight_share` of `[sim]`.
        straight_share: f32 = 0.0, 0.0..=1.0;
        /// The static planner searches worlds of up to this many cells exactly, at most `MOST_SHARED_CELLS`; on larger ones
        /// paths use hierarchical search. Each exact search keeps 16 bytes for each cell that it meets.
        most_shared_cells: u32 = 1 << 24, 0..=MOST_SHARED_CELLS;
        /// When so many creatures asked for paths to the same goal within 200 steps, the static planner builds a flow field of it, off
        /// which their paths are read; on grids of more than 1 024 times as many cells, one creature for 1 024 cells.
        flow_creatures: u32 = 32, 2..=100_000;
        /// Flow fields there are at most; 0: none. They take 18 bytes a cell, and grids of more than 2²⁰ cells have none.
        flow_fields: u32 = 8, 0..=64;
        /// What a second that is lost in the crowd costs in flow fields, in seconds of walking; 0: the crowd costs nothing.
        flow_crowd: f32 = 1.0, 0.0..=100.0;
        /// Where the crowd costs something, a flow field in use is built again for the crowd as it is after so many steps …
        flow_refresh_steps: u32 = 40, 1..=u32::MAX;
        /// … and a path that was read off one is read again after this many of the agent's ticks.
        flow_refresh_ticks: u32 = 10, 1..=u32::MAX;
        /// Sorted part of the Cheap List.
        cheap_list: usize = DEFAULT_SORTED, 1..=100_000;
        /// A path to a fixed goal is renewed after this many of the agent's ticks.
        refresh_ticks: u32 = 50, 1..=u32::MAX;
        /// A path to a moving target is renewed after a time linear in the distance: this at 0 m, seconds …
        chase_min_s: f32 = 0.25, 0.0..=3_600.0;
        /// … and this at `max_goal_distance_m`, seconds.
        chase_max_s: f32 = 5.0, keys.chase_min_s..=3_600.0;
        /// A moving target that left this radius round the place last planned for starts a new search, metres.
        tolerance_m: f32 = 3.0, 0.1..=1_000.0;
        /// How far ahead a target's position is predicted at most, seconds.
        predict_max_s: f32 = 2.0, 0.0..=60.0;
        /// A target that is out of sight is looked for where it would have come in this time since it was last seen, seconds.
        lost_s: f32 = 1.0, 0.0..=60.0;
        /// An agent nearer than this many nodes to its window's edge plans again.
        edge_nodes: u32 = 2;
        /// How near counts as being there, metres beyond touching.
        arrive_m: f32 = 0.75, 0.05..=100.0;
    }
}

impl NavParams {
    /// Those of flow fields.
    pub(super) fn flows(&self) -> FlowParams {
        FlowParams {
            creatures: self.flow_creatures,
            fields: self.flow_fields as usize,
            crowd: self.flow_crowd,
            refresh_steps: self.flow_refresh_steps.into(),
        }
    }

    /// Whether paths in a world use hierarchical search: it is too large to be searched as a whole.
    pub(crate) fn is_hierarchical(&self, world: &World) -> bool {
        self.planner == Planner::Static && self.is_too_large(world)
    }

    /// Whether a world is too large to be searched as a whole.
    pub(crate) fn is_too_large(&self, world: &World) -> bool {
        world.ground.width() * world.ground.height() > self.most_shared_cells.min(MOST_SHARED_CELLS) as usize
    }
}

/// Where the levels of a large world come from: they are prepared, unless the host keeps them somewhere.
#[derive(Clone)]
pub struct LevelsSource(Arc<dyn Fn(Landscape) -> Levels + Send + Sync>);

impl LevelsSource {
    /// `make` returns the levels of exactly the landscape it is given, in [`Shape::default`]; it is called once for each
    /// grid and what its ground costs, when a world starts or a size of body is new.
    pub fn new(make: impl Fn(Landscape) -> Levels + Send + Sync + 'static) -> Self {
        Self(Arc::new(make))
    }

    pub(super) fn levels(&self, on: Landscape) -> Levels {
        (self.0)(on)
    }
}

impl Default for LevelsSource {
    /// Prepares them each time: a quarter of a minute or so for 13 000 × 13 000 cells.
    fn default() -> Self {
        Self::new(|on| Levels::new(on, Shape::default(), |_| ()))
    }
}

impl fmt::Debug for LevelsSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LevelsSource")
    }
}
