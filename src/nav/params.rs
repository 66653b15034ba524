//! What can be set of pathfinding, and where the levels of a large world come from.

use crate::grid::Field;
use crate::search::{Levels, Shape};
use crate::world::{Planner, World};
use std::fmt;
use std::sync::Arc;

/// No exact search of the static planner goes over more cells than this, whatever is configured: it keeps 16 bytes for each.
pub(crate) const MOST_SHARED_CELLS: u32 = 1 << 26;

/// Table `[nav]` of a configuration file. Defaults are the source's (Dahlberg & Viktorsson 2002) unless a field says
/// otherwise.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NavParams {
    /// How agents plan; a map may override it, and the command line both.
    pub planner: Planner,
    /// Weight on the heuristic, 1..=10.
    pub weight: f32,
    /// Nodes a window reaches beyond start and goal at first; doubled after a failed search.
    pub margin_nodes: u32,
    /// A window longer or wider than this many nodes is not built: `MAP_FAILED`.
    pub max_window_nodes: u32,
    /// Goals farther away than this are replaced by a temporary one on the line towards them, metres.
    pub max_goal_distance_m: f32,
    /// What volumes are grown by, try by try, metres.
    pub buffers_m: [f32; 4],
    /// Expansions a search may spend in one step before it waits for the next.
    pub slice_expansions: u32,
    /// Expansions a search may spend in all: then `OUT_OF_TIME`.
    pub budget_expansions: u32,
    /// The static planner searches worlds of up to this many cells exactly, at most `MOST_SHARED_CELLS`; on larger ones
    /// paths use hierarchical search. Each exact search keeps 16 bytes a cell.
    pub most_shared_cells: u32,
    /// Sorted part of the Cheap List.
    pub cheap_list: usize,
    /// A path to a fixed goal is renewed after this many of the agent's ticks.
    pub refresh_ticks: u32,
    /// A path to a moving target is renewed after a time linear in the distance: this at 0 m, seconds …
    pub chase_min_s: f32,
    /// … and this at `max_goal_distance_m`, seconds.
    pub chase_max_s: f32,
    /// A moving target that left this radius round the place last planned for starts a new search, metres.
    pub tolerance_m: f32,
    /// How far ahead a target's position is predicted at most, seconds.
    pub predict_max_s: f32,
    /// An agent nearer than this many nodes to its window's edge plans again.
    pub edge_nodes: u32,
    /// How near counts as being there, metres beyond touching.
    pub arrive_m: f32,
}

impl NavParams {
    /// Whether paths in a world use hierarchical search: it is too large to be searched as a whole.
    pub(crate) fn is_hierarchical(&self, world: &World) -> bool {
        self.planner == Planner::Static
            && world.ground.width() * world.ground.height() > self.most_shared_cells.min(MOST_SHARED_CELLS) as usize
    }
}

impl Default for NavParams {
    fn default() -> Self {
        Self {
            planner: Planner::Window,
            weight: 1.6,
            margin_nodes: 20,
            max_window_nodes: 512,
            max_goal_distance_m: 100.0,
            buffers_m: [1.0, 0.5, 0.0, -0.5],
            slice_expansions: 2_000,
            budget_expansions: 60_000,
            most_shared_cells: 1 << 24,
            cheap_list: 75,
            refresh_ticks: 50,
            chase_min_s: 0.25,
            chase_max_s: 5.0,
            tolerance_m: 3.0,
            predict_max_s: 2.0,
            edge_nodes: 2,
            arrive_m: 0.75,
        }
    }
}

/// Where the levels of a large world come from: they are prepared, unless the host keeps them somewhere.
#[derive(Clone)]
pub struct LevelsSource(Arc<dyn Fn(&Field) -> Levels + Send + Sync>);

impl LevelsSource {
    /// `make` returns the levels of exactly the field it is given, in [`Shape::default`]; it is called once for each
    /// grid, when a world starts or a size of body is new.
    pub fn new(make: impl Fn(&Field) -> Levels + Send + Sync + 'static) -> Self {
        Self(Arc::new(make))
    }

    pub(super) fn levels(&self, field: &Field) -> Levels {
        (self.0)(field)
    }
}

impl Default for LevelsSource {
    /// Prepares them each time: a quarter of a minute or so for 13 000 × 13 000 cells.
    fn default() -> Self {
        Self::new(|field| Levels::new(field, Shape::default(), |_| ()))
    }
}

impl fmt::Debug for LevelsSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LevelsSource")
    }
}
