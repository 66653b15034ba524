//! `bestiary run`: a world in the dashboard or headless.

mod pictures;

use super::prepared::LevelsFolder;
use super::progress::{note_over, part_done, waiting};
use super::report::RunReport;
use super::{Args, Diagnostic, Ended, FAILED, Parser, Stop, ValueEnum, format, outcome, stop_flag};
use crate::config::Config;
use crate::nav::{LevelsSource, Planner};
use crate::runtime::{DEFAULT_MAP, Options, Runtime, Start, StopError, run_commanded};
use crate::sim::{Command, Level, LogLine, MOST_THREADS, Population, Setup, Sim};
use crate::ui::text::clock;
use crate::ui::{self, Background, Colours, Theme};
use crate::world::format::{RunChange, RunEdit};
use clap::builder::RangedU64ValueParser;
use pictures::{Drawer, PictureArgs};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Run a world: in the dashboard, or with --headless at full speed with a report at the end.
///
/// Examples:
///   bestiary run maps/depot.toml
///   bestiary run maps/bg512/AR0411SR.map --population deer=100
///   bestiary run --headless --ticks 6000 --seed 7 --report json
///   bestiary run depot --headless --svg depot.svg --at 100 --gif depot.gif
#[derive(Parser, Clone, Debug)]
#[command(verbatim_doc_comment, allow_negative_numbers = true)]
pub(super) struct RunArgs {
    /// A native TOML map, one of Tiled or LDtk, a picture, or a Moving AI .map file; or the name of one that is built in, such
    /// as `glade` [the default], `depot` or `plain`
    #[arg(value_name = "MAP", default_value = DEFAULT_MAP, hide_default_value = true)]
    pub map: String,
    /// A mod folder on top of the built-in one, can be repeated; a later mod replaces behaviours of the same name
    #[arg(long = "mod", value_name = "DIR")]
    pub mods: Vec<PathBuf>,
    /// A TOML file with the tables sim, nav, motion, crowd and script
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// The seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Run without the dashboard and print a report
    #[arg(long)]
    pub headless: bool,
    /// Steps of a headless run, 50 ms each [default: 1200]
    #[arg(long, value_name = "N")]
    pub ticks: Option<u64>,
    /// Threads of the simulation; they change only the speed [default: one for each core]
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=MOST_THREADS as u64))]
    pub threads: Option<usize>,
    /// Creatures in addition to those of the map; can be repeated
    #[arg(long, value_name = "BEHAVIOUR=N")]
    pub population: Vec<Population>,
    /// How agents plan their paths [default: as in the map, otherwise static]
    #[arg(long, value_enum)]
    pub planner: Option<Planner>,
    /// Replay the changes of this file, in a headless run
    ///
    /// A line is a change before a step, and # begins a comment: `20 12,40-14,44 mud` makes cells another kind of ground,
    /// `35 door barn open` or `closed` turns a door. A name that contains # goes in quotation marks.
    #[arg(long, value_name = "FILE")]
    pub changes: Option<PathBuf>,
    /// Store the levels prepared for a very large world in this folder, so that later starts are fast
    #[arg(long, value_name = "DIR")]
    pub prepared: Option<PathBuf>,
    /// Start with pathfinding switched off: only feelers steer
    #[arg(long)]
    pub feelers_only: bool,
    /// Format of the report of a headless run [default: text]
    #[arg(long, value_enum)]
    pub report: Option<ReportForm>,
    #[command(flatten)]
    pub screen: ScreenArgs,
    // The last: what follows would come under its heading.
    #[command(flatten)]
    pub picture: PictureArgs,
}

impl RunArgs {
    /// Steps of a headless run.
    fn ticks(&self) -> u64 {
        self.ticks.unwrap_or(TICKS)
    }

    /// An option that says nothing to the dashboard, where there is one.
    fn of_headless_runs(&self) -> Option<&'static str> {
        let options = [
            ("--ticks", self.ticks.is_some()),
            ("--report", self.report.is_some()),
            ("--changes", self.changes.is_some()),
            ("--svg", self.picture.svg.is_some()),
            ("--gif", self.picture.gif.is_some()),
        ];
        options.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }
}

