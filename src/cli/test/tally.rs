//! The outcomes of the tests: printed one by one, counted, and summed up in the last line.

use super::args::TestArgs;
use crate::cli::outcome::{self, for_people, painted, report, say};
use crate::cli::{Ended, Stop};
use crate::diag::printable;
use crate::spec::{Batch, Failure, Outcome, Scene};
use std::path::Path;

/// A test that takes longer has its seconds beside its name, where people read it: they differ from run to run.
const SLOW_S: f64 = 0.2;
const GREEN: &str = "32";
const RED: &str = "1;31";
const DIM: &str = "2";

pub(super) struct Tally<'a> {
    args: &'a TestArgs,
    passed: usize,
    pub failed: usize,
    seconds: f64,
    /// The file of the last outcome that was shown.
    file: String,
    /// Shown below the name of each file.
    note: Option<String>,
}

impl<'a> Tally<'a> {
    pub(super) fn new(args: &'a TestArgs) -> Self {
        Self { args, passed: 0, failed: 0, seconds: 0.0, file: String::new(), note: None }
    }

    /// The next outcomes are of these specs.
    pub(super) fn begin(&mut self, batch: &Batch) {
        self.note.clone_from(&batch.note);
    }

    /// # Errors
    /// It cannot be printed.
    pub(super) fn add(&mut self, outcome: &Outcome) -> Ended {
        let passed = outcome.failure.is_none();
        self.passed += usize::from(passed);
        self.failed += usize::from(!passed);
        let seconds = outcome.nanos as f64 / 1e9;
        self.seconds += seconds;
        if passed && self.args.quiet {
            return Ok(());
        }
        if self.file != outcome.file {
            self.file.clone_from(&outcome.file);
            say(&printable(&outcome.file))?;
            self.note.iter().try_for_each(|note| say(&format!("  ({})", printable(note))))?;
        }
        // A line end in a name must not begin a line that looks like one of ours.
        let name = if outcome.name.is_empty() { "does not load".into() } else { printable(&outcome.name) };
        let verdict = if passed { painted(GREEN, "ok   ") } else { painted(RED, "FAIL ") };
        let rest = [seeds(outcome), (for_people() && seconds >= SLOW_S).then(|| format!("{seconds:.1} s"))];
        let rest: String =
            rest.into_iter().flatten().map(|r| format!("  {}", painted(DIM, format!("({r})")))).collect();
        report(&format!("  {verdict} {name}{rest}\n"))?;
        outcome.failure.as_ref().map_or(Ok(()), |failure| say(&failure.diagnostic.to_string()))?;
        say_all("    printed: ", &outcome.printed)?;
        outcome.failure.as_ref().map_or(Ok(()), |failure| self.explain(outcome, failure))
    }

    /// How the world looked, and what runs the test again.
    fn explain(&self, outcome: &Outcome, failure: &Failure) -> Ended {
        if let Some(Scene { drawing, reasons, log, .. }) = &failure.scene {
            say_all("    ", drawing.lines())?;
            say_all("    ", reasons)?;
            say_all("    log: ", log)?;
        }
        if outcome.name.is_empty() { Ok(()) } else { say_all("    ", [self.command(outcome, failure)]) }
    }

    /// The seed, and the command that runs the one test as it ran now.
    fn command(&self, outcome: &Outcome, failure: &Failure) -> String {
        let mut command = "bestiary test".to_owned();
        if Path::new(&outcome.file).is_file() {
            command += &format!(" {}", quoted(&outcome.file));
        }
        for dir in &self.args.mods {
            command += &format!(" --mod {}", quoted(&dir.to_string_lossy()));
        }
        command += &format!(" --filter {}", quoted(&outcome.name));
        let of_seeds = outcome.failed_seeds.first().filter(|_| outcome.seeds > 1);
        if let Some(seed) = of_seeds.or(self.args.seed.as_ref()) {
            command += &format!(" --seed {seed}");
        }
        match failure.scene.as_ref().map(|s| s.seed) {
            Some(seed) => format!("seed {seed}; run again: {command}"),
            None => format!("run again: {command}"),
        }
    }

    /// Prints the last line. Returns whether there were tests and all passed.
    ///
    /// # Errors
    /// It cannot be printed.
    pub(super) fn close(&self) -> Result<bool, Stop> {
        let none = self.passed + self.failed == 0;
        if none && self.args.filter.is_empty() {
            outcome::note(
                "no specs found: they belong in a mod's spec/ folder, for example scripts/spec/wolf_spec.lua",
            );
        } else if none {
            outcome::note(format!("no test's name or file contains '{}'", self.args.filter));
        }
        let failed = format!("{} failed", self.failed);
        let failed = if self.failed > 0 { painted(RED, failed) } else { failed };
        let seconds = if for_people() { painted(DIM, format!("  {:.1} s", self.seconds)) } else { String::new() };
        report(&format!("{} passed, {failed}{seconds}\n", self.passed))?;
        Ok(!none && self.failed == 0)
    }
}

/// Of a test that ran on several seeds: how many, or those that it failed on.
fn seeds(outcome: &Outcome) -> Option<String> {
    let (ran, failed) = (outcome.seeds, &outcome.failed_seeds);
    let list = || failed.iter().take(MOST_SEEDS).map(u64::to_string).collect::<Vec<_>>().join(", ");
    let more = if failed.len() > MOST_SEEDS { ", …" } else { "" };
    match (ran, failed.len()) {
        (0 | 1, _) => None,
        (_, 0) => Some(format!("{ran} seeds")),
        (_, n) => Some(format!("failed on {n} of {ran} seeds: {}{more}", list())),
    }
}

/// Seeds that are listed.
const MOST_SEEDS: usize = 10;

/// Prints each with something before it.
fn say_all(before: &str, lines: impl IntoIterator<Item = impl AsRef<str>>) -> Ended {
    lines.into_iter().try_for_each(|line| say(&format!("{before}{}", printable(line.as_ref()))))
}

/// A word of a shell's command line.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
