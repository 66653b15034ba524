//! Why an experiment came to no result.

use super::Diagnostic;
use crate::diag::{joined, shown};
use crate::geom::Vec2;
use crate::graph::GraphError;
use crate::search::PathFault;
use std::path::{Path, PathBuf};

/// Nothing is written when an experiment fails.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Neither an archive nor a folder of this set: the set's name, and where they were expected.
    #[error("there are no maps of the set '{}': expected {} or a folder {}", .0, shown(.1), shown(.2))]
    NoSet(String, PathBuf, PathBuf),
    /// A folder or an archive with no `.map` file in it.
    #[error("{}: there is no .map file in it", shown(.0))]
    EmptySet(PathBuf),
    /// Cut off, damaged, or no `.tar.xz` at all.
    #[error("{}: the archive cannot be read: {}", shown(.0), .1)]
    Archive(PathBuf, #[source] std::io::Error),
    /// A file or folder that cannot be read or written.
    #[error("{}: {}", shown(.0), .1)]
    Io(PathBuf, #[source] std::io::Error),
    /// Faults in maps or scripts.
    #[error("{}", joined(.0))]
    Input(Vec<Diagnostic>),
    /// No two cells of the map are connected.
    #[error("{0}: no query can be made: no two open cells are connected")]
    NoQuery(String),
    /// A result is wrong: a fault of this program, reported rather than averaged.
    #[error("{map}, {query}: {variant}: {what}")]
    Wrong {
        /// The map's name.
        map: String,
        /// Its start and goal.
        query: String,
        /// What was measured.
        variant: String,
        /// What is wrong.
        what: WrongResult,
    },
    /// The user asked to stop.
    #[error("interrupted; nothing was written")]
    Interrupted,
    /// This number of threads could not be started.
    #[error("cannot start {0} threads: {1}")]
    Threads(usize, #[source] rayon::ThreadPoolBuildError),
    /// A plot or a table could not be drawn: its name, and what failed.
    #[error("cannot draw {0}: {1}")]
    Drawing(String, String),
}

impl Failure {
    /// Makes a failure of what happened to a file or folder.
    pub(super) fn io(file: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let file = file.to_owned();
        move |source| Self::Io(file, source)
    }
}

/// What is wrong with a result.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum WrongResult {
    /// The search ended without a path for a query that has one.
    #[error("no path was found, but there is one")]
    NoPath,
    /// The path cannot be walked.
    #[error(transparent)]
    Path(#[from] PathFault),
    /// The body touches something on a straight piece of the path, metres.
    #[error("on the line from {from} to {to} the body touches something")]
    Touches { from: Vec2, to: Vec2 },
    /// A graph cannot be made, or not be brought up to date.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// An exact search found another length than the exact search before it; lengths in cells.
    #[error("a path of length {length}; an exact search found one of {shortest}")]
    NotShortest { length: f64, shortest: f64 },
    /// The path is shorter than the shortest one; lengths in cells.
    #[error("a path of length {length}, shorter than the shortest, {shortest}")]
    TooShort { length: f64, shortest: f64 },
}
