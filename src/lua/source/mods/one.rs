//! One mod: what is read of it, from its folder or from inside the program.

use super::paths::{BUILT_IN_LABEL, MANIFEST, RUNTIME_FOLDERS, is_mod, is_runtime_file};
use crate::diag::Diagnostic;
use crate::file::{self, ReadError};
use crate::lua::source::folder::Folder;
use crate::lua::source::manifest::Manifest;
use include_dir::{Dir, include_dir};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

static EMBEDDED: Dir = include_dir!("$CARGO_MANIFEST_DIR/scripts");

/// One mod.
#[derive(Clone, Debug, PartialEq)]
pub struct Mod {
    /// What its `mod.toml` says.
    pub manifest: Manifest,
    /// The prefix of its paths in messages: `scripts` gives `scripts/npc/wolf.lua`.
    pub label: String,
    /// Where it lies on disk; `None` for the copy inside the program.
    pub dir: Option<PathBuf>,
    /// Runtime files by path inside the mod.
    pub files: BTreeMap<String, String>,
}

impl Mod {
    /// A mod of one file that is kept nowhere.
    pub fn of_file(name: String, path: String, text: String) -> Self {
        let (manifest, label) = (Manifest::unnamed(name.clone()), name);
        Self { manifest, label, dir: None, files: BTreeMap::from([(path, text)]) }
    }
}

/// The built-in mod, from the working directory where it is there.
pub(super) fn built_in() -> (Mod, Vec<Diagnostic>) {
    let dir = Path::new(BUILT_IN_LABEL);
    if is_mod(dir) { read_mod(dir) } else { embedded() }
}

/// The copy inside the program.
pub(crate) fn embedded() -> (Mod, Vec<Diagnostic>) {
    let text = EMBEDDED.get_file(MANIFEST).and_then(|f| f.contents_utf8()).unwrap_or_default();
    let (manifest, faults) = manifest(BUILT_IN_LABEL, BUILT_IN_LABEL, Ok(text.to_owned()));
    let mut files = BTreeMap::new();
    collect_embedded(&EMBEDDED, is_runtime_file, &mut files);
    (Mod { manifest, label: BUILT_IN_LABEL.into(), dir: None, files }, faults)
}

/// What a manifest says. One that cannot be used counts as one that gives no more than the name.
fn manifest(label: &str, name: &str, text: Result<String, ReadError>) -> (Manifest, Vec<Diagnostic>) {
    let file = format!("{label}/{MANIFEST}");
    let manifest = text
        .map_err(|e| {
            let hint = "a mod is a folder with a mod.toml in it";
            Diagnostic::error(&file, format!("cannot be read: {e}")).hint(hint)
        })
        .and_then(|text| Manifest::parse(&file, &text));
    match manifest {
        Ok(manifest) => (manifest, Vec::new()),
        Err(fault) => (Manifest::unnamed(name.to_owned()), vec![fault]),
    }
}

fn collect_embedded(dir: &Dir, wanted: fn(&str) -> bool, files: &mut BTreeMap<String, String>) {
    for f in dir.files() {
        let path = f.path().to_string_lossy().replace('\\', "/");
        if let (true, Some(text)) = (wanted(&path), f.contents_utf8()) {
            files.insert(path, text.to_owned());
        }
    }
    dir.dirs().for_each(|d| collect_embedded(d, wanted, files));
}

/// Files in Lua below a folder of a mod that running creatures do not use, as (path inside the mod, text), in order, and a
/// fault for each that cannot be read.
pub(crate) fn lua_files(m: &Mod, sub: &str) -> (BTreeMap<String, String>, Vec<Diagnostic>) {
    let wanted = |path: &str| path.ends_with(".lua");
    if let Some(dir) = &m.dir {
        let folder = Folder::read(dir, &m.label, wanted, &[sub]);
        return (folder.files, folder.faults);
    }
    let mut files = BTreeMap::new();
    if let (Some(dir), true) = (EMBEDDED.get_dir(sub), m.label == BUILT_IN_LABEL) {
        collect_embedded(dir, wanted, &mut files);
    }
    (files, Vec::new())
}

/// Files in Lua and TOML in a mod's folder that the mod itself does not load, as (path inside the mod, text), in order.
/// Folders in it that are mods themselves are left out.
pub(crate) fn files_beside(m: &Mod) -> BTreeMap<String, String> {
    let Some(dir) = &m.dir else { return BTreeMap::new() };
    let wanted = |path: &str| {
        let ours = is_runtime_file(path) || path == MANIFEST || path.starts_with("spec/") || path.starts_with("types/");
        !ours && [".lua", ".luau", ".toml"].iter().any(|ending| path.ends_with(ending))
    };
    let mut files = Folder::read(dir, &m.label, wanted, &[""]).files;
    let others: Vec<String> = files.keys().filter_map(|path| path.strip_suffix(MANIFEST)).map(str::to_owned).collect();
    files.retain(|path, _| !others.iter().any(|other| path.starts_with(other)));
    files
}

/// What can be read of a mod, and what cannot. One without a usable manifest is called after its folder.
pub(super) fn read_mod(dir: &Path) -> (Mod, Vec<Diagnostic>) {
    let label = dir.to_string_lossy().replace('\\', "/").trim_end_matches('/').to_owned();
    let name = dir.file_name().map_or(label.clone(), |n| n.to_string_lossy().into_owned());
    let (manifest, mut faults) = manifest(&label, &name, file::text_inside(&dir.join(MANIFEST), dir));
    let mut folder = Folder::read(dir, &label, is_runtime_file, &RUNTIME_FOLDERS);
    faults.append(&mut folder.faults);
    let files = folder.files;
    (Mod { manifest, label, dir: Some(dir.to_owned()), files }, faults)
}
