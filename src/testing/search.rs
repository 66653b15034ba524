//! What tests of `search` use beyond its public face.

pub use crate::search::{
    Algorithm, Buckets, Connect, DIAGONAL, Estimate, FieldSearch, Jumps, LevelSearch, Levels, Progress, Route,
    STRAIGHT, SearchOptions, Shape, Solver, Status, Steps, check_path, in_cells, unpack,
};
