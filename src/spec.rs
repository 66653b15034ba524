//! Lua specs that run little worlds: what `bestiary test` does. `docs/testing.md` tells designers how to write them.

mod drawing;
mod find;
mod little;
pub mod moment;
mod plan;

pub use crate::script::spec_host::{Failure, Outcome};
pub use find::{Batch, find};

use crate::config::Config;
use crate::diag::Diagnostic;
use crate::script::spec_host::{self, SpecBench, SpecWorld, WorldPlan};
use crate::script::{ModSet, Program};

/// Builds worlds on the scripts of one set of mods.
#[derive(Clone)]
struct Bench {
    mods: ModSet,
    config: Config,
}

impl SpecBench for Bench {
    fn build(&mut self, plan: WorldPlan) -> Result<Box<dyn SpecWorld>, String> {
        little::LittleWorld::build(&self.mods, &self.config, &plan).map(|w| Box::new(w) as Box<dyn SpecWorld>)
    }
}

/// Runs the specs of a batch whose name or file contains `filter` (all when it is empty), and hands every outcome to
/// `told` as soon as it is known.
///
/// # Errors
/// Every fault in the mods' own scripts: nothing is run then.
pub fn run(batch: &Batch, filter: &str, mut told: impl FnMut(Outcome)) -> Result<(), Vec<Diagnostic>> {
    let mut config = Config::default();
    // A little world needs no more machines than one.
    config.script.vms = 1;
    let program = Program::load(&batch.mods, &config.script, None)?;
    let filter = filter.to_lowercase();
    let wanted = |name: &str| name.to_lowercase().contains(&filter);
    for file in &batch.files {
        let bench = Box::new(Bench { mods: batch.mods.clone(), config: config.clone() });
        spec_host::run_file(file, &program, &config.script, bench, &wanted).into_iter().for_each(&mut told);
    }
    Ok(())
}
