//! Loads what a world starts with, from the arguments of `bestiary run`.

use super::run_args::RunArgs;
use crate::config::Config;
use crate::diag::Diagnostic;
use crate::nav::LevelsSource;
use crate::runtime::{DEFAULT_MAP, Runtime};
use crate::sim::Setup;

/// The map that the arguments name, or the default map.
pub(super) fn map(args: &RunArgs) -> &str {
    args.map.as_deref().unwrap_or(DEFAULT_MAP)
}

/// Loads map, configuration and mods. The second part of the result are warnings.
pub(super) fn load(args: &RunArgs, levels: LevelsSource) -> Result<(Setup, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut config = match &args.config {
        Some(path) => Config::load(path).map_err(|d| vec![d])?,
        None => Config::default(),
    };
    config.sim.threads = args.threads.unwrap_or(config.sim.threads);
    config.sim.feelers_only |= args.feelers_only;
    let mut builder = Runtime::builder().map(map(args)).levels(levels).config(config).seed(args.seed);
    if let Some(planner) = args.planner {
        builder = builder.planner(planner);
    }
    for dir in &args.mods {
        builder = builder.add_mod(dir);
    }
    for p in &args.population {
        builder = builder.population(&p.behaviour, p.count);
    }
    builder.load().map_err(|e| e.0)
}
