//! `--watch`: the tests run again after every save, until Ctrl-C.

use super::args::TestArgs;
use crate::cli::outcome::{self, say};
use crate::cli::{Ended, FAILED, Stop, USAGE, stop_flag};
use crate::diag::printable;
use crate::file::here_if_empty;
use crate::lua::source::mods::{BUILT_IN_LABEL, is_mod, mod_around};
use crate::runtime::next_save;
use crate::watch::Watch;
use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long to wait for saves before checking whether to end.
const PATIENCE: Duration = Duration::from_millis(100);

/// Runs the tests now and after each save with `run`, which returns false when it was
/// interrupted. Returns how the last run that finished ended; where none did, that is a failure.
pub(super) fn main(args: &TestArgs, run: fn(&TestArgs, &AtomicBool) -> Result<bool, Stop>) -> Ended {
    // The first signal ends the watch after the present test.
    let stop = stop_flag();
    args.coverage.can_write()?;
    let folders = Folders::of(args);
    if folders.deep.is_empty() && folders.flat.is_empty() {
        let nothing = "nothing to watch: the built-in mod is inside the program; name a mod's folder or a spec file";
        return Err(Stop::Message(USAGE, nothing.into()));
    }
    let watched = folders.deep.iter().chain(&folders.flat).map(|d| d.to_string_lossy()).collect::<Vec<_>>().join(", ");
    let watch = Watch::new(&folders.deep, &folders.flat).map_err(|e| Stop::Message(FAILED, e.to_string()))?;
    let mut last = Err(Stop::Message(FAILED, "interrupted before a run of the tests had ended".into()));
    loop {
        let began = Instant::now();
        last = match run(args, &stop) {
            Ok(false) => break,
            Ok(true) => Ok(()),
            Err(Stop::Faults(faults)) => {
                outcome::diagnostics(&faults);
                Err(Stop::Reported)
            }
            Err(failed @ Stop::Reported) => Err(failed),
            // Nothing can be printed any more.
            Err(other) => return Err(other),
        };
        let seconds = began.elapsed().as_secs_f32();
        outcome::note(format!("ran for {seconds:.1} s; watching {watched}: a save runs the tests again, Ctrl-C ends"));
        let Some(saved) = wait(&watch, &stop)? else { break };
        separate(&saved)?;
    }
    last
}

/// The files that were saved next; `None` when it is time to end.
///
/// # Errors
/// The operating system has ended the watch.
fn wait(watch: &Watch, stop: &AtomicBool) -> Result<Option<BTreeSet<PathBuf>>, Stop> {
    while !stop.load(Ordering::Relaxed) {
        let files = next_save(watch, PATIENCE).ok_or_else(|| Stop::failed("the folders are no longer watched"))?;
        if !files.is_empty() {
            return Ok(Some(files));
        }
    }
    Ok(None)
}

/// A clear screen, or a blank line where the output goes to no terminal, and what was saved.
///
/// # Errors
/// It cannot be printed.
fn separate(saved: &BTreeSet<PathBuf>) -> Ended {
    let mut out = std::io::stdout();
    let clear = if out.is_terminal() { "\x1b[2J\x1b[3J\x1b[H" } else { "\n" };
    let _ = out.write_all(clear.as_bytes());
    let here = std::env::current_dir().and_then(|d| d.canonicalize()).unwrap_or_default();
    let names: Vec<String> =
        saved.iter().map(|p| p.strip_prefix(&here).unwrap_or(p).to_string_lossy().into_owned()).collect();
    say(&format!("saved: {}", printable(&names.join(", "))))
}

/// Which folders the tests depend on.
#[derive(Default)]
struct Folders {
    /// Mods.
    deep: Vec<PathBuf>,
    /// Folders of specs that belong to no mod.
    flat: Vec<PathBuf>,
}

impl Folders {
    fn of(args: &TestArgs) -> Self {
        let mut folders = Self::default();
        let built_in = Path::new(BUILT_IN_LABEL);
        if is_mod(built_in) {
            folders.deep.push(built_in.to_owned());
        }
        folders.deep.extend(args.mods.iter().filter(|d| d.is_dir()).cloned());
        for path in &args.paths {
            match mod_around(path) {
                Some(home) => folders.deep.push(home.to_owned()),
                None if path.is_dir() => folders.flat.push(path.clone()),
                None => {
                    let folder = path.parent().map(here_if_empty).filter(|dir| dir.is_dir());
                    folders.flat.extend(folder.map(Path::to_owned));
                }
            }
        }
        for list in [&mut folders.deep, &mut folders.flat] {
            list.iter_mut().for_each(|dir| *dir = here_if_empty(dir).to_owned());
            list.sort();
            list.dedup();
        }
        folders
    }
}
