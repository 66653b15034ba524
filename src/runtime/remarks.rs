//! What checks find in scripts that run: a script can load and still be wrong, in a line that has not run yet.

use crate::diag::Diagnostic;
use crate::lua::analysis::symbol_table::MapNames;
use crate::lua::api::params::ScriptParams;
use crate::lua::host::check::check;
use crate::lua::source::mods::{FileKey, ModSet};
use crate::sim::{Command, SourceFile};
use std::collections::{BTreeMap, BTreeSet};

/// The files that are still to be checked.
pub(super) struct Unchecked(BTreeSet<FileKey>);

impl Unchecked {
    /// Every script of every mod.
    pub(super) fn all(mods: &ModSet) -> Self {
        Self(mods.sources().map(|file| file.key()).collect())
    }

    pub(super) fn add(&mut self, files: &[SourceFile]) {
        self.0.extend(files.iter().map(SourceFile::key));
    }

    /// Checks the files that are due, and returns the findings of each. A file that another mod's replaces
    /// is not looked at.
    pub(super) fn take(&mut self, mods: &ModSet, params: &ScriptParams) -> Vec<Command> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let due = std::mem::take(&mut self.0);
        let mut by_file: BTreeMap<String, Vec<Diagnostic>> = BTreeMap::new();
        for d in check(mods, &MapNames::default(), params).found {
            by_file.entry(d.file.clone()).or_default().push(d);
        }
        let remarks = due.iter().filter_map(|(path, mod_name)| {
            let m = mods.mods.iter().find(|m| m.manifest.name == *mod_name)?;
            let remarks = by_file.remove(&format!("{}/{path}", m.label))?;
            let text = m.files.get(path).cloned();
            let file = SourceFile { mod_name: mod_name.clone(), path: path.clone(), text };
            Some(Command::Remarked { file, remarks })
        });
        remarks.collect()
    }
}
