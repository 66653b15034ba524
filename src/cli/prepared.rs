//! Prepared levels: read from a file where one fits, else made and kept there.

use crate::diag::{Clock, Diagnostic};
use crate::grid::Field;
use crate::runtime::WallClock;
use crate::search::{Levels, LevelsFileError, Shape};
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::Path;

/// How often progress is told.
const PROGRESS_NS: u64 = 500_000_000;

/// The levels of a field. What was done with the file is told on stderr.
///
/// # Errors
/// The file is something else (it is left alone), cannot be read, or cannot be written.
pub(super) fn levels(field: &Field, file: Option<&Path>) -> Result<Levels, Vec<Diagnostic>> {
    let Some(file) = file else { return Ok(prepare(field)) };
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
    let levels = prepare(field);
    write(field, &levels, file).map_err(|e| fault(&e))?;
    eprintln!("{}: prepared levels written", file.display());
    Ok(levels)
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

fn prepare(field: &Field) -> Levels {
    let (clock, telling) = (WallClock::default(), std::io::stderr().is_terminal());
    let mut told_at = 0;
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
