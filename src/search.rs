//! Algorithms over an abstract problem, with adapters for grids. Knows nothing of agents, volumes or Lua.
//!
//! A *problem* says which nodes there are, what steps cost and how far the goal seems; an *algorithm* searches it a
//! slice at a time; an *open list* is the algorithm's queue, a *scratch* its memory. Each is selected apart from the
//! others.

mod algorithm;
mod astar;
mod beam;
mod bidirectional;
mod breadth_first;
mod buckets;
mod cost;
mod depth_first;
mod dstar_lite;
mod field_search;
mod fresh;
mod fringe;
mod funnel;
pub(crate) mod hpa;
mod ida;
mod interval_heap;
mod jps;
mod jps_plus;
mod jpsw;
mod learned;
mod lines;
mod lrta;
mod moves;
mod multipath;
mod on_graph;
mod on_mesh;
mod open;
mod options;
mod polyanya;
mod problem;
mod records;
mod refract;
mod replan;
mod route;
mod selecting;
mod smooth;
mod solver;
mod strategy;
mod theta;
mod tighten;
mod turning;

pub use algorithm::Algorithm;
pub use astar::AStar;
pub(crate) use astar::SearchObserver;
pub(crate) use beam::Beam;
pub use bidirectional::Bidirectional;
pub(crate) use breadth_first::BreadthFirst;
pub use buckets::Buckets;
pub use cost::{Cost, DIAGONAL, Estimate, Heuristic, STRAIGHT};
pub(crate) use depth_first::DepthFirst;
pub use dstar_lite::DStarLite;
pub use field_search::FieldSearch;
pub use fresh::Fresh;
pub use fringe::{Fringe, FringeKind};
pub use funnel::funnel;
pub use hpa::{
    CostLookup, Hierarchy, HierarchySearch, LevelContext, LevelSearch, Levels, LevelsFileError, Progress, Route, Shape,
};
pub use ida::Ida;
pub use jps::Jumps;
pub use jps_plus::JumpTable;
pub(crate) use jpsw::WeightedJumps;
pub use lrta::Lrta;
pub(crate) use moves::Reversible;
pub use moves::{Arrival, Moves, Steps, WeightedSteps};
pub(crate) use moves::{PLAIN, directions, half_step};
pub use multipath::Multipath;
pub(crate) use on_graph::JoinedPlaces;
pub use on_graph::{GraphProblem, GraphSearch, Tally};
pub use on_mesh::MeshSearch;
pub(crate) use open::DEFAULT_SORTED;
pub use open::{DaryHeap, Entry, OpenList, TwoTierList};
pub(crate) use options::OpenKind;
pub use options::{OptionsError, SearchOptions};
pub use polyanya::{MeshCounts, Polyanya};
pub(crate) use problem::Counts;
pub use problem::{Connect, Engine, GridProblem, NO_NODE, Problem, Status, Usage};
pub use records::OpenEntry;
pub(crate) use replan::around;
pub use replan::{Landscape, Replanner};
pub use route::{PathFault, check_path, unpack};
pub use selecting::Selecting;
pub use smooth::Smoother;
pub(crate) use smooth::farthest_seen;
pub use solver::Solver;
pub(crate) use theta::{SightTest, Theta};

// What the files below have in common.
use cost::octile;
use learned::Learned;
use records::Records;
use replan::Once;
use smooth::{add_turns, cost_of, turns};
