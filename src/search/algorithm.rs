//! The table of algorithms: name, summary, what each supports, and how it is made.

use super::whole_route::WholeRoute;
use super::{
    Bidirectional, Buckets, DaryHeap, Engine, FieldSearch, Fringe, FringeKind, Hierarchy, HierarchySearch, Ida,
    JumpTable, Jumps, Levels, Moves, OpenKind, SearchOptions, Shape, Steps, TwoTierList,
};
use crate::grid::Field;

/// The algorithms that search a field: one row each in [`ALGORITHMS`], in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Algorithm {
    /// Without an estimate, cell by cell.
    Dijkstra,
    /// A* over cells.
    AStar,
    /// Jump point search.
    #[default]
    Jps,
    /// Jump point search with a table of jumps.
    JpsPlus,
    /// A* from both ends.
    Bidirectional,
    /// Fringe search with one list.
    Fringe,
    /// Fringe search with lists by cost.
    FringeBuckets,
    /// Iterative deepening.
    IdaStar,
    /// Hierarchical A* with one level of clusters.
    Hpa,
    /// Hierarchical A* with several levels.
    HpaLevels,
}

/// Where an algorithm's heuristic comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EstimateSource {
    /// From the options.
    Options,
    /// It has none.
    None,
    /// From the algorithm itself.
    Own,
}

type Make = for<'a> fn(&'a Field, &SearchOptions) -> Box<dyn Engine + 'a>;

/// A row of [`ALGORITHMS`].
pub struct Profile {
    pub algorithm: Algorithm,
    /// The name on the command line.
    pub name: &'static str,
    /// The line of help.
    pub summary: &'static str,
    /// Whether it can be restricted to 4 directions.
    pub(super) four_directions: bool,
    pub(super) estimate: EstimateSource,
    /// The heuristic weight, which multiplies that of the options.
    pub(super) weight: f32,
    /// Whether its open list can be selected.
    pub(super) open_lists: bool,
    /// Whether paths are shortest with a weight of 1.
    pub(super) exact: bool,
    /// Whether its memory does not grow with the field.
    pub(super) any_size: bool,
    pub(super) make: Make,
}

/// What most rows have in common: a search cell by cell.
const BASE: Profile = Profile {
    algorithm: Algorithm::AStar,
    name: "",
    summary: "",
    four_directions: true,
    estimate: EstimateSource::Options,
    weight: 1.0,
    open_lists: true,
    exact: true,
    any_size: false,
    make: |field, options| best_first(steps(field, options), options),
};

/// All algorithms. To add one: its own file, which implements [`Engine`]; its module; its variant and its row here.
pub const ALGORITHMS: [Profile; 10] = [
    Profile {
        algorithm: Algorithm::Dijkstra,
        name: "dijkstra",
        summary: "Every direction alike, cell by cell",
        estimate: EstimateSource::None,
        ..BASE
    },
    Profile { algorithm: Algorithm::AStar, name: "astar", summary: "Cell by cell towards the goal", ..BASE },
    Profile {
        algorithm: Algorithm::Jps,
        name: "jps",
        summary: "Jump point search on bit-packed rows; nothing prepared",
        four_directions: false,
        make: |field, options| best_first(Jumps { field }, options),
        ..BASE
    },
    Profile {
        algorithm: Algorithm::JpsPlus,
        name: "jps-plus",
        summary: "Jump point search with all jumps measured beforehand",
        four_directions: false,
        make: |field, options| best_first(JumpTable::new(field), options),
        ..BASE
    },
    Profile {
        algorithm: Algorithm::Bidirectional,
        name: "bidirectional",
        summary: "Cell by cell from both ends",
        open_lists: false,
        make: |field, options| Box::new((steps(field, options), Bidirectional::default())),
        ..BASE
    },
    Profile {
        algorithm: Algorithm::Fringe,
        name: "fringe",
        summary: "A list visited again and again with a growing threshold",
        open_lists: false,
        make: |field, options| Box::new((steps(field, options), Fringe::new(FringeKind::List))),
        ..BASE
    },
    Profile {
        algorithm: Algorithm::FringeBuckets,
        name: "fringe-buckets",
        summary: "The same with a list for every half cell of cost",
        open_lists: false,
        make: |field, options| Box::new((steps(field, options), Fringe::new(FringeKind::Buckets))),
        ..BASE
    },
    Profile {
        algorithm: Algorithm::IdaStar,
        name: "ida-star",
        summary: "Depth first with a growing bound; almost no memory, for small maps: it gives up after 16 million expansions",
        open_lists: false,
        any_size: true,
        make: |field, options| Box::new((steps(field, options), Ida::default())),
        ..BASE
    },
    Profile {
        algorithm: Algorithm::Hpa,
        name: "hpa",
        summary: "Hierarchical A*: clusters of 10 × 10 cells measured beforehand; short paths, not always the shortest",
        four_directions: false,
        weight: HierarchySearch::HEURISTIC_WEIGHT,
        open_lists: false,
        exact: false,
        make: |field, _| Box::new((field, Hierarchy::new(field), HierarchySearch::default())),
        ..BASE
    },
    Profile {
        algorithm: Algorithm::HpaLevels,
        name: "hpa-levels",
        summary: "Hierarchical A* over several levels of clusters, paths refined piece by piece; for worlds of any size",
        four_directions: false,
        estimate: EstimateSource::Own,
        open_lists: false,
        exact: false,
        any_size: true,
        make: |field, _| Box::new((field, WholeRoute::new(Levels::new(field, Shape::default(), |_| ())))),
        ..BASE
    },
];

impl Algorithm {
    /// Its row of the table.
    pub fn profile(self) -> &'static Profile {
        const { &ALGORITHMS }.get(self as usize).unwrap_or(const { &BASE })
    }
}

fn steps<'a>(field: &'a Field, options: &SearchOptions) -> Steps<'a> {
    Steps { field, connect: options.connect, ordered: true }
}

/// Best-first search with the selected open list.
fn best_first<'a, M: Moves + 'a>(moves: M, options: &SearchOptions) -> Box<dyn Engine + 'a> {
    match options.open.unwrap_or(OpenKind::Buckets) {
        OpenKind::Heap => Box::new((moves, FieldSearch::new(DaryHeap::default()))),
        OpenKind::TwoTierList => Box::new((moves, FieldSearch::new(TwoTierList::default()))),
        OpenKind::Buckets => Box::new((moves, FieldSearch::new(Buckets::default()))),
    }
}
