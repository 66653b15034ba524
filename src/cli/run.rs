//! `bestiary run`: a living world, on the screen or headless.

use super::prepared::Shelf;
use super::report::{self, RunReport};
use super::{exit, setup, show};
use crate::nav::Planner;
use crate::runtime::run_headless;
use crate::sim::{Level, Population, Sim, parse_population};
use clap::{Args, ValueEnum};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Steps of a headless run when nothing else is said: one minute of life.
const DEFAULT_TICKS: u64 = 1_200;
/// How often progress is told.
const PROGRESS: Duration = Duration::from_millis(500);

/// Run a world: the dashboard, or with --headless as fast as it goes and a report at the end.
///
/// Examples:
///   bestiary run maps/depot.toml
///   bestiary run maps/bg512/AR0411SR.map --population wolf=10 --population deer=100
///   bestiary run --headless --ticks 6000 --seed 7 --report json
#[derive(Args, Clone, Debug)]
#[command(verbatim_doc_comment, allow_negative_numbers = true)]
pub(super) struct RunArgs {
    /// A native TOML map or a Moving AI .map file; `glade` and `depot` are built in
    #[arg(value_name = "MAP")]
    pub map: Option<String>,
    /// A mod folder on top of the built-in one; a later mod replaces a behaviour of the same name
    #[arg(long = "mod", value_name = "DIR")]
    pub mods: Vec<PathBuf>,
    /// A TOML file with tables [sim], [nav], [motion], [script]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// All chance in the world follows from this number
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// No dashboard: run, report, end
    #[arg(long)]
    pub headless: bool,
    /// Steps of 50 ms to run headless [default: 1200]
    #[arg(long, value_name = "N")]
    pub ticks: Option<u64>,
    /// Threads the simulation uses; changes nothing but speed [default: 1]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub threads: Option<usize>,
    /// Creatures beyond what the map spawns; may be given again
    #[arg(long, value_name = "BEHAVIOUR=N", value_parser = parse_population)]
    pub population: Vec<Population>,
    /// How agents plan their ways [default: as the map says, else window]
    #[arg(long, value_enum)]
    pub planner: Option<PlannerArg>,
    /// Keep what is prepared for very large worlds in this folder, so that only the first start takes long
    #[arg(long, value_name = "DIR")]
    pub prepared: Option<PathBuf>,
    /// Begin with pathfinding switched off: feelers alone steer
    #[arg(long)]
    pub feelers_only: bool,
    /// Form of the report of a headless run
    #[arg(long, value_enum, default_value_t = ReportForm::Text)]
    pub report: ReportForm,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PlannerArg {
    /// Each agent abstracts a window of its own from the volumes around it
    Window,
    /// All agents of a size share one grid of the whole world, searched exactly; on a world of more than 2^24 cells
    /// (`most_shared_cells` in [nav]) they share levels of clusters, and lay out their ways as they walk
    Static,
}

impl From<PlannerArg> for Planner {
    fn from(arg: PlannerArg) -> Self {
        match arg {
            PlannerArg::Window => Self::Window,
            PlannerArg::Static => Self::Static,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportForm {
    Text,
    Json,
}

impl Default for RunArgs {
    fn default() -> Self {
        Self {
            map: None,
            mods: Vec::new(),
            config: None,
            seed: 1,
            headless: false,
            ticks: None,
            threads: None,
            population: Vec::new(),
            planner: None,
            prepared: None,
            feelers_only: false,
            report: ReportForm::Text,
        }
    }
}

fn parse_threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n) if (1..=256).contains(&n) => Ok(n),
        _ => Err("expected a number from 1 to 256".into()),
    }
}

pub(super) fn main(args: &RunArgs) -> ExitCode {
    let loaded = Shelf::new(args.prepared.as_deref()).map_err(|d| vec![d]);
    let loaded =
        loaded.and_then(|shelf| setup::load(args, shelf.source()).map(|(setup, warnings)| (shelf, setup, warnings)));
    let (shelf, setup, warnings) = match loaded {
        Ok(loaded) => loaded,
        Err(faults) => {
            setup::tell(&faults);
            return ExitCode::from(exit::FAILED);
        }
    };
    setup::tell(&warnings);
    if setup.nav.is_hierarchical(&setup.world) {
        let (width, height) = (setup.world.ground.width(), setup.world.ground.height());
        eprintln!("{width} × {height} cells: uses hierarchical search; preparing its levels first");
    } else if args.prepared.is_some() {
        eprintln!("--prepared: nothing to keep, this world does not use hierarchical search");
    }
    let screen = std::io::stdout().is_terminal() && std::io::stdin().is_terminal();
    if args.headless || !screen {
        if !args.headless {
            eprintln!("no terminal here: running headless (--headless says so without this line)");
        }
        return match Sim::new(setup) {
            Ok(sim) => headless(sim, args),
            Err(faults) => {
                setup::tell(&faults);
                ExitCode::from(exit::FAILED)
            }
        };
    }
    show::main(setup, &shelf)
}

fn headless(mut sim: Sim, args: &RunArgs) -> ExitCode {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // Without the handler the signal simply ends the run without a report.
        let _ = signal_hook::flag::register(signal, Arc::clone(&stop));
    }
    let ticks = args.ticks.unwrap_or(DEFAULT_TICKS);
    let telling = std::io::stderr().is_terminal();
    let mut told = Instant::now();
    let run = run_headless(&mut sim, ticks, |done| {
        if telling && told.elapsed() >= PROGRESS {
            eprint!("\r{done} of {ticks} ticks ");
            told = Instant::now();
        }
        !stop.load(Ordering::Relaxed)
    });
    if telling {
        eprint!("\r\x1b[K");
    }
    for line in sim.log().lines().filter(|l| l.level == Level::Error) {
        let again = if line.repeats > 0 { format!(" (again {} times)", line.repeats) } else { String::new() };
        eprintln!("{}{again}", line.text);
    }
    let report = RunReport::new(setup::map(args), &mut sim, &run);
    if !report::print(&report, args.report) {
        return ExitCode::from(exit::FAILED);
    }
    if run.steps < ticks {
        eprintln!("interrupted after {} of {ticks} ticks", run.steps);
        return ExitCode::from(exit::FAILED);
    }
    ExitCode::SUCCESS
}
