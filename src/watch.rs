//! Watches folders and reports, a moment after the last of a burst of saves, which files were touched.

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// Silence after which a burst of saves counts as over.
const QUIET: Duration = Duration::from_millis(15);
/// A burst that does not end is handed over after this long all the same.
const LONGEST_BURST: Duration = Duration::from_millis(100);

/// A folder cannot be watched: too many watches, no such folder, no permission.
#[derive(Debug, thiserror::Error)]
#[error("cannot watch {path}: {source}", path = .path.display())]
pub struct WatchError {
    path: PathBuf,
    source: notify::Error,
}

/// A running watch over some folders. Ends when dropped.
pub struct Watch {
    watcher: RecommendedWatcher,
    /// The folders that are watched with all in them, by their canonical paths.
    deep: Vec<PathBuf>,
    touched: Receiver<PathBuf>,
}

fn canonical(folder: &Path) -> PathBuf {
    folder.canonicalize().unwrap_or_else(|_| folder.to_owned())
}

impl Watch {
    /// Watches the folders in `deep`, and those in `flat` without the folders in them. Paths are reported as they lie below the
    /// canonical paths of these.
    ///
    /// # Errors
    /// When the operating system refuses one of them.
    pub fn new(deep: &[PathBuf], flat: &[PathBuf]) -> Result<Self, WatchError> {
        let (send, touched) = channel();
        // A link may lead out of a mod, or round in a circle.
        let config = notify::Config::default().with_follow_symlinks(false);
        let watcher = RecommendedWatcher::new(move |event| forward(event, &send), config)
            .map_err(refused(deep.iter().chain(flat).next().map_or(Path::new("."), PathBuf::as_path)))?;
        let mut watch = Self { watcher, deep: Vec::new(), touched };
        for folder in deep.iter().map(|folder| canonical(folder)) {
            watch.watcher.watch(&folder, RecursiveMode::Recursive).map_err(refused(&folder))?;
            watch.deep.push(folder);
        }
        flat.iter().try_for_each(|folder| watch.add(folder))?;
        Ok(watch)
    }

    /// Watches one more folder, without the folders in it. One that is watched already stays as it is: to watch it once more would
    /// end the watch over new folders in it.
    ///
    /// # Errors
    /// When the operating system refuses it.
    pub fn add(&mut self, folder: &Path) -> Result<(), WatchError> {
        let folder = canonical(folder);
        if self.deep.iter().any(|deep| folder.starts_with(deep)) {
            return Ok(());
        }
        self.watcher.watch(&folder, RecursiveMode::NonRecursive).map_err(refused(&folder))
    }

    /// Waits up to `timeout` for a burst of changes, and then for its end. Returns the files and folders that were touched;
    /// `None`: the watch has ended, nothing will come any more.
    pub fn next(&self, timeout: Duration) -> Option<BTreeSet<PathBuf>> {
        let mut files = BTreeSet::new();
        match self.touched.recv_timeout(timeout) {
            Ok(path) => files.insert(path),
            Err(RecvTimeoutError::Timeout) => return Some(files),
            Err(RecvTimeoutError::Disconnected) => return None,
        };
        let began = Instant::now();
        while began.elapsed() < LONGEST_BURST {
            match self.touched.recv_timeout(QUIET) {
                Ok(path) => files.insert(path),
                Err(_) => break,
            };
        }
        Some(files)
    }
}

fn refused(path: &Path) -> impl FnOnce(notify::Error) -> WatchError {
    let path = path.to_owned();
    move |source| WatchError { path, source }
}

fn forward(event: notify::Result<notify::Event>, to: &Sender<PathBuf>) {
    let Ok(event) = event else { return };
    // Reading a file is no change; everything else may be one, and editors differ in what they send.
    if !matches!(event.kind, EventKind::Access(notify::event::AccessKind::Open(_) | notify::event::AccessKind::Read)) {
        for path in event.paths {
            // The receiver is gone only while the watch is being dropped.
            let _ = to.send(path);
        }
    }
}
