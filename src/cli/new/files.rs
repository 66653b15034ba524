//! Writing new files: all of them or none.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A file to be written.
pub(super) struct File {
    /// Below the root, with forward slashes.
    pub path: String,
    pub text: String,
}

/// Writes all files below `root`, which is made when it is not there, and says so on stderr.
///
/// # Errors
/// When one is there already, or cannot be written; what this call made is taken away again.
pub(super) fn write(root: &Path, files: &[File]) -> Result<(), String> {
    if let Some(there) = files.iter().map(|f| root.join(&f.path)).find(|p| p.symlink_metadata().is_ok()) {
        return Err(format!("{} is there already; nothing was written", there.display()));
    }
    let mut made = Made::default();
    for file in files {
        if let Err(message) = made.file(&root.join(&file.path), &file.text) {
            made.undo();
            return Err(message);
        }
    }
    for path in &made.files {
        eprintln!("wrote {}", path.display());
    }
    Ok(())
}

/// What has been made so far.
#[derive(Default)]
struct Made {
    files: Vec<PathBuf>,
    folders: Vec<PathBuf>,
}

impl Made {
    fn file(&mut self, path: &Path, text: &str) -> Result<(), String> {
        let wrong = |e: std::io::Error| format!("{}: {e}", path.display());
        let mut missing: Vec<&Path> =
            path.ancestors().skip(1).take_while(|p| !p.as_os_str().is_empty() && !p.exists()).collect();
        missing.reverse();
        for folder in missing {
            fs::create_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
            self.folders.push(folder.to_owned());
        }
        // Never over a file that came into being meanwhile.
        let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(wrong)?;
        self.files.push(path.to_owned());
        file.write_all(text.as_bytes()).map_err(wrong)
    }

    /// Best effort: the first error is the one that is told.
    fn undo(&self) {
        self.files.iter().for_each(|f| drop(fs::remove_file(f)));
        self.folders.iter().rev().for_each(|f| drop(fs::remove_dir(f)));
    }
}
