//! Prepared levels of hierarchical search: read from a file, or prepared and stored there. One file, or a folder for all
//! worlds.

use super::{Diagnostic, Progress, outcome};
use crate::file;
use crate::nav::LevelsSource;
use crate::search::{Landscape, Levels, LevelsFileError, Shape};
use std::fs::{self, File};
use std::io::{BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The levels of a landscape, from the file if one is named. Reading and writing it is reported on stderr.
///
/// # Errors
/// The file has another content (it is not changed), cannot be read, or cannot be written.
pub(super) fn levels(on: Landscape, file: Option<&Path>) -> Result<Levels, Vec<Diagnostic>> {
    let Some(file) = file else { return Ok(prepare(on, true)) };
    let fault = |e: &dyn std::fmt::Display| vec![Diagnostic::error(file.display().to_string(), e.to_string())];
    if let Some(levels) = stored(on, file, true).map_err(|e| fault(&e))? {
        return Ok(levels);
    }
    // Preparing a large map takes minutes.
    file::can_replace(file).map_err(|e| fault(&format!("cannot be written: {e}")))?;
    let levels = prepare(on, true);
    write(on, &levels, file).map_err(|e| fault(&e))?;
    outcome::note(format!("{}: prepared levels written", file.display()));
    Ok(levels)
}

/// A folder that stores the prepared levels of large worlds, one file for each grid. Without a folder they are prepared
/// at every start.
#[derive(Clone, Debug, Default)]
pub(super) struct LevelsFolder {
    dir: Option<PathBuf>,
    /// Set while the dashboard has the screen.
    silent: Arc<AtomicBool>,
}

impl LevelsFolder {
    /// Makes the folder if needed.
    ///
    /// # Errors
    /// It cannot be made, or is not a folder.
    pub(super) fn new(dir: Option<&Path>) -> Result<Self, Diagnostic> {
        if let Some(dir) = dir {
            let fault = |e| Diagnostic::error(dir.display().to_string(), format!("cannot be a folder for levels: {e}"));
            if dir.exists() && !dir.is_dir() {
                return Err(fault(std::io::Error::other("this is no folder")));
            }
            fs::create_dir_all(dir).map_err(fault)?;
        }
        Ok(Self { dir: dir.map(Path::to_owned), ..Self::default() })
    }

    pub(super) fn source(&self) -> LevelsSource {
        let folder = self.clone();
        LevelsSource::new(move |on| folder.levels(on))
    }

    /// From now on nothing is reported.
    pub(super) fn silence(&self) {
        self.silent.store(true, Ordering::Relaxed);
    }

    /// The levels of a landscape. Whatever is wrong with the folder, the world starts: the levels are prepared again.
    fn levels(&self, on: Landscape) -> Levels {
        let report = !self.silent.load(Ordering::Relaxed);
        let Some(dir) = &self.dir else { return prepare(on, report) };
        let costs = on.costs.map_or(String::new(), |costs| format!("-{:016x}", costs.fingerprint()));
        let file = dir.join(format!("{:016x}{costs}.levels", on.field.fingerprint()));
        let say = |what: &dyn std::fmt::Display| {
            if report {
                outcome::note(format!("{}: {what}", file.display()));
            }
        };
        let found = match stored(on, &file, report) {
            Ok(Some(levels)) => return levels,
            found => found.inspect_err(|e| say(&format!("{e}; preparing again"))),
        };
        // A file with another content is not changed.
        let storing = !matches!(found, Err(LevelsFileError::Foreign));
        let kept =
            |result: std::io::Result<()>| result.map_err(|e| say(&format!("the levels cannot be stored: {e}"))).is_ok();
        // Said before they are prepared: that takes minutes.
        let storing = storing && kept(file::can_replace(&file));
        let levels = prepare(on, report);
        if storing && kept(write(on, &levels, &file)) {
            say(&"prepared levels written");
        }
        levels
    }
}

/// The levels in a file; `None` when there is no file, or one that must be replaced.
///
/// # Errors
/// The file cannot be read, or has another content.
fn stored(on: Landscape, file: &Path, report: bool) -> Result<Option<Levels>, LevelsFileError> {
    let read = |file| Levels::read(on, Shape::default(), &mut BufReader::new(file));
    let opened = file::regular(file).and_then(|_| File::open(file).map_err(file::in_words));
    let (found, message) = match opened.map_err(LevelsFileError::from).and_then(read) {
        Ok(levels) => (Some(levels), "prepared levels read".to_owned()),
        Err(LevelsFileError::Io(e)) if e.kind() == ErrorKind::NotFound => return Ok(None),
        Err(e @ (LevelsFileError::Io(_) | LevelsFileError::Foreign)) => return Err(e),
        Err(e) => (None, format!("{e}; preparing again")),
    };
    if report {
        outcome::note(format!("{}: {message}", file.display()));
    }
    Ok(found)
}

fn write(on: Landscape, levels: &Levels, file: &Path) -> std::io::Result<()> {
    file::replace(file, |out| levels.write(on, out))
}

fn prepare(on: Landscape, report: bool) -> Levels {
    let progress = Progress::new(report);
    Levels::new(on, Shape::default(), |share| {
        progress.show_part("preparing levels", (share * 1e6) as u64, 1_000_000);
    })
}
