//! Waits for saves in the folders of mods, for commands that run again after each.

use crate::lua::source::mods::MANIFEST;
use crate::watch::Watch;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// An editor may write several files, or one in several goes: a burst ends after this long without a write.
const QUIET: Duration = Duration::from_millis(60);

/// Waits up to `timeout` for a save, and then until there are no more. Returns the files of mods that were touched; none when
/// there were none; `None`: the watch has ended, and no save will come.
pub fn next_save(watch: &Watch, timeout: Duration) -> Option<BTreeSet<PathBuf>> {
    let mut files = BTreeSet::new();
    let mut wait = timeout;
    loop {
        let touched = watch.next(wait)?;
        let over = touched.is_empty();
        files.extend(touched.into_iter().filter(|p| is_of_a_mod(p)));
        if over || files.is_empty() {
            return Some(files);
        }
        wait = QUIET;
    }
}

/// Whether a path may be a mod's: neither an editor's copy nor anything else hidden. Folders count, for what was moved in or
/// out with them.
pub fn is_of_a_mod(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|n| n.to_str()) else { return false };
    !name.starts_with('.') && (name.ends_with(".lua") || name == MANIFEST || path.is_dir())
}
