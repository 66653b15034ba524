//! The files that measurements make.

use super::Failure;
use crate::file;
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

/// Writes documents into a folder, which is made if need be: all of them or none, none of them half.
///
/// # Errors
/// [`Failure::Io`]; then no file has been replaced unless moving itself failed.
pub(crate) fn write_all(dir: &Path, documents: &[Document]) -> Result<(), Failure> {
    let files = documents.iter().map(|d| (d.name.as_str(), d.text.as_str()));
    file::replace_all(dir, files).map_err(|(path, e)| Failure::Io(path, e))
}
