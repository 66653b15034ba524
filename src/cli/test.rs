//! `bestiary test`: Lua specs.

mod args;
mod coverage;
pub(crate) mod tally;
mod watching;

pub(super) use args::TestArgs;

use super::{Ended, Stop, outcome};
use crate::diag::Diagnostic;
use crate::spec::{self, Options};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use tally::Tally;

pub(super) fn main(args: &TestArgs) -> Ended {
    if args.watch {
        return watching::main(args, run);
    }
    if run(args, &AtomicBool::new(false)) == Some(true) { Ok(()) } else { Err(Stop::Reported) }
}

/// Runs the tests once and prints the outcomes. Returns whether all passed; `None` when `stop` was set meanwhile.
fn run(args: &TestArgs, stop: &AtomicBool) -> Option<bool> {
    run_all(args, stop).unwrap_or_else(|faults| {
        outcome::diagnostics(&faults);
        Some(false)
    })
}

fn run_all(args: &TestArgs, stop: &AtomicBool) -> Result<Option<bool>, Vec<Diagnostic>> {
    let batches = spec::find(&args.paths, &args.mods)?;
    let observer = args.coverage.observer();
    let options = Options { filter: args.filter.clone(), seed: args.seed, observer };
    let mut tally = Tally::new(args);
    for batch in &batches {
        tally.begin(batch);
        let report = |outcome| {
            tally.add(&outcome);
            if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        if spec::run(batch, &options, report)?.is_break() {
            return Ok(None);
        }
    }
    let reached = options.observer.as_ref().is_none_or(|o| coverage::report(&args.coverage, o));
    Ok(Some(tally.close() && reached))
}
