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

/// A running watch over some folders and all that lies in them. Ends when dropped.
pub struct Watch {
    watcher: RecommendedWatcher,
    touched: Receiver<PathBuf>,
}

/// The outcome of waiting.
#[derive(Debug, PartialEq, Eq)]
pub enum Touched {
    /// The files and folders that were touched.
    Files(BTreeSet<PathBuf>),
    /// The time ran out.
    Nothing,
    /// The watch has ended; nothing will come any more.
    Ended,
}

impl Watch {
    /// Watches `roots`, which should be absolute: paths are reported as they lie below them.
    ///
    /// # Errors
    /// When the operating system refuses one of them.
    pub fn new(roots: &[PathBuf]) -> Result<Self, WatchError> {
        let (send, touched) = channel();
        // A link may lead out of a mod, or round in a circle.
        let config = notify::Config::default().with_follow_symlinks(false);
        let mut watcher = RecommendedWatcher::new(move |event| forward(event, &send), config)
            .map_err(refused(roots.first().map_or(Path::new("."), PathBuf::as_path)))?;
        for root in roots {
            watcher.watch(root, RecursiveMode::Recursive).map_err(refused(root))?;
        }
        Ok(Self { watcher, touched })
    }

    /// Watches one more folder, without the folders in it.
    ///
    /// # Errors
    /// When the operating system refuses.
    pub fn add_flat(&mut self, folder: &Path) -> Result<(), WatchError> {
        self.watcher.watch(folder, RecursiveMode::NonRecursive).map_err(refused(folder))
    }

    /// Waits up to `timeout` for a burst of changes, and then for its end.
    pub fn next(&self, timeout: Duration) -> Touched {
        let mut files = BTreeSet::new();
        match self.touched.recv_timeout(timeout) {
            Ok(path) => files.insert(path),
            Err(RecvTimeoutError::Timeout) => return Touched::Nothing,
            Err(RecvTimeoutError::Disconnected) => return Touched::Ended,
        };
        let began = Instant::now();
        while began.elapsed() < LONGEST_BURST {
            match self.touched.recv_timeout(QUIET) {
                Ok(path) => files.insert(path),
                Err(_) => break,
            };
        }
        Touched::Files(files)
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
