//! Specs as files.

use crate::diag::Diagnostic;
use crate::file::{text, text_inside};
use crate::lua::source::mods::{self, Mod};
use std::path::Path;

/// The source of a spec.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SpecFile {
    /// As shown to people: `scripts/spec/tactics_spec.lua`.
    pub label: String,
    pub source: String,
}

impl SpecFile {
    /// Reads one file.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) fn read(path: &Path) -> Result<Self, Diagnostic> {
        let label = path.to_string_lossy().replace('\\', "/");
        let text = mods::mod_around(path).map_or_else(|| text(path), |home| text_inside(path, home));
        let source = text.map_err(|e| Diagnostic::error(&label, format!("cannot be read: {e}")))?;
        Ok(Self { label, source })
    }
}

/// The specs of a mod, in order of path, and a fault for each file that cannot be read.
pub(crate) fn spec_files(m: &Mod) -> (Vec<SpecFile>, Vec<Diagnostic>) {
    let (files, faults) = mods::lua_files(m, "spec");
    let file = |(path, source)| SpecFile { label: format!("{}/{path}", m.label), source };
    (files.into_iter().map(file).collect(), faults)
}
