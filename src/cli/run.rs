//! `bestiary run`: a world in the dashboard or headless.

use super::exit::{Ended, FAILED, Stop};
use super::prepared::LevelsFolder;
use super::print;
use super::progress::{Progress, stop_flag};
use super::report::RunReport;
use super::run_args::ReportForm;
pub(super) use super::run_args::RunArgs;
use crate::config::Config;
use crate::diag::Diagnostic;
use crate::nav::LevelsSource;
use crate::runtime::{DEFAULT_MAP, Options, Runtime, run_headless};
use crate::sim::{Level, Setup, Sim};
use crate::ui::{self, UiOptions};
use std::io::IsTerminal;
use std::sync::atomic::Ordering;

/// Steps of a headless run without `--ticks`: one minute of the world's time.
const DEFAULT_TICKS: u64 = 1_200;

pub(super) fn main(args: &RunArgs) -> Ended {
    let levels = LevelsFolder::new(args.prepared.as_deref()).map_err(|d| vec![d])?;
    let (setup, warnings) = load(args, levels.source())?;
    print::diagnostics(&warnings);
    if setup.nav.is_hierarchical(&setup.world) {
        let (width, height) = (setup.world.ground.width(), setup.world.ground.height());
        eprintln!("{width} × {height} cells: uses hierarchical search; preparing its levels first");
    } else if args.prepared.is_some() {
        eprintln!("--prepared: not used, because this world needs no hierarchical search");
    }
    let screen = std::io::stdout().is_terminal() && std::io::stdin().is_terminal();
    if !args.headless && screen {
        return show(setup, &levels);
    }
    if !args.headless {
        eprintln!("no terminal: running headless (use --headless to avoid this message)");
    }
    headless(Sim::new(setup)?, args)
}

/// The map that the arguments name, or the default map.
fn map(args: &RunArgs) -> &str {
    args.map.as_deref().unwrap_or(DEFAULT_MAP)
}

/// Loads map, configuration and mods. The second part of the result are warnings.
fn load(args: &RunArgs, levels: LevelsSource) -> Result<(Setup, Vec<Diagnostic>), Vec<Diagnostic>> {
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

/// Shows the dashboard until the person quits. `levels` reports nothing while the dashboard has the screen.
fn show(setup: Setup, levels: &LevelsFolder) -> Ended {
    let runtime = Runtime::start(setup, Options { watch: true, paused: false })?;
    levels.silence();
    let shown = ui::run(&runtime, UiOptions::from_env());
    let ended = runtime.stop();
    shown.map_err(Stop::failed)?;
    ended.map(drop).map_err(|panic| Stop::failed(format!("the simulation failed: {panic}")))
}

fn headless(mut sim: Sim, args: &RunArgs) -> Ended {
    let stop = stop_flag();
    let ticks = args.ticks.unwrap_or(DEFAULT_TICKS);
    let progress = Progress::new();
    let run = run_headless(&mut sim, ticks, |done| {
        progress.show(|| format!("{done} of {ticks} ticks"));
        !stop.load(Ordering::Relaxed)
    });
    drop(progress);
    for line in sim.log().lines().filter(|l| l.level == Level::Error) {
        let again = if line.repeats > 0 { format!(" (repeated {} times)", line.repeats) } else { String::new() };
        eprintln!("{}{again}", line.text);
    }
    let report = RunReport::new(map(args), &mut sim, &run);
    match args.report {
        ReportForm::Text => print::report(&report.text()),
        ReportForm::Json => print::json(&report.json()),
    }?;
    if run.steps < ticks {
        return Err(Stop::Message(FAILED, format!("interrupted after {} of {ticks} ticks", run.steps)));
    }
    Ok(())
}
