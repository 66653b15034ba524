//! The algorithms: names, summaries, what each supports, and how it is made.

use super::{
    Beam, Bidirectional, BreadthFirst, Buckets, Cost, DStarLite, DaryHeap, DepthFirst, Engine, Estimate, FieldSearch,
    Fringe, FringeKind, Hierarchy, HierarchySearch, Ida, JumpTable, Jumps, Landscape, LevelContext, LevelSearch,
    Levels, Lrta, Moves, Multipath, Once, OpenKind, Progress, Replanner, Route, SearchOptions, Shape, SightTest, Steps,
    Theta, TwoTierList, Usage, WeightedJumps, WeightedSteps, unpack,
};
use crate::geom::Cell;
use crate::grid::Field;

/// The algorithms that search a field, as the command line has them; `Algorithm::profile` says what each supports. To add
/// one: its own file, which implements [`Engine`]; its module; its variant and its profile here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Algorithm {
    /// In the order of steps from the start: the fewest steps, whatever they cost
    BreadthFirst,
    /// As far as it goes, then back: any path, however long
    DepthFirst,
    /// Every direction alike, cell by cell
    Dijkstra,
    /// Cell by cell towards the goal
    #[value(name = "astar")]
    AStar,
    /// Jump point search on bit-packed rows; nothing prepared
    #[default]
    Jps,
    /// Jump point search with all jumps measured beforehand
    JpsPlus,
    /// Cell by cell from both ends
    Bidirectional,
    /// A list visited again and again with a growing threshold
    Fringe,
    /// The same with a list for every half cell of cost
    FringeBuckets,
    /// Depth first with a growing bound; almost no memory, for small maps: it gives up after 16 million expansions
    IdaStar,
    /// A* that keeps only the --beam most promising cells waiting; long paths, and none where it drops too many
    Beam,
    /// Theta*: A* whose paths run in any direction, from cell to cell in a straight line; shorter than those in 8 directions
    Theta,
    /// The same with far fewer tests of what lies in sight; paths nearly as short
    LazyTheta,
    /// Hierarchical A*: clusters of 10 × 10 cells measured beforehand; short paths, not always the shortest
    Hpa,
    /// Hierarchical A* over several levels of clusters, paths refined piece by piece; for worlds of any size
    HpaLevels,
    /// D* Lite: from the goal, kept while the map changes; on a map that does not change it is A*
    #[value(name = "dstar-lite")]
    DStarLite,
    /// Multipath Adaptive A*: learns while the map changes and the goal moves; on a map that does not change it is A*
    #[value(name = "mpaa")]
    Multipath,
    /// Learning Real-Time A*: looks ahead so many cells, then walks; paths may be much longer than the shortest
    Lrta,
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
type MakeKept = fn(&SearchOptions) -> Box<dyn Replanner>;
type MakeWeighted = for<'a> fn(WeightedSteps<'a>, &SearchOptions) -> Box<dyn Engine + 'a>;

/// What an algorithm supports, and how it is made.
pub(super) struct Profile {
    /// Whether it can be restricted to 4 directions.
    pub(super) four_directions: bool,
    pub(super) estimate: EstimateSource,
    /// The heuristic weight, which multiplies that of the options.
    pub(super) weight: f32,
    /// Whether its open list can be selected.
    pub(super) open_lists: bool,
    /// Whether paths are shortest with a weight of 1.
    pub(super) exact: bool,
    /// Whether its waypoints are joined by straight lines in any direction.
    pub(super) any_angle: bool,
    /// Whether its memory does not grow with the field.
    pub(super) any_size: bool,
    pub(super) make: Make,
    /// For ground that does not cost the same everywhere; `None` where the algorithm relies on that.
    pub(super) make_weighted: Option<MakeWeighted>,
    /// What is kept while the map changes; `None` where each search begins from scratch.
    pub(super) make_kept: Option<MakeKept>,
}

