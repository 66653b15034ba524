//! `bestiary test`: Lua specs.

use super::{exit, setup};
use crate::spec::{self, Outcome};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Run Lua specs: little worlds drawn as text, creatures in them, and what is expected of these.
///
/// Examples:
///   bestiary test
///   bestiary test scripts/spec/tactics_spec.lua --filter wall
///   bestiary test mods/wetlands
#[derive(Args, Clone, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct TestArgs {
    /// Spec files, or mod folders [default: the specs of all mods]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// A mod folder on top of the built-in one
    #[arg(long = "mod", value_name = "DIR")]
    pub mods: Vec<PathBuf>,
    /// Only tests whose name or file contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub filter: String,
}

/// What was counted so far.
#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    file: String,
}

pub(super) fn main(args: &TestArgs) -> ExitCode {
    let batches = match spec::find(&args.paths, &args.mods) {
        Ok(batches) => batches,
        Err(faults) => {
            setup::tell(&faults);
            return ExitCode::from(exit::FAILED);
        }
    };
    let mut tally = Tally::default();
    for batch in &batches {
        if let Err(faults) = spec::run(batch, &args.filter, |outcome| tally.tell(&outcome)) {
            setup::tell(&faults);
            return ExitCode::from(exit::FAILED);
        }
    }
    let none = tally.passed + tally.failed == 0;
    if none && args.filter.is_empty() {
        eprintln!("no specs found: they lie in a mod's spec/ folder, for example scripts/spec/wolf_spec.lua");
    } else if none {
        eprintln!("no test's name or file contains '{}'", args.filter);
    }
    say(&format!("{} passed, {} failed", tally.passed, tally.failed));
    if none || tally.failed > 0 { ExitCode::from(exit::FAILED) } else { ExitCode::SUCCESS }
}

impl Tally {
    fn tell(&mut self, outcome: &Outcome) {
        if self.file != outcome.file {
            self.file.clone_from(&outcome.file);
            say(&outcome.file);
        }
        let Some(failure) = &outcome.failure else {
            self.passed += 1;
            return say(&format!("  ok    {}", outcome.name));
        };
        self.failed += 1;
        let name = if outcome.name.is_empty() { "does not load" } else { &outcome.name };
        say(&format!("  FAIL  {name}\n{}", failure.diagnostic));
        if let Some(drawing) = &failure.drawing {
            say(&drawing.lines().map(|l| format!("    {l}")).collect::<Vec<_>>().join("\n"));
        }
    }
}

/// A closed pipe is no reason to panic.
fn say(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
}
