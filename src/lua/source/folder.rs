//! Reads the files in a mod's folder. Links that lead out of it are refused.

use crate::diag::Diagnostic;
use crate::file::{self, Folders, ReadError};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Nested deeper than this, a folder is not followed (a link to itself would never end).
const MAX_DEPTH: usize = 8;

/// Files that are read from a mod's folder.
pub(super) struct Folder<'a> {
    /// Without links in its own path.
    root: PathBuf,
    label: &'a str,
    wanted: fn(&str) -> bool,
    pub files: BTreeMap<String, String>,
    pub faults: Vec<Diagnostic>,
    /// Folders read so far, without links in their paths: a link in a circle is met once.
    entered: BTreeSet<PathBuf>,
    folders: Folders,
}

const LINK_REMEDY: &str = "copy what it leads to into the mod";

impl<'a> Folder<'a> {
    /// Reads the wanted files below some folders of a mod.
    pub(super) fn read(root: &Path, label: &'a str, wanted: fn(&str) -> bool, subs: &[&str]) -> Self {
        let (files, faults, entered, folders) = Default::default();
        let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        let mut folder = Self { root, label, wanted, files, faults, entered, folders };
        subs.iter().for_each(|sub| folder.enter(sub));
        folder
    }

    fn refuse(&mut self, path: &str, message: impl Into<String>, hint: Option<&str>) {
        let fault = Diagnostic::error(format!("{}/{path}", self.label), message);
        self.faults.push(fault.hint(hint.map(str::to_owned)));
    }

    /// Reads a folder that lies in the mod, unless that was done under another name.
    fn enter(&mut self, sub: &str) {
        let folder = self.root.join(sub);
        let Ok(real) = folder.canonicalize() else { return };
        if !real.starts_with(&self.root) {
            return self.refuse(sub, ReadError::Outside.to_string(), Some(LINK_REMEDY));
        }
        if !self.entered.insert(real) {
            return;
        }
        let entries = match self.folders.look_into(&folder) {
            Ok(entries) => entries,
            Err(e) => return self.refuse(sub, e.to_string(), Some("take out what does not belong to the mod")),
        };
        let mut names: Vec<String> = entries.iter().filter_map(|e| e.file_name().into_string().ok()).collect();
        names.sort();
        for name in names.iter().filter(|n| !n.starts_with('.')) {
            let path = if sub.is_empty() { name.clone() } else { format!("{sub}/{name}") };
            let full = self.root.join(&path);
            if full.is_dir() {
                if path.matches('/').count() < MAX_DEPTH {
                    self.enter(&path);
                }
            } else if !(self.wanted)(&path) {
                continue;
            } else if name.contains(char::is_control) {
                self.refuse(&path, "the name of a file cannot have control characters", Some("rename it"));
            } else if full.is_symlink() && full.canonicalize().is_ok_and(|real| !real.starts_with(&self.root)) {
                self.refuse(&path, ReadError::Outside.to_string(), Some(LINK_REMEDY));
            } else {
                match file::text(&full) {
                    Ok(text) => drop(self.files.insert(path, text)),
                    Err(e) => self.refuse(&path, format!("cannot be read: {e}"), None),
                }
            }
        }
    }
}
