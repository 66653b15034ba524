//! Waits for saves in the folders of mods, for commands that run again after each.

use crate::lua::source::mods::MANIFEST;
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
pub fn is_of_a_mod(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|n| n.to_str()) else { return false };
    !name.starts_with('.') && (name.ends_with(".lua") || name == MANIFEST || path.is_dir())
}
