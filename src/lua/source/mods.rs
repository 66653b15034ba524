//! Mods: where their files come from, in what order they lie on top of each other.

use crate::diag::{Diagnostic, did_you_mean};
use crate::file::{self, ReadError};
use crate::lua::source::folder::Folder;
use crate::lua::source::manifest::Manifest;
use include_dir::{Dir, include_dir};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hash;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::Xxh3Default;

static EMBEDDED: Dir = include_dir!("$CARGO_MANIFEST_DIR/scripts");
/// The built-in mod's folder in a working copy; messages call the mod so in any case.
pub(crate) const BUILT_IN_LABEL: &str = "scripts";
/// The name of the mod that others build on.
pub(crate) const BASE_MOD: &str = "base";
/// The file that makes a folder a mod.
pub(crate) const MANIFEST: &str = "mod.toml";

/// Whether a folder is a mod.
pub(crate) fn is_mod(dir: &Path) -> bool {
    dir.join(MANIFEST).is_file()
}

/// The mod that a path lies in, or is.
pub(crate) fn mod_around(path: &Path) -> Option<&Path> {
    path.ancestors().find(|dir| is_mod(dir))
}

/// Whether two paths lead to the same file or folder.
pub(crate) fn is_same_place(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

/// A mod file as it is now.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceFile {
    /// Which mod, and the path inside it with forward slashes: `npc/wolf.lua`.
    pub mod_name: String,
    /// Relative to the mod's folder, with `/`.
    pub path: String,
    /// `None`: the file was deleted.
    pub text: Option<String>,
}

/// Names a file of a mod: its path inside the mod, and the mod.
pub(crate) type FileKey = (String, String);

impl SourceFile {
    /// What identifies the file among those of all mods.
    pub fn key(&self) -> FileKey {
        (self.path.clone(), self.mod_name.clone())
    }
}

/// The folders of a mod whose files running creatures use: behaviours, and modules.
pub(crate) const RUNTIME_FOLDERS: [&str; 2] = ["npc", "lib"];

/// The key of a file that a later mod extends: behaviours and modules have none like it.
pub(crate) fn layer_key(path: &str, mod_name: &str) -> String {
    format!("{path}@{mod_name}")
}

/// The path inside its mod of a file with this key.
pub(crate) fn path_of_key(key: &str) -> &str {
    key.split_once('@').map_or(key, |(path, _)| path)
}

/// Whether a file is made from the one of the mod below.
fn extends(text: &str) -> bool {
    let written = |line: &str| {
        let rest = line.trim_start().strip_prefix("return extend").map(str::trim_start);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['{', '(', '-']))
    };
    text.lines().any(written)
}

/// The name of the behaviour that a file of a mod holds.
pub(crate) fn behaviour_name(path: &str) -> Option<&str> {
    path.strip_prefix("npc/")?.strip_suffix(".lua").filter(|name| !name.is_empty() && !name.contains('/'))
}

/// The file of a behaviour inside its mod.
pub(crate) fn behaviour_path(name: &str) -> String {
    format!("npc/{name}.lua")
}

/// Whether a file of a mod is a module.
pub(crate) fn is_module(path: &str) -> bool {
    path.strip_prefix("lib/").and_then(|p| p.strip_suffix(".lua")).is_some_and(|p| !p.is_empty() && !p.ends_with('/'))
}

/// The name of a module, as `require` takes it.
pub(crate) fn module_name(path: &str) -> Option<String> {
    is_module(path).then(|| path.trim_end_matches(".lua").replace('/', "."))
}

/// What to say of a module that ends without `return`, or returns nil.
pub(crate) const NO_RESULT: &str = "a module must return something, usually a table";

/// What to say of a name that is no module's.
pub(crate) fn no_module(name: &str) -> String {
    format!("there is no module '{name}' (modules are files below lib/)")
}

/// The file that `require` reads for a name, if it can be one.
pub(crate) fn module_path(name: &str) -> Option<String> {
    Some(format!("{}.lua", name.replace('.', "/"))).filter(|path| is_module(path))
}

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

/// Mods in the order in which they were named, the built-in one first: later ones win.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ModSet {
    /// The built-in mod first; a later one replaces files of the same path.
    pub mods: Vec<Mod>,
}