/// How the dashboard looks.
#[derive(Args, Clone, Debug)]
pub(super) struct ScreenArgs {
    /// Colours of the dashboard [default: what the terminal can show]
    #[arg(long, value_enum)]
    pub colours: Option<Colours>,
    /// What the colours are for [default: what the terminal says of its background]
    #[arg(long, value_enum)]
    pub theme: Option<Background>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportForm {
    Text,
    Json,
}

/// Steps of a headless run that is not said how many it has.
const TICKS: u64 = 1_200;
/// How long to wait, after the person quits, for the step that is running.
const PATIENCE: Duration = Duration::from_millis(200);

pub(super) fn main(args: &RunArgs) -> Ended {
    let levels = LevelsFolder::new(args.prepared.as_deref()).map_err(|d| vec![d])?;
    let (setup, warnings) = load(args, levels.source())?;
    outcome::diagnostics(&warnings);
    if setup.nav.is_hierarchical(&setup.world) {
        let (width, height) = (setup.world.ground.width(), setup.world.ground.height());
        outcome::note(format!("{width} × {height} cells: uses hierarchical search; preparing its levels first"));
    } else if args.prepared.is_some() {
        outcome::note("--prepared: not used, because this world needs no hierarchical search");
    }
    let can_move = std::env::var_os("TERM").is_none_or(|term| term != "dumb");
    let screen = std::io::stdout().is_terminal() && std::io::stdin().is_terminal() && can_move;
    if let Some(option) = args.of_headless_runs().filter(|_| !args.headless && screen) {
        return Err(Stop::usage(format!("{option} goes with --headless")));
    }
    if args.headless && (args.screen.colours.is_some() || args.screen.theme.is_some()) {
        return Err(Stop::usage("--colours and --theme are for the dashboard, which --headless does without"));
    }
    args.picture.precheck(args)?;
    let changes = args.changes.as_ref().map(|file| format::load_run_changes(file, &setup.world)).transpose();
    let changes = changes.map_err(|fault| vec![fault])?.unwrap_or_default();
    outcome::diagnostics(after_the_end(args, &changes).as_slice());
    if !args.headless && screen {
        return show(setup, &levels, theme(&args.screen));
    }
    if !args.headless {
        outcome::note("no terminal for the dashboard: running headless (use --headless to avoid this message)");
    }
    headless(start(setup, Sim::new)?, args, &changes)
}

/// Loads map, configuration and mods. The second part of the result are warnings.
fn load(args: &RunArgs, levels: LevelsSource) -> Result<(Setup, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut config = match &args.config {
        Some(path) => Config::load(path).map_err(|d| vec![d])?,
        None => Config::default(),
    };
    config.sim.threads = match args.threads.unwrap_or(config.sim.threads) {
        0 => std::thread::available_parallelism().map_or(1, |n| n.get().min(MOST_THREADS)),
        n => n,
    };
    config.sim.feelers_only |= args.feelers_only;
    let RunArgs { map, mods, seed, population, planner, .. } = args.clone();
    Start { map, mods, config, seed, population, planner, levels, ..Start::default() }.load().map_err(|e| e.0)
}

/// What the person wants, else what the terminal says.
fn theme(args: &ScreenArgs) -> Theme {
    let found = Theme::from_env();
    let colours = args.colours.unwrap_or(found.colours);
    let light = match args.theme {
        Some(background) => background == Background::Light,
        None if colours == Colours::None => false,
        None => ui::terminal::is_light().unwrap_or(found.light),
    };
    Theme { colours, light, ..found }
}

/// Shows the dashboard until the person quits. `levels` reports nothing while the dashboard has the screen.
fn show(setup: Setup, levels: &LevelsFolder, theme: Theme) -> Ended {
    let runtime = start(setup, |setup| Runtime::start(setup, Options { watch: true, paused: false }))?;
    levels.silence();
    let shown = ui::run(&runtime, theme);
    let ended = runtime.stop_within(PATIENCE);
    shown.map_err(Stop::failed)?;
    match ended {
        Err(StopError::Late) => {
            outcome::note("the step that was running is abandoned");
            signal_hook::low_level::exit(0)
        }
        ended => ended.map(drop).map_err(|panic| Stop::failed(format!("the simulation failed: {panic}"))),
    }
}

/// Brings a world to life, which takes long when it has many creatures.
fn start<T>(setup: Setup, begin: impl FnOnce(Setup) -> Result<T, Vec<Diagnostic>>) -> Result<T, Vec<Diagnostic>> {
    // Preparing levels shows its own progress.
    if setup.nav.is_hierarchical(&setup.world) {
        begin(setup)
    } else {
        waiting(|s| format!("starting the world: {s:.1} s"), || begin(setup))
    }
}

fn headless(mut sim: Sim, args: &RunArgs, changes: &[RunChange]) -> Ended {
    sim.count_crowd();
    let stop = stop_flag();
    let ticks = args.ticks();
    let steps = AtomicU64::new(0);
    // A step of very many creatures takes seconds: the line does not wait for its end.
    let line =
        |s| format!("{} ticks, {}", steps.load(Ordering::Relaxed), part_done(steps.load(Ordering::Relaxed), ticks, s));
    let mut said = 0;
    let mut drawer = Drawer::new(&args.picture, ticks);
    let run = waiting(line, || {
        let mut changes = changes.iter().peekable();
        let due = |step: u64| {
            let mut commands = Vec::new();
            while let Some(change) = changes.next_if(|change| u64::from(change.step) <= step) {
                commands.push(command(&change.what));
            }
            commands
        };
        run_commanded(&mut sim, ticks, due, |sim, done| {
            steps.store(done, Ordering::Relaxed);
            said = say(sim, said);
            drawer.look(sim, done);
            !stop.load(Ordering::Relaxed)
        })
    });
    say(&sim, said);
    if run.steps == ticks {
        drawer.look(&mut sim, ticks);
        drawer.write()?;
    }
    for line in sim.log().lines().filter(|l| l.repeats > 0) {
        said_line(line, &format!(" (repeated {} times)", line.repeats), &sim);
    }
    let report = RunReport::new(&args.map, &mut sim, &run);
    match args.report.unwrap_or(ReportForm::Text) {
        ReportForm::Text => outcome::report(&report.text()),
        ReportForm::Json => outcome::json(&report.json()),
    }?;
    if run.steps < ticks {
        let pictures = if args.picture.is_some() { ": no picture was written" } else { "" };
        return Err(Stop::Message(FAILED, format!("interrupted after {} of {ticks} ticks{pictures}", run.steps)));
    }
    Ok(())
}

fn command(change: &RunEdit) -> Command {
    match change {
        RunEdit::Door { name, open } => Command::SetDoor { door: name.clone(), open: *open },
        RunEdit::Edit(edit) => Command::Edit(edit.clone()),
    }
}

/// A warning where changes are due when the run is over; they are in order of steps.
fn after_the_end(args: &RunArgs, changes: &[RunChange]) -> Option<Diagnostic> {
    let late = &changes[changes.partition_point(|change| u64::from(change.step) < args.ticks())..];
    let RunChange { step, line, .. } = late.first()?;
    let rest = match late.len() {
        1 => String::new(),
        n => format!(", and {} more", n - 1),
    };
    let message = format!("not made: step {step} is after the end of the run, which has {} steps{rest}", args.ticks());
    let file = args.changes.as_ref()?.display().to_string();
    Some(Diagnostic::warning(file, message).at(*line, 1))
}

/// Prints what the log says from line number `from` on; returns the number of the next.
fn say(sim: &Sim, from: u64) -> u64 {
    let new = sim.log().lines().rev().take_while(|l| l.seq >= from).count();
    let lines = sim.log().lines();
    lines.skip(sim.log().lines().len() - new).for_each(|l| said_line(l, "", sim));
    sim.log().lines().next_back().map_or(from, |l| l.seq + 1)
}

/// A line of the log. What is wrong in a file begins with its place, as compilers write it.
fn said_line(line: &LogLine, end: &str, sim: &Sim) {
    let speaker = line.speaker.as_ref().map_or(String::new(), |(_, name)| format!("{name}: "));
    let time = clock(line.step as f64 * f64::from(sim.step_ms()) / 1_000.0) + " ";
    let time = if line.level < Level::Warn || line.speaker.is_some() { &time } else { "" };
    format!("{time}{speaker}{}{end}", line.text).lines().for_each(note_over);
}
