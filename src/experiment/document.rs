//! The files that measurements make, and the prose in them apart from its figures.

use super::Failure;
use crate::file;
use std::collections::BTreeMap;
use std::fmt::{Display, Write as _};
use std::path::Path;
use std::sync::LazyLock;

/// A file to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The file's name, e.g. `compare.md`.
    pub name: String,
    pub text: String,
}

/// Writes documents into a folder, which is made if need be: all of them or none, none of them half.
///
/// # Errors
/// [`Failure::Io`]; then no file has been replaced unless moving itself failed.
pub(crate) fn write_all(dir: &Path, documents: &[Document]) -> Result<(), Failure> {
    let files = documents.iter().map(|d| (d.name.as_str(), d.text.as_str()));
    file::replace_all(dir, files).map_err(|(path, e)| Failure::Io(path, e))
}

static PROSE: LazyLock<BTreeMap<String, String>> =
    LazyLock::new(|| toml::from_str(include_str!("prose.toml")).expect("a file of this program"));

/// A piece of `prose.toml`, with figures in its places in their order.
pub(super) fn say(name: &str, figures: &[&dyn Display]) -> String {
    let parts: Vec<&str> = PROSE[name].split("{}").collect();
    assert_eq!(parts.len(), figures.len() + 1, "the places in '{name}'");
    let mut out = parts[0].to_owned();
    for (figure, part) in figures.iter().zip(&parts[1..]) {
        let _ = write!(out, "{figure}{part}");
    }
    out
}