/// Whether a path inside a mod is one that running creatures use: `npc/NAME.lua` and anything in Lua below `lib/`.
/// Hidden files (an editor's locks and copies) are not.
pub fn is_runtime_file(path: &str) -> bool {
    let hidden = path.split('/').any(|part| part.starts_with('.'));
    !hidden && (behaviour_name(path).is_some() || is_module(path))
}

impl Mod {
    /// A mod of one file that is kept nowhere.
    pub fn of_file(name: String, path: String, text: String) -> Self {
        let (manifest, label) = (Manifest::unnamed(name.clone()), name);
        Self { manifest, label, dir: None, files: BTreeMap::from([(path, text)]) }
    }
}

impl ModSet {
    /// The built-in mod (from the working directory when it has `scripts/mod.toml`, else from inside the program) with
    /// the mods in `dirs` on top.
    ///
    /// # Errors
    /// Everything wrong with manifests and dependencies, and files that cannot be read.
    pub fn load(dirs: &[PathBuf]) -> Result<Self, Vec<Diagnostic>> {
        let (mut set, mut faults) = (Self::default(), Vec::new());
        for (m, found) in std::iter::once(built_in()).chain(dirs.iter().map(|d| read_mod(d))) {
            set.mods.extend(found.is_empty().then_some(m));
            faults.extend(found);
        }
        faults.extend(set.check());
        if faults.is_empty() { Ok(set) } else { Err(faults) }
    }

    /// Everything that can be read of the built-in mod and the mods in `dirs`, and every fault met. A mod in `dirs` with
    /// the built-in one's name replaces it.
    pub fn read(dirs: &[PathBuf]) -> (Self, Vec<Diagnostic>) {
        let (mods, faults): (Vec<_>, Vec<_>) = dirs.iter().map(|d| read_mod(d)).unzip();
        let (mut set, mut faults) = (Self { mods }, faults.concat());
        let (first, found) = built_in();
        if set.mods.iter().all(|m| m.manifest.name != first.manifest.name && m.dir != first.dir) {
            set.mods.insert(0, first);
            faults.extend(found);
        }
        faults.extend(set.check());
        (set, faults)
    }

    /// A copy with changed, new and deleted files applied.
    pub fn with(&self, files: &[SourceFile]) -> Self {
        let mut mods = self.clone();
        mods.apply(files);
        mods
    }

    /// Takes over changed, new and deleted files; those of unknown mods and of no use at run time are left out.
    pub fn apply(&mut self, files: &[SourceFile]) {
        for file in files.iter().filter(|f| is_runtime_file(&f.path)) {
            let Some(m) = self.mods.iter_mut().find(|m| m.manifest.name == file.mod_name) else { continue };
            match &file.text {
                Some(text) => m.files.insert(file.path.clone(), text.clone()),
                None => m.files.remove(&file.path),
            };
        }
    }

    /// A number that differs where anything differs that programs are compiled from: names, paths or sources.
    pub fn digest(&self) -> u64 {
        let mut hasher = Xxh3Default::new();
        for m in &self.mods {
            (&m.manifest.name, &m.label, &m.files).hash(&mut hasher);
        }
        hasher.digest()
    }

    /// The text of a file, whether or not a later mod replaces it.
    pub fn text(&self, (path, mod_name): &FileKey) -> Option<&str> {
        let m = self.mods.iter().find(|m| m.manifest.name == *mod_name)?;
        m.files.get(path).map(String::as_str)
    }

    /// Folders to watch, with the name of the mod in each.
    pub fn roots(&self) -> Vec<(String, PathBuf)> {
        let root = |m: &Mod| Some((m.manifest.name.clone(), m.dir.as_ref()?.canonicalize().ok()?));
        self.mods.iter().filter_map(root).collect()
    }

    /// Every file of every mod.
    pub fn sources(&self) -> impl Iterator<Item = SourceFile> {
        let files = self.mods.iter().flat_map(|m| m.files.iter().map(|file| (&m.manifest.name, file)));
        files.map(|(name, (path, text))| SourceFile {
            mod_name: name.clone(),
            path: path.clone(),
            text: Some(text.clone()),
        })
    }

