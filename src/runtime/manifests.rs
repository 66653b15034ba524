//! Manifests are read when the world starts: that a change of one does nothing yet is said.

use super::changes::Sent;
use super::disk::read_whole;
use crate::lua::source::manifest::Manifest;
use crate::lua::source::mods::MANIFEST;
use crate::sim::Level;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The manifests of the mods that come from folders.
pub(super) struct Manifests {
    /// The mod's name and the text last seen, by path.
    by_path: BTreeMap<PathBuf, (String, Option<String>)>,
    most_kb: usize,
}

impl Manifests {
    /// As they are now.
    pub(super) fn of(roots: &[(String, PathBuf)], most_kb: usize) -> Self {
        let known = |(name, root): &(String, PathBuf)| {
            let path = root.join(MANIFEST);
            let text = read_whole(&path, most_kb).ok().flatten();
            (path, (name.clone(), text))
        };
        Self { by_path: roots.iter().map(known).collect(), most_kb }
    }

    /// What to say when a file was saved: something when it is a manifest with another text.
    pub(super) fn saved(&mut self, path: &Path) -> Option<Sent> {
        let (name, known) = self.by_path.get_mut(path)?;
        let text = read_whole(path, self.most_kb);
        let now = text.as_ref().ok().cloned().flatten();
        if text.is_ok() && now == *known {
            return None;
        }
        *known = now;
        let shown = format!("{MANIFEST} of mod '{name}'");
        let stays = "what was read at the start stays";
        let (level, text) = match text.map(|text| text.map(|text| Manifest::parse(&shown, &text))) {
            Ok(Some(Ok(_))) => (Level::Warn, format!("{shown} changed: it takes effect when the world starts again")),
            Ok(Some(Err(d))) => (Level::Error, format!("{d}; {stays}")),
            Ok(None) => (Level::Warn, format!("{shown} was deleted; {stays}")),
            Err(e) => (Level::Error, format!("{shown}: {e}; {stays}")),
        };
        Some(Sent::Note { level, text })
    }
}
