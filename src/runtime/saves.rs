//! Waits for saves in the folders of mods, for commands that run again after each.

use crate::watch::{Touched, Watch, WatchError};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// An editor may write several files, or one in several goes: a burst ends after this long without a write.
const QUIET: Duration = Duration::from_millis(60);

/// A watch over files that mods are made of: Lua, and manifests.
pub struct Saves {
    watch: Watch,
}

impl Saves {
    /// Watches folders with all that lies in them (`deep`), and folders alone (`flat`).
    ///
    /// # Errors
    /// When the operating system refuses one of them, or one does not exist.
    pub fn new(deep: &[PathBuf], flat: &[PathBuf]) -> Result<Self, WatchError> {
        let absolute = |dirs: &[PathBuf]| -> Vec<PathBuf> {
            dirs.iter().map(|d| d.canonicalize().unwrap_or_else(|_| d.clone())).collect()
        };
        let mut watch = Watch::new(&absolute(deep))?;
        for dir in absolute(flat) {
            watch.add_flat(&dir)?;
        }
        Ok(Self { watch })
    }

    /// Waits up to `timeout` for a save, and then until there are no more. Returns the files of mods that were touched; none when
    /// there were none.
    pub fn next(&self, timeout: Duration) -> BTreeSet<PathBuf> {
        let mut files = BTreeSet::new();
        let mut wait = timeout;
        while let Touched::Files(touched) = self.watch.next(wait) {
            files.extend(touched.into_iter().filter(|p| is_of_a_mod(p)));
            if files.is_empty() {
                break;
            }
            wait = QUIET;
        }
        files
    }
}

/// Whether a path may be a mod's: neither an editor's copy nor anything else hidden. Folders count, for what was moved in or
/// out with them.
fn is_of_a_mod(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|n| n.to_str()) else { return false };
    !name.starts_with('.') && (name.ends_with(".lua") || name == "mod.toml" || path.is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_save_is_reported_and_an_editors_copy_is_not() {
        let dir = tempfile::tempdir().expect("scratch folder");
        let root = dir.path().canonicalize().expect("exists");
        std::fs::create_dir(root.join("npc")).expect("made");
        let saves = Saves::new(std::slice::from_ref(&root), &[]).expect("watches");
        std::fs::write(root.join("npc/.wolf.lua.swp"), "x").expect("writes");
        std::fs::write(root.join("npc/wolf.lua"), "-- new").expect("writes");
        let mut seen = BTreeSet::new();
        while seen.is_empty() {
            seen = saves.next(Duration::from_secs(5));
        }
        assert_eq!(seen, BTreeSet::from([root.join("npc/wolf.lua")]));
    }

    #[test]
    fn files_of_mods_are_recognised() {
        let yes = ["spec/a_spec.lua", "mod.toml"];
        let no = ["spec/.a_spec.lua", "npc/wolf.lua~", "notes.txt", "4913", "other.toml"];
        assert!(yes.iter().all(|p| is_of_a_mod(Path::new(p))) && !no.iter().any(|p| is_of_a_mod(Path::new(p))));
    }
}
