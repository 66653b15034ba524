//! The outcomes of the tests: printed one by one, counted, and summed up in the last line.

use super::args::TestArgs;
use crate::cli::outcome::say;
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

    pub(super) fn add(&mut self, outcome: &Outcome) {
        if self.file != outcome.file {
            self.file.clone_from(&outcome.file);
            say(&outcome.file);
            self.note.iter().for_each(|note| say(&format!("  ({note})")));
        }
        let Some(failure) = &outcome.failure else {
            self.passed += 1;
            return say(&format!("  ok    {}", outcome.name));
        };
        self.failed += 1;
        let name = if outcome.name.is_empty() { "does not load" } else { &outcome.name };
        say(&format!("  FAIL  {name}\n{}", failure.diagnostic));
        if let Some(Scene { drawing, .. }) = &failure.scene {
            say(&drawing.lines().map(|l| format!("    {l}")).collect::<Vec<_>>().join("\n"));
        }
        if !outcome.name.is_empty() {
            say(&format!("    {}", self.command(outcome, failure)));
        }
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
    pub(super) fn close(&self) -> bool {
        let none = self.passed + self.failed == 0;
        if none && self.args.filter.is_empty() {
            eprintln!("no specs found: they belong in a mod's spec/ folder, for example scripts/spec/wolf_spec.lua");
        } else if none {
            eprintln!("no test's name or file contains '{}'", self.args.filter);
        }
        say(&format!("{} passed, {} failed", self.passed, self.failed));
        !none && self.failed == 0
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
