//! Lua specs that run small worlds: what `bestiary test` does. `docs/testing.md` explains how to write them.

mod coverage;
mod drawing;
mod find;
pub mod moment;
pub(crate) mod plan;
mod small_world;

pub use crate::lua::host::spec_host::{Failure, Outcome, Scene};
pub use coverage::{Change, FileReport, MetCodes, Observer, Report, Share, StatesReport, Totals};
pub use find::{Batch, find};

use crate::config::Config;
use crate::diag::Diagnostic;
use crate::lua::analysis::coverage::Coverage;
use crate::lua::host::program::Program;
use crate::lua::host::spec_host::{self, PlanError, SpecBench, SpecWorld, Terms, WorldPlan};
use crate::lua::source::mods::ModSet;
use small_world::SmallWorld;
use std::ops::ControlFlow;

/// Builds worlds on the scripts of one set of mods.
#[derive(Clone)]
struct Bench {
    mods: ModSet,
    config: Config,
    observer: Option<Observer>,
}

impl SpecBench for Bench {
    fn build(&mut self, plan: WorldPlan) -> Result<Box<dyn SpecWorld>, PlanError> {
        let world = SmallWorld::build(&self.mods, &self.config, &plan, self.observer.clone())?;
        Ok(Box::new(world))
    }

    fn record_coverage(&mut self, coverage: &Coverage) {
        self.observer.iter().for_each(|o| o.add(coverage));
    }
}

/// Which tests of a batch run, and how.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Only tests whose name or file contains this; all when it is empty.
    pub filter: String,
    /// Of worlds that name none; [`SEED`] when not given.
    pub seed: Option<u64>,
    /// Collects what the tests reached.
    pub observer: Option<Observer>,
}

/// The seed of worlds that name none.
pub const SEED: u64 = 1;

/// Runs the specs of a batch, and passes every outcome to `report` as soon as it is known, until that returns `Break`.
///
/// # Errors
/// Every fault in the mods' own scripts: nothing is run then.
pub fn run(
    batch: &Batch,
    options: &Options,
    mut report: impl FnMut(Outcome) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, Vec<Diagnostic>> {
    let mut config = Config::default();
    // A small world needs one machine only.
    config.script.vms = 1;
    config.script.coverage = options.observer.is_some();
    let program = Program::load(&batch.mods, &config.script, None)?;
    if let Some(observer) = &options.observer {
        observer.expect(batch, &program);
    }
    let filter = options.filter.to_lowercase();
    let wanted = |name: &str| name.to_lowercase().contains(&filter);
    let seed = options.seed.unwrap_or(SEED);
    let terms = Terms { program: &program, params: &config.script, seed, wanted: &wanted };
    Ok(batch.files.iter().try_for_each(|file| {
        let bench =
            Box::new(Bench { mods: batch.mods.clone(), config: config.clone(), observer: options.observer.clone() });
        spec_host::run_file(file, &terms, bench, &mut report)
    }))
}
