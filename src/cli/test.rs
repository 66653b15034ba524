//! `bestiary test`: Lua specs.

mod args;
mod coverage;
pub(crate) mod tally;
mod watching;

pub(super) use args::TestArgs;

use super::{Ended, Stop, WallClock};
use crate::spec::{self, Options};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use tally::Tally;

pub(super) fn main(args: &TestArgs) -> Ended {
    if args.watch {
        return watching::main(args, run);
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
    let (filter, fail_fast) = (args.filter.clone(), args.fail_fast);
    let options = Options { filter, seed: args.seed, seeds: args.seeds, fail_fast, observer };
    let mut tally = Tally::new(args);
    let failed = |tally: &Tally| args.fail_fast && tally.failed > 0;
    for batch in &batches {
        tally.begin(batch);
        let mut printed = Ok(());
        let report = |outcome| {
            printed = tally.add(&outcome);
            let end = printed.is_err() || stop.load(Ordering::Relaxed) || failed(&tally);
            if end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let flow = spec::run(batch, &options, &WallClock::default(), report)?;
        printed?;
        if failed(&tally) {
            break;
        }
        if flow.is_break() {
            return Ok(false);
        }
    }
    let reached = options.observer.as_ref().map_or(Ok(true), |o| coverage::report(&args.coverage, o))?;
    if tally.close()? && reached { Ok(true) } else { Err(Stop::Reported) }
}