/// What most have in common: a search cell by cell.
const BASE: Profile = Profile {
    four_directions: true,
    estimate: EstimateSource::Options,
    weight: 1.0,
    open_lists: true,
    exact: true,
    any_angle: false,
    any_size: false,
    make: |field, options| best_first(steps(field, options), options),
    make_weighted: Some(|moves, options| best_first(moves, options)),
    make_kept: None,
};

impl Algorithm {
    pub(super) fn profile(self) -> Profile {
        match self {
            Self::BreadthFirst => blind(
                |field, options| Box::new((landscape(field, options), BreadthFirst::default())),
                |moves, _| Box::new((moves.into(), BreadthFirst::default())),
            ),
            Self::DepthFirst => blind(
                |field, options| Box::new((landscape(field, options), DepthFirst::default())),
                |moves, _| Box::new((moves.into(), DepthFirst::default())),
            ),
            Self::Dijkstra => Profile { estimate: EstimateSource::None, ..BASE },
            Self::AStar => BASE,
            Self::Jps => Profile {
                make_weighted: Some(|WeightedSteps { field, costs, .. }, options| {
                    best_first(WeightedJumps { field, costs }, options)
                }),
                ..jumping(|field, options| best_first(Jumps { field }, options))
            },
            Self::JpsPlus => jumping(|field, options| best_first(JumpTable::new(field), options)),
            Self::Bidirectional => Profile {
                make_weighted: Some(|moves, _| Box::new((moves, Bidirectional::default()))),
                ..own_list(|field, options| Box::new((steps(field, options), Bidirectional::default())))
            },
            Self::Fringe => Profile {
                make_weighted: Some(|moves, _| Box::new((moves, Fringe::new(FringeKind::List)))),
                ..own_list(|field, options| Box::new((steps(field, options), Fringe::new(FringeKind::List))))
            },
            Self::FringeBuckets => Profile {
                make_weighted: Some(|moves, _| Box::new((moves, Fringe::new(FringeKind::Buckets)))),
                ..own_list(|field, options| Box::new((steps(field, options), Fringe::new(FringeKind::Buckets))))
            },
            Self::IdaStar => Profile {
                any_size: true,
                ..own_list(|field, options| Box::new((steps(field, options), Ida::default())))
            },
            Self::Beam => Profile {
                exact: false,
                make_weighted: Some(|moves, options| Box::new((moves.into(), beam(options)))),
                ..own_list(|field, options| Box::new((landscape(field, options), beam(options))))
            },
            Self::Theta => any_angle(|field, _| Box::new((field, Theta::new(SightTest::AtOnce)))),
            Self::LazyTheta => any_angle(|field, _| Box::new((field, Theta::new(SightTest::Late)))),
            Self::Hpa => Profile {
                four_directions: false,
                weight: HierarchySearch::HEURISTIC_WEIGHT,
                exact: false,
                make_weighted: Some(|moves, _| hpa(moves.into())),
                ..own_list(|field, _| hpa(field.into()))
            },
            Self::HpaLevels => Profile {
                four_directions: false,
                estimate: EstimateSource::Own,
                exact: false,
                any_size: true,
                make_weighted: Some(|moves, _| hpa_levels(moves.into())),
                ..own_list(|field, _| hpa_levels(field.into()))
            },
            Self::DStarLite => Profile {
                make: |field, options| Box::new((landscape(field, options), Once::new(DStarLite::default()))),
                make_weighted: Some(|moves, _| Box::new((moves.into(), Once::new(DStarLite::default())))),
                make_kept: Some(|_| Box::new(DStarLite::default())),
                ..KEPT
            },
            Self::Multipath => Profile {
                make: |field, options| Box::new((landscape(field, options), Once::new(Multipath::default()))),
                make_weighted: Some(|moves, _| Box::new((moves.into(), Once::new(Multipath::default())))),
                make_kept: Some(|_| Box::new(Multipath::default())),
                ..KEPT
            },
            Self::Lrta => Profile {
                exact: false,
                make: |field, options| Box::new((landscape(field, options), Once::new(lrta(options)))),
                make_weighted: Some(|moves, options| Box::new((moves.into(), Once::new(lrta(options))))),
                make_kept: Some(|options| Box::new(lrta(options))),
                ..KEPT
            },
        }
    }
}

