//! The specs at the paths of a command line, and the mods on which they run.

use crate::diag::Diagnostic;
use crate::lua::host::spec_host::{SpecFile, spec_files};
use crate::lua::source::mods::{BUILT_IN_LABEL, Mod, ModSet, behaviour_name, is_same_place, mod_around};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Specs that run on the same mods.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    pub mods: ModSet,
    /// Names of the mods that the specs are for.
    pub own: BTreeSet<String>,
    pub files: Vec<SpecFile>,
    /// Why a later mod was left out, shown with the outcomes.
    pub note: Option<String>,
}

/// The specs at `paths`: files, or folders of mods; without any, those of the built-in mod and of `mods`. Each path's specs
/// run on the built-in mod, `mods`, and the mod they belong to. A spec that names a behaviour of its mod runs without the
/// mod that replaces that behaviour, and those after it: it tests the behaviour it was written for.
///
/// # Errors
/// Paths that do not exist, mods that do not load, files that cannot be read.
pub(crate) fn find(paths: &[PathBuf], mods: &[PathBuf]) -> Result<Vec<Batch>, Vec<Diagnostic>> {
    if paths.is_empty() {
        let mods = ModSet::load(mods)?;
        let files: Result<Vec<_>, _> = (0..mods.mods.len()).map(|at| all_of(&mods, at)).collect();
        return Ok(split(&mods, &all(&mods), files?.concat()));
    }
    let batches: Result<Vec<Vec<Batch>>, _> = paths.iter().map(|path| at_path(path, mods)).collect();
    Ok(batches?.into_iter().flatten().collect())
}

fn at_path(path: &Path, mods: &[PathBuf]) -> Result<Vec<Batch>, Vec<Diagnostic>> {
    let wrong = |message: &str| Diagnostic::error(path.to_string_lossy(), message);
    if !path.exists() {
        return Err(vec![wrong("no such file or folder")]);
    }
    let home = mod_around(path);
    let mut dirs = mods.to_vec();
    let listed =
        |dir: &Path| is_same_place(dir, Path::new(BUILT_IN_LABEL)) || mods.iter().any(|m| is_same_place(m, dir));
    if let Some(home) = home.filter(|home| !listed(home)) {
        dirs.push(home.to_owned());
    }
    let mods = ModSet::load(&dirs)?;
    let is_home = |m: &Mod| home.zip(m.dir.as_deref()).is_some_and(|(home, dir)| is_same_place(dir, home));
    let at = mods.mods.iter().position(is_home);
    // A spec of no mod tests what all mods together are.
    let own = at.map_or_else(|| all(&mods), |at| BTreeSet::from([mods.mods[at].manifest.name.clone()]));
    if !path.is_dir() {
        let file = SpecFile::read(path).map_err(|d| vec![d])?;
        return Ok(split(&mods, &own, vec![(at.unwrap_or(mods.mods.len()), file)]));
    }
    let Some(home) = home else {
        let hint = "name a spec file, or a mod's folder (one with a mod.toml)";
        return Err(vec![wrong("this folder belongs to no mod").hint(hint)]);
    };
    let mut files = at.map_or(Ok(Vec::new()), |at| all_of(&mods, at))?;
    if path != home {
        // A folder inside a mod: the files below it.
        files.retain(|(_, f)| Path::new(&f.label).starts_with(path));
    }
    Ok(split(&mods, &own, files))
}

/// The specs of the mod at a place on the stack, with that place.
fn all_of(mods: &ModSet, at: usize) -> Result<Vec<(usize, SpecFile)>, Vec<Diagnostic>> {
    let (files, faults) = spec_files(&mods.mods[at]);
    if faults.is_empty() { Ok(files.into_iter().map(|f| (at, f)).collect()) } else { Err(faults) }
}

fn all(mods: &ModSet) -> BTreeSet<String> {
    mods.mods.iter().map(|m| m.manifest.name.clone()).collect()
}

/// Specs with the place of their mod on the stack, as batches that share one stack each.
pub(super) fn split(mods: &ModSet, own: &BTreeSet<String>, files: Vec<(usize, SpecFile)>) -> Vec<Batch> {
    let mut by_height: BTreeMap<usize, (Vec<SpecFile>, BTreeSet<&str>)> = BTreeMap::new();
    for (at, file) in files {
        let (height, names) = height(mods, at, &file.source);
        let (files, replaced) = by_height.entry(height).or_default();
        files.push(file);
        replaced.extend(names);
    }
    let batch = |(height, (files, replaced)): (usize, (Vec<SpecFile>, BTreeSet<&str>))| {
        let below = ModSet { mods: mods.mods[..height].to_vec() };
        let own = own.iter().filter(|n| below.mods.iter().any(|m| m.manifest.name == **n)).cloned().collect();
        let note = mods.mods.get(height).map(|m| {
            let names: Vec<&str> = replaced.into_iter().collect();
            format!("without the mod '{}', which replaces {}", m.manifest.name, names.join(", "))
        });
        Batch { mods: below, own, files, note }
    };
    by_height.into_iter().map(batch).collect()
}

/// How many of the mods the spec of the one at `at` runs on, and which behaviours it names the next mod replaces.
fn height<'a>(mods: &'a ModSet, at: usize, text: &str) -> (usize, Vec<&'a str>) {
    let named = |name: &&str| text.contains(&format!("\"{name}\"")) || text.contains(&format!("'{name}'"));
    // Specs of all mods name the built-in creatures: a later mod that replaces one replaces it for them too.
    let known: BTreeSet<&str> =
        mods.mods.iter().take(at + 1).flat_map(|m| m.files.keys()).map(String::as_str).collect();
    for (height, later) in mods.mods.iter().enumerate().skip(at + 1) {
        let replaced = later.files.keys().map(String::as_str).filter(|path| known.contains(path));
        let names: Vec<&str> = replaced.filter_map(behaviour_name).filter(named).collect();
        if !names.is_empty() {
            return (height, names);
        }
    }
    (mods.mods.len(), Vec::new())
}
