//! `bestiary test`: Lua specs.

mod coverage;
pub(crate) mod tally;
mod watching;

use super::{Args, Ended, Stop, outcome};
use crate::spec::{self, Options};
use coverage::CoverageArgs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use tally::Tally;

/// Run Lua specs: tests of behaviours in small worlds that are drawn as text.
///
/// Examples:
///   bestiary test
///   bestiary test scripts/spec/tactics_spec.lua --filter wall
///   bestiary test mods/wetlands
///   bestiary test --coverage --min-transitions 100
#[derive(Args, Clone, Debug)]
#[command(verbatim_doc_comment, allow_negative_numbers = true)]
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
    /// The seed of worlds without a seed of their own [default: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Run the tests again after every save in their mods, until Ctrl-C
    #[arg(long)]
    pub watch: bool,
    #[command(flatten)]
    coverage: CoverageArgs,
}

pub(super) fn main(args: &TestArgs) -> Ended {
    if args.watch {
        return watching::main(args);
    }
    if run(args, &AtomicBool::new(false)) == Some(true) { Ok(()) } else { Err(Stop::Reported) }
}

/// Runs the tests once and prints the outcomes. Returns whether all passed; `None` when `stop` was set meanwhile.
fn run(args: &TestArgs, stop: &AtomicBool) -> Option<bool> {
    let batches = match spec::find(&args.paths, &args.mods) {
        Ok(batches) => batches,
        Err(faults) => {
            outcome::diagnostics(&faults);
            return Some(false);
        }
    };
    let observer = args.coverage.observer();
    let options = Options { filter: args.filter.clone(), seed: args.seed, observer };
    let mut tally = Tally::new(args);
    for batch in &batches {
        tally.begin(batch);
        let report = |outcome| {
            tally.add(&outcome);
            if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        match spec::run(batch, &options, report) {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => return None,
            Err(faults) => {
                outcome::diagnostics(&faults);
                return Some(false);
            }
        }
    }
    let reached = options.observer.as_ref().is_none_or(|o| coverage::report(args, o));
    Some(tally.close() && reached)
}

/// Prints a line. A closed pipe is not an error; names of tests must not control the terminal.
fn say(text: &str) {
    let shown: String =
        text.chars().map(|c| if c.is_control() && c != '\n' && c != '\t' { '\u{fffd}' } else { c }).collect();
    let _ = writeln!(std::io::stdout(), "{shown}");
}
