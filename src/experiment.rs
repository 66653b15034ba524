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

/// Writes documents into a folder, which is made if need be: all of them or none, none of them half. Each is written beside
/// its place and moved there once all are complete.
///
/// # Errors
/// [`Failure::Io`]; then no file has been replaced unless moving itself failed.
pub(crate) fn write_all(dir: &Path, documents: &[Document]) -> Result<(), Failure> {
    std::fs::create_dir_all(dir).map_err(Failure::io(dir))?;
    let places: Vec<_> = documents.iter().map(|d| (dir.join(format!(".{}.new", d.name)), dir.join(&d.name))).collect();
    let written = documents
        .iter()
        .zip(&places)
        .try_for_each(|(document, (beside, _))| std::fs::write(beside, &document.text).map_err(Failure::io(beside)));
    let moved = written.and_then(|()| {
        places.iter().try_for_each(|(beside, place)| std::fs::rename(beside, place).map_err(Failure::io(place)))
    });
    if moved.is_err() {
        for (beside, _) in &places {
            // Gone already, or never written: in both cases there is nothing left to do.
            let _ = std::fs::remove_file(beside);
        }
    }
    moved
}
