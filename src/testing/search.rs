//! What tests of `search` use beyond its public face.

pub use crate::search::hpa::all_pairs::AllPairs;
pub use crate::search::hpa::clusters::{Area, Point};
pub use crate::search::hpa::flood::{Flood, Towards};
pub use crate::search::hpa::queue::{Queue, WIDTH_BITS};
pub use crate::search::{
    AStar, Algorithm, Arrival, Bidirectional, Buckets, Connect, Cost, CostLookup, DIAGONAL, DStarLite, DaryHeap,
    Engine, Entry, Estimate, FieldSearch, Fresh, Fringe, FringeKind, GraphProblem, GraphSearch, GridProblem, Heuristic,
    Hierarchy, HierarchySearch, Ida, JumpTable, Jumps, Landscape, LevelContext, LevelSearch, Levels, LevelsFileError,
    Lrta, MeshCounts, MeshSearch, Moves, Multipath, NO_NODE, OpenEntry, OpenList, OptionsError, PathFault, Polyanya,
    Problem, Progress, Replanner, Route, STRAIGHT, SearchOptions, Selecting, Shape, Smoother, Solver, Status, Steps,
    Tally, TwoTierList, Usage, WeightedSteps, check_path, funnel, unpack,
};

/// A cost as a length in cells.
pub fn in_cells(cost: Cost) -> f64 {
    cost as f64 / STRAIGHT as f64
}
