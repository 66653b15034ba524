//! Prepared levels: read from a file where one fits, else made and kept there; for one map, or for all worlds in a folder.

use crate::diag::{Clock, Diagnostic};
use crate::grid::Field;
use crate::nav::LevelsSource;
use crate::runtime::WallClock;
use crate::search::{Levels, LevelsFileError, Shape};
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How often progress is told.
const PROGRESS_NS: u64 = 500_000_000;

/// The levels of a field. What was done with the file is told on stderr.
///
/// # Errors
/// The file is something else (it is left alone), cannot be read, or cannot be written.
pub(super) fn levels(field: &Field, file: Option<&Path>) -> Result<Levels, Vec<Diagnostic>> {
    let telling = std::io::stderr().is_terminal();
    let Some(file) = file else { return Ok(prepare(field, telling)) };
    let fault = |e: &dyn std::fmt::Display| vec![Diagnostic::error(file.display().to_string(), e.to_string())];
    match read(field, file) {
        Ok(levels) => {
            eprintln!("{}: prepared levels read", file.display());
            return Ok(levels);
        }
        Err(LevelsFileError::Io(e)) if e.kind() == ErrorKind::NotFound => {}
        Err(e @ (LevelsFileError::Io(_) | LevelsFileError::Foreign)) => return Err(fault(&e)),
        Err(e) => eprintln!("{}: {e}; preparing anew", file.display()),
    }
    let levels = prepare(field, telling);
    write(field, &levels, file).map_err(|e| fault(&e))?;
    eprintln!("{}: prepared levels written", file.display());
    Ok(levels)
}

/// A folder that keeps the levels of large worlds from one start to the next, a file for each grid; or none, and they are
/// prepared each time.
#[derive(Clone, Debug, Default)]
pub(super) struct Shelf {
    dir: Option<PathBuf>,
    /// Set once something else is on the screen.
    hushed: Arc<AtomicBool>,
}

impl Shelf {
    /// Makes the folder if need be.
    ///
    /// # Errors
    /// It cannot be made, or is none.
    pub fn new(dir: Option<&Path>) -> Result<Self, Diagnostic> {
        if let Some(dir) = dir {
            let fault = |e| Diagnostic::error(dir.display().to_string(), format!("cannot be a folder for levels: {e}"));
            fs::create_dir_all(dir).map_err(fault)?;
        }
        Ok(Self { dir: dir.map(Path::to_owned), ..Self::default() })
    }

    pub fn source(&self) -> LevelsSource {
        let shelf = self.clone();
        LevelsSource::new(move |field| shelf.levels(field))
    }

    /// From here on nothing is told.
    pub fn hush(&self) {
        self.hushed.store(true, Ordering::Relaxed);
    }

    /// The world starts whatever is wrong with the folder; then only the time is lost.
    fn levels(&self, field: &Field) -> Levels {
        let loud = !self.hushed.load(Ordering::Relaxed);
        let file = self.dir.as_ref().map(|dir| dir.join(format!("{:016x}.levels", field.fingerprint())));
        let tell = |what: &dyn std::fmt::Display| {
            if let (true, Some(file)) = (loud, &file) {
                eprintln!("{}: {what}", file.display());
            }
        };
        let mut target = file.as_deref();
        match target.map(|file| read(field, file)) {
            Some(Ok(levels)) => {
                tell(&"prepared levels read");
                return levels;
            }
            Some(Err(LevelsFileError::Io(e))) if e.kind() == ErrorKind::NotFound => {}
            Some(Err(e)) => {
                tell(&format!("{e}; preparing anew"));
                // What is not ours is left alone.
                target = target.filter(|_| !matches!(e, LevelsFileError::Foreign));
            }
            None => {}
        }
        let levels = prepare(field, loud && std::io::stderr().is_terminal());
        match target.map(|file| write(field, &levels, file)) {
            Some(Ok(())) => tell(&"prepared levels written"),
            Some(Err(e)) => tell(&format!("the levels cannot be kept: {e}")),
            None => {}
        }
        levels
    }
}

fn read(field: &Field, file: &Path) -> Result<Levels, LevelsFileError> {
    Levels::read(field, Shape::default(), &mut BufReader::new(File::open(file)?))
}

/// Writes beside the file first, so that nobody ever meets half of one.
fn write(field: &Field, levels: &Levels, file: &Path) -> std::io::Result<()> {
    let mut part = file.as_os_str().to_owned();
    part.push(".part");
    let written = File::create(&part).and_then(|target| {
        let mut out = BufWriter::new(target);
        levels.write(field, &mut out)?;
        out.flush()
    });
    let kept = written.and_then(|()| fs::rename(&part, file));
    if kept.is_err() {
        // The first error is what matters.
        let _ = fs::remove_file(&part);
    }
    kept
}

fn prepare(field: &Field, telling: bool) -> Levels {
    let (clock, mut told_at) = (WallClock::default(), 0);
    let levels = Levels::new(field, Shape::default(), |share| {
        if telling && clock.nanos() - told_at >= PROGRESS_NS {
            eprint!("\rpreparing levels: {:.0} % ", share * 100.0);
            told_at = clock.nanos();
        }
    });
    if telling {
        eprint!("\r\x1b[K");
    }
    levels
}