    /// The file that counts for a path: the last mod's.
    pub fn file(&self, path: &str) -> Option<(&Mod, &str)> {
        self.mods.iter().rev().find_map(|m| m.files.get(path).map(|text| (m, text.as_str())))
    }

    /// The file that counts for a path, and those of the mods below that it is made from: the next one below each file that
    /// extends it.
    pub fn layers(&self, path: &str) -> Vec<(&Mod, &str)> {
        let having = self.mods.iter().rev().filter_map(|m| m.files.get(path).map(|text| (m, text.as_str())));
        let mut extended = true;
        having.take_while(|(_, text)| std::mem::replace(&mut extended, extends(text))).collect()
    }

    /// Every path that some mod has, in order.
    pub fn paths(&self) -> BTreeSet<&str> {
        self.mods.iter().flat_map(|m| m.files.keys().map(String::as_str)).collect()
    }

    /// In words: which mod's file replaces which other's.
    pub fn replacements(&self) -> Vec<String> {
        let mut said = Vec::new();
        for path in self.paths() {
            let having: Vec<&Mod> = self.mods.iter().filter(|m| m.files.contains_key(path)).collect();
            for pair in having.windows(2) {
                let (below, above) = (&pair[0].manifest.name, &pair[1].manifest.name);
                let does =
                    if pair[1].files.get(path).is_some_and(|text| extends(text)) { "extends" } else { "replaces" };
                said.push(format!("{path} of mod '{above}' {does} that of '{below}'"));
            }
        }
        said
    }

    fn check(&self) -> Vec<Diagnostic> {
        let mut faults = Vec::new();
        let names: Vec<&str> = self.mods.iter().map(|m| m.manifest.name.as_str()).collect();
        for (i, m) in self.mods.iter().enumerate() {
            let file = format!("{}/{MANIFEST}", m.label);
            if names[..i].contains(&names[i]) {
                faults.push(Diagnostic::error(&file, format!("two mods are named '{}'", names[i])));
            }
            for need in m.manifest.depends.iter().filter(|need| !names[..i].contains(&need.as_str())) {
                faults.push(place_in_manifest(m, need, missing_dependency(&file, need, &names, i)));
            }
        }
        faults
    }
}

/// A dependency that does not come before its user: absent, later in the order, or in a circle.
fn missing_dependency(file: &str, need: &str, names: &[&str], user: usize) -> Diagnostic {
    if names.contains(&need) {
        let message = format!("mod '{}' needs '{need}', which is loaded after it", names[user]);
        return Diagnostic::error(file, message)
            .hint("name mods in the order in which they build on each other; circles cannot be loaded");
    }
    let others = names.iter().copied().filter(|n| *n != names[user]);
    Diagnostic::error(file, format!("mod '{}' needs '{need}', which is not loaded", names[user]))
        .hint(did_you_mean(need, others))
}

/// Points at the first mention of a word in quotes in a mod's manifest.
fn place_in_manifest(m: &Mod, word: &str, d: Diagnostic) -> Diagnostic {
    let manifest = m.dir.as_ref().map(|dir| dir.join(MANIFEST));
    let text = manifest.and_then(|file| file::text(&file).ok()).unwrap_or_default();
    let quoted = [format!("\"{word}\""), format!("'{word}'")];
    let from = text.find("\ndepends").unwrap_or(0);
    match quoted.iter().filter_map(|q| text[from..].find(q.as_str())).min() {
        Some(at) => d.at_offset(&text, from + at),
        None => d,
    }
}

/// The built-in mod, from the working directory where it is there.
fn built_in() -> (Mod, Vec<Diagnostic>) {
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

/// What can be read of a mod, and what cannot. One without a usable manifest is called after its folder.
fn read_mod(dir: &Path) -> (Mod, Vec<Diagnostic>) {
    let label = dir.to_string_lossy().replace('\\', "/").trim_end_matches('/').to_owned();
    let name = dir.file_name().map_or(label.clone(), |n| n.to_string_lossy().into_owned());
    let (manifest, mut faults) = manifest(&label, &name, file::text_inside(&dir.join(MANIFEST), dir));
    let mut folder = Folder::read(dir, &label, is_runtime_file, &RUNTIME_FOLDERS);
    faults.append(&mut folder.faults);
    let files = folder.files;
    (Mod { manifest, label, dir: Some(dir.to_owned()), files }, faults)
}
