//! Why an experiment came to no result.

use crate::diag::{Diagnostic, joined};
use std::path::{Path, PathBuf};

/// Nothing is written when an experiment fails.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Neither an archive nor a folder of this set.
    #[error("there are no maps of the set '{set}': expected {} or a folder {}", .archive.display(), .folder.display())]
    NoSet {
        /// The set's name.
        set: String,
        /// Where an archive was expected.
        archive: PathBuf,
        /// Where a folder was expected.
        folder: PathBuf,
    },
    /// A folder or an archive with no `.map` file in it.
    #[error("{}: there is no .map file in it", .0.display())]
    EmptySet(PathBuf),
    /// Cut off, damaged, or no `.tar.xz` at all.
    #[error("{}: the archive cannot be read: {source}", .file.display())]
    Archive {
        /// The archive.
        file: PathBuf,
        /// What failed.
        source: std::io::Error,
    },
    /// A file or folder that cannot be read or written.
    #[error("{}: {source}", .file.display())]
    Io {
        /// The file or folder.
        file: PathBuf,
        /// What failed.
        source: std::io::Error,
    },
    /// Faults in maps or scripts.
    #[error("{}", joined(.0))]
    Input(Vec<Diagnostic>),
    /// No two cells of the map are connected.
    #[error("{map}: no query can be made: no two open cells are connected")]
    NoQuery {
        /// The map's name.
        map: String,
    },
    /// A result is wrong: a fault of this program, reported rather than averaged.
    #[error("{map}, {from} to {to}: {variant}: {what}")]
    Wrong {
        /// The map's name.
        map: String,
        /// The start.
        from: String,
        /// The goal.
        to: String,
        /// What was measured.
        variant: String,
        /// What is wrong.
        what: String,
    },
    /// The user asked to stop.
    #[error("interrupted; nothing was written")]
    Interrupted,
    /// Threads could not be started.
    #[error("cannot start {0} threads: {1}")]
    Threads(usize, String),
    /// A plot or a table could not be drawn.
    #[error("cannot draw {name}: {why}")]
    Drawing {
        /// The plot or table.
        name: String,
        /// What failed.
        why: String,
    },
}

impl Failure {
    /// Makes a failure of what happened to a file or folder.
    pub(super) fn io(file: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let file = file.to_owned();
        move |source| Self::Io { file, source }
    }
}
