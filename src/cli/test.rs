//! `bestiary test`: Lua specs.

mod coverage;
pub(crate) mod tally;
mod watching;

use super::{Args, Ended, Stop, outcome};
use crate::diag::printable;
use crate::spec::{self, Options};
use coverage::CoverageArgs;
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
    args.coverage.can_write()?;
    run(args, &AtomicBool::new(false)).map(drop)
}

/// Runs the tests once and prints the outcomes. Returns false when `stop` was set meanwhile.
///
/// # Errors
/// A test failed, or something could not be read or written.
fn run(args: &TestArgs, stop: &AtomicBool) -> Result<bool, Stop> {
    let batches = spec::find(&args.paths, &args.mods)?;
    let observer = args.coverage.observer();
    let options = Options { filter: args.filter.clone(), seed: args.seed, observer };
    let mut tally = Tally::new(args);
    for batch in &batches {
        tally.begin(batch);
        let mut printed = Ok(());
        let report = |outcome| {
            printed = tally.add(&outcome);
            let end = printed.is_err() || stop.load(Ordering::Relaxed);
            if end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let flow = spec::run(batch, &options, report)?;
        printed?;
        if flow.is_break() {
            return Ok(false);
        }
    }
    let reached = options.observer.as_ref().map_or(Ok(true), |o| coverage::report(args, o))?;
    if tally.close()? && reached { Ok(true) } else { Err(Stop::Reported) }
}

/// Prints lines; control characters in names become escapes.
///
/// # Errors
/// They cannot be printed.
fn say(lines: &str) -> Ended {
    outcome::report(&lines.lines().map(|l| printable(l) + "\n").collect::<String>())
}
