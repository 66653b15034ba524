//! Mods: in what order they lie on top of each other.

mod one;
mod paths;

pub use one::Mod;
pub(crate) use one::{embedded, files_beside, lua_files};
pub use paths::is_runtime_file;
pub(crate) use paths::{
    BASE_MOD, BUILT_IN_LABEL, MANIFEST, NO_RESULT, RUNTIME_FOLDERS, behaviour_name, behaviour_path, is_mod, is_module,
    is_same_place, layer_key, mod_around, module_name, module_path, no_module, path_of_key,
};

use crate::diag::{Diagnostic, did_you_mean};
use crate::file;
use crate::world::{LayerSpec, MOST_MOVEMENTS, Movement};
use one::{built_in, read_mod};
use std::collections::BTreeSet;
use std::hash::Hash;
use std::path::PathBuf;
use xxhash_rust::xxh3::Xxh3Default;

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

/// Mods in the order in which they were named, the built-in one first: later ones win.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ModSet {
    /// The built-in mod first; a later one replaces files of the same path.
    pub mods: Vec<Mod>,
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

    /// Everything that can be read of the built-in mod and the mods in `dirs`, every fault met, and a warning for each mod of
    /// an older version of the API. A mod in `dirs` with
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
        faults.extend(set.outdated().cloned());
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

    /// The movement classes: those that there always are, then those that mods declare; of one name the last mod's.
    pub(crate) fn movements(&self) -> Vec<Movement> {
        let mut all = Movement::built_in();
        for (name, moves) in self.mods.iter().flat_map(|m| &m.manifest.moves) {
            match all.iter_mut().find(|m| m.name == *name) {
                Some(known) => *known = moves.named(name),
                None => all.push(moves.named(name)),
            }
        }
        all
    }

    /// The layers of influence that mods declare, in their order.
    pub fn influence(&self) -> impl Iterator<Item = &LayerSpec> {
        self.mods.iter().flat_map(|m| &m.manifest.layers)
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

    /// A warning for each mod that was written for an older version of the API.
    pub fn outdated(&self) -> impl Iterator<Item = &Diagnostic> {
        self.mods.iter().filter_map(|m| m.manifest.outdated.as_ref())
    }

    fn check(&self) -> Vec<Diagnostic> {
        let mut faults = Vec::new();
        let declaring = self.mods.iter().rfind(|m| !m.manifest.moves.is_empty());
        if let Some(m) = declaring.filter(|_| self.movements().len() > MOST_MOVEMENTS) {
            let message = format!("there are more than {MOST_MOVEMENTS} movement classes, those of all mods together");
            faults.push(Diagnostic::error(format!("{}/{MANIFEST}", m.label), message));
        }
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

/// Whether a file is made from the one of the mod below.
fn extends(text: &str) -> bool {
    let written = |line: &str| {
        let rest = line.trim_start().strip_prefix("return extend").map(str::trim_start);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['{', '(', '-']))
    };
    text.lines().any(written)
}
