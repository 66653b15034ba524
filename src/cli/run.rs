//! `bestiary run`: a world in the dashboard or headless.

use super::prepared::LevelsFolder;
use super::report::{self, RunReport};
pub(super) use super::run_args::RunArgs;
use super::{exit, print, setup, show};
use crate::runtime::run_headless;
use crate::sim::{Level, Sim};
use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Steps of a headless run without `--ticks`: one minute of the world's time.
const DEFAULT_TICKS: u64 = 1_200;
/// Time between two lines of progress.
const PROGRESS: Duration = Duration::from_millis(500);

pub(super) fn main(args: &RunArgs) -> ExitCode {
    let loaded = LevelsFolder::new(args.prepared.as_deref())
        .map_err(|d| vec![d])
        .and_then(|levels| setup::load(args, levels.source()).map(|(setup, warnings)| (levels, setup, warnings)));
    let (levels, setup, warnings) = match loaded {
        Ok(loaded) => loaded,
        Err(faults) => {
            print::diagnostics(&faults);
            return ExitCode::from(exit::FAILED);
        }
    };
    print::diagnostics(&warnings);
    if setup.nav.is_hierarchical(&setup.world) {
        let (width, height) = (setup.world.ground.width(), setup.world.ground.height());
        eprintln!("{width} × {height} cells: uses hierarchical search; preparing its levels first");
    } else if args.prepared.is_some() {
        eprintln!("--prepared: not used, because this world needs no hierarchical search");
    }
    let screen = std::io::stdout().is_terminal() && std::io::stdin().is_terminal();
    if args.headless || !screen {
        if !args.headless {
            eprintln!("no terminal: running headless (use --headless to avoid this message)");
        }
        return match Sim::new(setup) {
            Ok(sim) => headless(sim, args),
            Err(faults) => {
                print::diagnostics(&faults);
                ExitCode::from(exit::FAILED)
            }
        };
    }
    show::main(setup, &levels)
}

fn headless(mut sim: Sim, args: &RunArgs) -> ExitCode {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // If this fails, the signal ends the run without a report.
        let _ = signal_hook::flag::register(signal, Arc::clone(&stop));
    }
    let ticks = args.ticks.unwrap_or(DEFAULT_TICKS);
    let progress = std::io::stderr().is_terminal();
    let mut last = Instant::now();
    let run = run_headless(&mut sim, ticks, |done| {
        if progress && last.elapsed() >= PROGRESS {
            eprint!("\r{done} of {ticks} ticks ");
            last = Instant::now();
        }
        !stop.load(Ordering::Relaxed)
    });
    if progress {
        eprint!("\r\x1b[K");
    }
    for line in sim.log().lines().filter(|l| l.level == Level::Error) {
        let again = if line.repeats > 0 { format!(" (repeated {} times)", line.repeats) } else { String::new() };
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