/// What searches that are kept while the map changes have in common.
const KEPT: Profile = Profile { estimate: EstimateSource::Own, open_lists: false, ..BASE };

fn landscape<'a>(field: &'a Field, options: &SearchOptions) -> Landscape<'a> {
    Landscape { field, costs: None, connect: options.connect }
}

fn beam(options: &SearchOptions) -> Beam {
    options.beam.map_or_else(Beam::default, Beam::new)
}

fn lrta(options: &SearchOptions) -> Lrta {
    options.lookahead.map_or_else(Lrta::default, Lrta::new)
}

/// An algorithm that needs 8 directions.
fn jumping(make: Make) -> Profile {
    Profile { four_directions: false, make, make_weighted: None, ..BASE }
}

/// An algorithm that knows nothing of costs and goals.
fn blind(make: Make, make_weighted: MakeWeighted) -> Profile {
    let estimate = EstimateSource::None;
    Profile { estimate, exact: false, make_weighted: Some(make_weighted), ..own_list(make) }
}

/// An algorithm whose paths run in any direction.
fn any_angle(make: Make) -> Profile {
    Profile { four_directions: false, exact: false, any_angle: true, ..own_list(make) }
}

/// An algorithm whose open list cannot be selected.
fn own_list(make: Make) -> Profile {
    Profile { open_lists: false, make, make_weighted: None, ..BASE }
}

fn steps<'a>(field: &'a Field, options: &SearchOptions) -> Steps<'a> {
    Steps { field, connect: options.connect, ordered: true }
}

fn hpa<'a>(on: Landscape<'a>) -> Box<dyn Engine + 'a> {
    Box::new((on, Hierarchy::new(on), HierarchySearch::default()))
}

fn hpa_levels<'a>(on: Landscape<'a>) -> Box<dyn Engine + 'a> {
    Box::new((on, WholeRoute::new(Levels::new(on, Shape::default(), |_| ()))))
}

/// Best-first search with the selected open list.
fn best_first<'a, M: Moves + 'a>(moves: M, options: &SearchOptions) -> Box<dyn Engine + 'a> {
    match options.open.unwrap_or(OpenKind::Buckets) {
        OpenKind::Heap => Box::new((moves, FieldSearch::new(DaryHeap::default()))),
        OpenKind::TwoTierList => Box::new((moves, FieldSearch::new(TwoTierList::default()))),
        OpenKind::Buckets => Box::new((moves, FieldSearch::new(Buckets::default()))),
    }
}

/// A search over several levels whose path is refined as a whole, as the other searches return theirs: the levels with the
/// memory to search them, and to join the pieces of a path.
pub(super) struct WholeRoute {
    levels: Levels,
    search: LevelSearch,
    route: Route,
    piece: Vec<Cell>,
    path: Vec<Cell>,
}

impl WholeRoute {
    pub(super) fn new(levels: Levels) -> Self {
        let (search, route) = (LevelSearch::default(), Route::default());
        Self { levels, search, route, piece: Vec::new(), path: Vec::new() }
    }
}

impl Engine for (Landscape<'_>, WholeRoute) {
    fn solve(&mut self, endpoints: (Cell, Cell), _: Estimate, waypoints: &mut Vec<Cell>) -> Option<Cost> {
        let (landscape, WholeRoute { levels, search, route, piece, path }) = self;
        waypoints.clear();
        let on = &mut LevelContext { on: *landscape, levels, search };
        route.begin(on, endpoints)?;
        loop {
            let progress = route.next_waypoints(on, piece);
            waypoints.extend_from_slice(piece);
            match progress {
                Progress::More => {}
                Progress::Arrived => break,
                Progress::Broken => {
                    waypoints.clear();
                    return None;
                }
            }
        }
        unpack(waypoints, path);
        Some(landscape.cost_of(path))
    }

    fn usage(&self) -> Usage {
        let WholeRoute { levels, search, .. } = &self.1;
        Usage { counts: search.counts, prepared_bytes: levels.bytes(), search_bytes: search.bytes() }
    }
}
