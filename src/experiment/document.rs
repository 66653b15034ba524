//! The files that measurements make.

use super::Failure;
use std::path::Path;

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
    let write = || {
        for (document, (beside, _)) in documents.iter().zip(&places) {
            std::fs::write(beside, &document.text).map_err(Failure::io(beside))?;
        }
        places.iter().try_for_each(|(beside, place)| std::fs::rename(beside, place).map_err(Failure::io(place)))
    };
    // What was moved is gone, and what was never written: in both cases there is nothing left to do.
    write().inspect_err(|_| places.iter().for_each(|(beside, _)| drop(std::fs::remove_file(beside))))
}
