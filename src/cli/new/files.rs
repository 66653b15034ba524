//! The files of a new mod or behaviour, from the templates in `template/`, in which `NAME` is replaced; and writing them.

use super::NewError;
use crate::cli::outcome;
use crate::file;
use crate::lua::api::editor;
use crate::lua::source::mods::behaviour_path;
use std::fs;
use std::path::{Path, PathBuf};

/// A file to be written.
pub(super) struct File {
    /// Below the root, with forward slashes.
    pub path: String,
    pub text: String,
}

/// Writes all files below `root`, which is made if needed, and reports them on stderr.
///
/// # Errors
/// A file exists, or cannot be written; then what this call made is deleted.
pub(super) fn write(root: &Path, files: &[File]) -> Result<(), NewError> {
    if let Some(there) = files.iter().map(|f| root.join(&f.path)).find(|p| p.symlink_metadata().is_ok()) {
        return Err(NewError::Exists(there));
    }
    let mut made = Made::default();
    for file in files {
        if let Err(e) = made.file(&root.join(&file.path), &file.text) {
            made.undo();
            return Err(e);
        }
    }
    for path in &made.files {
        outcome::note(format!("wrote {}", path.display()));
    }
    Ok(())
}

/// What has been made so far.
#[derive(Default)]
struct Made {
    files: Vec<PathBuf>,
    folders: Vec<PathBuf>,
}

impl Made {
    fn file(&mut self, path: &Path, text: &str) -> Result<(), NewError> {
        let wrong = |e| NewError::Io(path.to_owned(), e);
        let mut missing: Vec<&Path> =
            path.ancestors().skip(1).take_while(|p| !p.as_os_str().is_empty() && !p.exists()).collect();
        missing.reverse();
        for folder in missing {
            fs::create_dir(folder).map_err(|e| NewError::Io(folder.to_owned(), file::in_words(e)))?;
            self.folders.push(folder.to_owned());
        }
        file::create(path, text).map_err(wrong)?;
        self.files.push(path.to_owned());
        Ok(())
    }

    /// Best effort: the first error is the one to report.
    fn undo(&self) {
        self.files.iter().for_each(|f| drop(fs::remove_file(f)));
        self.folders.iter().rev().for_each(|f| drop(fs::remove_dir(f)));
    }
}

/// The behaviour of a new mod.
pub(super) const NEWCOMER: &str = "newcomer";

const CREATURE: &str = include_str!("template/creature.lua");
const SPEC: &str = include_str!("template/creature_spec.lua");

/// Configuration of editors, by path; the same as that of the built-in mod where it has one.
const EDITORS: [(&str, &str); 4] = [
    (".luarc.json", include_str!("../../../scripts/.luarc.json")),
    (".emmyrc.json", include_str!("../../../scripts/.emmyrc.json")),
    (".luaurc", include_str!("../../../scripts/.luaurc")),
    (".vscode/settings.json", include_str!("template/vscode.json")),
];

pub(super) fn of_behaviour(name: &str) -> Vec<File> {
    vec![file(&behaviour_path(name), CREATURE, name), file(&format!("spec/{name}_spec.lua"), SPEC, name)]
}

pub(super) fn of_mod(name: &str) -> Vec<File> {
    let mut all = vec![
        file("mod.toml", include_str!("template/mod.toml"), name),
        file("README.md", include_str!("template/README.md"), name),
    ];
    all.extend(of_behaviour(NEWCOMER));
    all.extend(editor::files(&[]).into_iter().map(|(path, text)| File { path: format!("types/{path}"), text }));
    all.extend(EDITORS.map(|(path, text)| File { path: path.into(), text: text.into() }));
    all
}

fn file(path: &str, text: &str, name: &str) -> File {
    File { path: path.into(), text: text.replace("NAME", name) }
}
