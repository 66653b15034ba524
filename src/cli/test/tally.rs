//! The outcomes of the tests: printed one by one, counted, and summed up in the last line.

use super::args::TestArgs;
use crate::cli::outcome::{self, say};
use crate::cli::{Ended, Stop};
use crate::diag::printable;
use crate::spec::{Batch, Failure, Outcome, Scene};
use std::path::Path;

pub(super) struct Tally<'a> {
    args: &'a TestArgs,
    passed: usize,
    failed: usize,
    /// The file of the last outcome.
    file: String,
    /// Shown below the name of each file.
    note: Option<String>,
}

impl<'a> Tally<'a> {
    pub(super) fn new(args: &'a TestArgs) -> Self {
        Self { args, passed: 0, failed: 0, file: String::new(), note: None }
    }

    /// The next outcomes are of these specs.
    pub(super) fn begin(&mut self, batch: &Batch) {
        self.note.clone_from(&batch.note);
    }

    /// # Errors
    /// It cannot be printed.
    pub(super) fn add(&mut self, outcome: &Outcome) -> Ended {
        // A line end in a name must not begin a line that looks like one of ours.
        let name = printable(&outcome.name);
        if self.file != outcome.file {
            self.file.clone_from(&outcome.file);
            say(&printable(&outcome.file))?;
            self.note.iter().try_for_each(|note| say(&format!("  ({})", printable(note))))?;
        }
        let Some(failure) = &outcome.failure else {
            self.passed += 1;
            return say(&format!("  ok    {name}"));
        };
        self.failed += 1;
        let title = if name.is_empty() { "does not load" } else { &name };
        say(&format!("  FAIL  {title}\n{}", failure.diagnostic))?;
        if let Some(Scene { drawing, .. }) = &failure.scene {
            say(&drawing.lines().map(|l| format!("    {l}")).collect::<Vec<_>>().join("\n"))?;
        }
        if name.is_empty() { Ok(()) } else { say(&format!("    {}", printable(&self.command(outcome, failure)))) }
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
        if let Some(seed) = self.args.seed {
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
        say(&format!("{} passed, {} failed", self.passed, self.failed))?;
        Ok(!none && self.failed == 0)
    }
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
