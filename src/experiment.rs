//! Measuring: scenario files of known lengths, and the source documents' tables and figures beside ours.

mod archive;
pub(crate) mod compare;
pub(crate) mod entropia;
mod failure;
pub(crate) mod plan;
pub(crate) mod plot;
mod prose;
mod scenario;
pub(crate) mod table;
pub(crate) mod tally;

pub(crate) use archive::MapFile;
pub use archive::load_set;
pub use compare::compare;
pub use entropia::entropia;
pub use failure::Failure;
pub use plan::{Plan, Share, Watcher};
pub use scenario::{Figures, ScenarioRun, Verdict};

use crate::diag::{Clock, Diagnostic};
use crate::file;
use crate::geom::Cell;
use crate::grid::Field;
use plan::{best_of, spread};
use plot::{Line, Plot};
use prose::say;
use std::path::Path;
use table::{Table, percent, ratio, short};
use tally::{Effort, Tally};

/// A file to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The file's name, e.g. `compare.md`.
    pub name: String,
    pub text: String,
}

impl Document {
    pub fn new(name: impl Into<String>, text: String) -> Self {
        Self { name: name.into(), text }
    }
}

/// Writes documents into a folder, which is made if need be: all of them or none, none of them half.
///
/// # Errors
/// [`Failure::Io`]; then no file has been replaced unless moving itself failed.
pub(crate) fn write_all(dir: &Path, documents: &[Document]) -> Result<(), Failure> {
    let files = documents.iter().map(|d| (d.name.as_str(), d.text.as_str()));
    file::replace_all(dir, files).map_err(|(path, e)| Failure::Io(path, e))
}
