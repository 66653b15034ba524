//! The map's files as they are saved: read and checked off the step, and sent to the world only when they are a map.

use crate::diag::shown;
use crate::sim::{Command, Level, MapVersion, Sim, map_file};
use crate::watch::Watch;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What does not load is most likely half written: it is read again after each of these waits.
const HALF_WRITTEN: [Duration; 2] = [Duration::from_millis(20), Duration::from_millis(60)];
/// Warnings of one version that are logged.
const MOST_WARNINGS: usize = 5;

/// The map that a world runs, and the files that it comes from.
pub(super) struct MapFile {
    /// As the user named it.
    path: PathBuf,
    /// As the watch reports them; those too that a version that was refused refers to.
    files: BTreeSet<PathBuf>,
    /// The version that was sent last.
    sent: u64,
    /// What was said last: why the newest version does not load.
    refused: Option<String>,
}

impl MapFile {
    /// The map of a world; `None` where it comes from no file on disk.
    pub(super) fn of(sim: &Sim) -> Option<Self> {
        let (path, digest) = (PathBuf::from(&sim.world().file), sim.map_digest());
        path.is_file().then(|| Self { path, files: reported(&sim.world().files), sent: digest, refused: None })
    }

    /// The folders that its files are in.
    pub(super) fn folders(&self) -> Vec<PathBuf> {
        let all: BTreeSet<&Path> = self.files.iter().filter_map(|file| file.parent()).collect();
        all.into_iter().filter(|folder| folder.is_dir()).map(Path::to_owned).collect()
    }

    /// What to do after a save of these files; nothing where none is the map's, or the map says what it said.
    pub(super) fn saved(&mut self, touched: &BTreeSet<PathBuf>, watch: &mut Watch) -> Vec<Command> {
        if !touched.iter().any(|path| self.files.contains(path) || self.files.iter().any(|f| f.parent() == Some(path)))
        {
            return Vec::new();
        }
        // Without its file, its name would be that of a map inside the program.
        let load = || self.path.is_file().then(|| MapVersion::load(&self.path));
        let mut read = load();
        for wait in HALF_WRITTEN {
            if !matches!(read, Some(Ok(_))) {
                std::thread::sleep(wait);
                read = load();
            }
        }
        let Some(read) = read else { return self.deleted() };
        let files = reported(match &read {
            Ok((version, _)) => &version.world().files,
            Err(faults) => &faults.files,
        });
        let before = self.folders();
        self.files.extend(files.iter().cloned());
        let new: Vec<PathBuf> = self.folders().into_iter().filter(|folder| !before.contains(folder)).collect();
        let unwatched = new.iter().filter_map(|folder| watch.add(folder).err());
        let mut commands: Vec<Command> =
            unwatched.map(|e| Command::Note { level: Level::Warn, text: e.to_string() }).collect();
        match read {
            Ok((version, _)) if version.digest() == self.sent && self.refused.is_none() => {}
            Ok((version, warnings)) => {
                (self.sent, self.refused) = (version.digest(), None);
                self.files = files;
                let line = |text: String| Command::Note { level: Level::Warn, text };
                commands.push(Command::ReloadMap(version));
                commands.extend(warnings.iter().take(MOST_WARNINGS).map(|d| line(d.printable().to_string())));
            }
            Err(faults) => {
                let message = faults.to_string();
                if self.refused.as_ref() != Some(&message) {
                    commands.push(Command::Rejected {
                        file: map_file(&self.path.to_string_lossy()),
                        message: message.clone(),
                    });
                    self.refused = Some(message);
                }
            }
        }
        commands
    }

    /// The world goes on without its map's file; that is said once.
    fn deleted(&mut self) -> Vec<Command> {
        let text = format!("{} was deleted; the world keeps the map that it has", shown(&self.path));
        if self.refused.as_ref() == Some(&text) {
            return Vec::new();
        }
        self.refused = Some(text.clone());
        vec![Command::Note { level: Level::Warn, text }]
    }
}

/// Files as the watch reports them: below the canonical paths of their folders.
fn reported(files: &[PathBuf]) -> BTreeSet<PathBuf> {
    let one = |file: &PathBuf| {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(folder.canonicalize().ok()?.join(file.file_name()?))
    };
    files.iter().filter_map(one).collect()
}
