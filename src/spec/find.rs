//! Which specs are meant by the paths on a command line, and which mods they are run on.

use crate::diag::Diagnostic;
use crate::script::spec_host::{SpecFile, spec_files};
use crate::script::{Mod, ModSet};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The built-in mod's folder in a working copy.
const BUILT_IN: &str = "scripts";

/// Specs that run on the same mods.
#[derive(Clone, Debug)]
pub struct Batch {
    pub mods: ModSet,
    /// Names of the mods that the specs are for.
    pub own: BTreeSet<String>,
    pub files: Vec<SpecFile>,
}

/// The specs at `paths`: files, or folders of mods; without any, those of the built-in mod and of `mods`. Each path's specs
/// run on the built-in mod, `mods`, and the mod they belong to.
///
/// # Errors
/// Paths that do not exist, mods that do not load, files that cannot be read.
pub fn find(paths: &[PathBuf], mods: &[PathBuf]) -> Result<Vec<Batch>, Vec<Diagnostic>> {
    if paths.is_empty() {
        let mods = ModSet::load(mods)?;
        let mut files = Vec::new();
        for m in &mods.mods {
            files.extend(spec_files(m)?);
        }
        return Ok(vec![Batch { own: all(&mods), mods, files }]);
    }
    paths.iter().map(|path| batch(path, mods)).collect()
}

fn batch(path: &Path, mods: &[PathBuf]) -> Result<Batch, Vec<Diagnostic>> {
    let wrong = |message: &str| vec![Diagnostic::error(path.to_string_lossy(), message)];
    if !path.exists() {
        return Err(wrong("no such file or folder"));
    }
    let home = path.ancestors().find(|dir| dir.join("mod.toml").is_file());
    let mut dirs = mods.to_vec();
    let listed = |dir: &Path| same(dir, Path::new(BUILT_IN)) || mods.iter().any(|m| same(m, dir));
    if let Some(home) = home.filter(|home| !listed(home)) {
        dirs.push(home.to_owned());
    }
    let mods = ModSet::load(&dirs)?;
    if path.is_file() {
        let files = vec![SpecFile::read(path).map_err(|d| vec![d])?];
        return Ok(Batch { own: own(&mods, home), mods, files });
    }
    let Some(home) = home else {
        return Err(vec![
            Diagnostic::error(path.to_string_lossy(), "this folder belongs to no mod")
                .hint("name a spec file, or a mod's folder (one with a mod.toml)"),
        ]);
    };
    let mut files = at(&mods, home).map(spec_files).transpose()?.unwrap_or_default();
    if path != home {
        // A folder inside a mod: what lies below it.
        files.retain(|f| Path::new(&f.label).starts_with(path));
    }
    Ok(Batch { own: own(&mods, Some(home)), mods, files })
}

/// The mod that lies in a folder.
fn at<'a>(mods: &'a ModSet, home: &Path) -> Option<&'a Mod> {
    mods.mods.iter().find(|m| m.dir.as_deref().is_some_and(|dir| same(dir, home)))
}

/// The mod in the folder; all mods for specs that lie in none.
fn own(mods: &ModSet, home: Option<&Path>) -> BTreeSet<String> {
    let one = home.and_then(|home| at(mods, home));
    one.map_or_else(|| all(mods), |m| BTreeSet::from([m.manifest.name.clone()]))
}

fn all(mods: &ModSet) -> BTreeSet<String> {
    mods.mods.iter().map(|m| m.manifest.name.clone()).collect()
}

fn same(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
