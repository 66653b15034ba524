//! Files as they are saved: read when they are whole, and looked for below folders.

use crate::file::{ReadError, text_up_to};
use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// An empty or unreadable file is most likely half written: it is read again after each of these waits.
const HALF_WRITTEN: [Duration; 4] =
    [Duration::from_millis(10), Duration::from_millis(20), Duration::from_millis(40), Duration::from_millis(80)];

/// Adds every file below a folder; a folder that is gone has none.
pub(super) fn below(dir: &Path, files: &mut BTreeSet<PathBuf>) {
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        match entry.file_type() {
            Ok(t) if t.is_dir() => below(&entry.path(), files),
            Ok(_) => drop(files.insert(entry.path())),
            Err(_) => {}
        }
    }
}

/// A file's text; `None` when there is no such file any more. Waits a little for a file that is still being written.
pub(super) fn read_whole(path: &Path, most_kb: usize) -> Result<Option<String>, ReadError> {
    let read = || match text_up_to(path, most_kb) {
        Err(ReadError::Io(e)) if e.kind() == ErrorKind::NotFound => Ok(None),
        text => text.map(Some),
    };
    for wait in HALF_WRITTEN {
        match read() {
            Ok(text) if text.as_ref().is_none_or(|t| t.trim().is_empty()) => std::thread::sleep(wait),
            whole => return whole,
        }
    }
    read()
}
