//! Lua specs that run small worlds: what `bestiary test` does. `docs/testing.md` explains how to write them.

mod coverage;
mod find;
pub(crate) mod moment;
pub(crate) mod plan;
mod small_world;

pub(crate) use crate::lua::host::spec_host::{Failure, Outcome, Scene};
pub(crate) use coverage::{Change, Observer, Report, StatesReport, Totals};
pub use coverage::{FileReport, Share};
pub(crate) use find::{Batch, find};

use crate::config::Config;
use crate::diag::{Clock, Diagnostic};
use crate::lua::analysis::coverage::Coverage;
use crate::lua::host::program::Program;
use crate::lua::host::spec_host::{self, Build, Terms};
use small_world::SmallWorld;
use std::ops::ControlFlow;

/// Which tests of a batch run, and how.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    /// Only tests whose name or file contains this; all when it is empty.
    pub filter: String,
    /// Of worlds that name none; [`SEED`] when not given.
    pub seed: Option<u64>,
    /// On so many seeds each test runs, from that one on; 0 counts as 1.
    pub seeds: u32,
    /// A test ends at its first seed that fails; whether others follow, the caller decides.
    pub fail_fast: bool,
    /// Collects what the tests reached.
    pub observer: Option<Observer>,
}

/// The seed of worlds that name none.
pub(crate) const SEED: u64 = 1;

/// Runs the specs of a batch, and passes every outcome to `report` as soon as it is known, until that returns `Break`.
///
/// # Errors
/// Every fault in the mods' own scripts: nothing is run then.
pub(crate) fn run(
    batch: &Batch,
    options: &Options,
    clock: &dyn Clock,
    mut report: impl FnMut(Outcome) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, Vec<Diagnostic>> {
    let mut config = Config::default();
    // A small world needs one machine only.
    config.script.vms = 1;
    config.script.coverage = options.observer.is_some();
    let program = Program::load(&batch.mods, &config.script, None)?;
    if let Some(observer) = &options.observer {
        observer.expect(batch, &program, !options.filter.is_empty());
    }
    let filter = options.filter.to_lowercase();
    let wanted = |name: &str| name.to_lowercase().contains(&filter);
    let first = options.seed.unwrap_or(SEED);
    let seeds = first..=first.saturating_add(u64::from(options.seeds.max(1)) - 1);
    let (params, fail_fast) = (&config.script, options.fail_fast);
    let terms = Terms { program: &program, params, seeds, fail_fast, wanted: &wanted, clock };
    Ok(batch.files.iter().try_for_each(|file| {
        let (mods, config, observer) = (batch.mods.clone(), config.clone(), options.observer.clone());
        let build: Build =
            Box::new(move |plan| Ok(Box::new(SmallWorld::build(&mods, &config, &plan, observer.clone())?)));
        let mut coverage = Coverage::default();
        let flow = spec_host::run_file(file, &terms, build, &mut coverage, &mut report);
        options.observer.iter().for_each(|o| o.add(&coverage));
        flow
    }))
}
