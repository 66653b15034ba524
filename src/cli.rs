//! The command line: one file for each command. A new command is a file and a line in `commands!`.

pub(crate) mod check;
mod completions;
mod convert;
mod experiment;
mod new;
mod outcome;
mod path;
mod picture_file;
mod prepared;
mod progress;
mod report;
mod run;
mod scen;
mod search_options;
pub(crate) mod test;
mod types;

use crate::diag::{Clock, Diagnostic};
use crate::grid::Field;
use crate::runtime::WallClock;
use crate::world::format;
use clap::error::{ContextKind, ErrorKind};
use clap::{Args, FromArgMatches, Parser, Subcommand, ValueEnum};
use outcome::{Ended, FAILED, Stop, USAGE};
use progress::{Progress, stop_flag};
use run::{ReportForm, RunArgs, ScreenArgs};
use search_options::SearchArgs;
use std::error::Error as _;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
use std::process::ExitCode;

/// A scriptable modding runtime: creatures in Lua on a native pathfinder, with a terminal dashboard.
///
/// Without a command it runs the dashboard on the default map (maps/glade.toml). Edit and save a file in scripts/npc
/// while it runs: living creatures use the new version at once.
#[derive(Parser)]
#[command(name = "bestiary", version, max_term_width = 100, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    screen: ScreenArgs,
}

/// Declares the commands: a variant with the arguments of each, and the call of its `main`.
macro_rules! commands {
    ($($command:ident($module:ident::$args:ident)),+ $(,)?) => {
        #[derive(Subcommand)]
        enum Command {
            $($command($module::$args),)+
        }

        impl Command {
            fn run(&self) -> outcome::Ended {
                match self {
                    $(Self::$command(args) => $module::main(args),)+
                }
            }
        }
    };
}

commands! {
    Run(run::RunArgs),
    Check(check::CheckArgs),
    Test(test::TestArgs),
    Path(path::PathArgs),
    Scen(scen::ScenArgs),
    Experiment(experiment::ExperimentArgs),
    Types(types::TypesArgs),
    New(new::NewArgs),
    Convert(convert::ConvertArgs),
    Completions(completions::CompletionsArgs),
}

/// The declared commands and options.
pub fn command() -> clap::Command {
    reflowed(<Cli as clap::CommandFactory>::command())
}

/// Help texts are written in lines of the source: those of a paragraph become one, and break where the terminal ends. Lines
/// that begin with a blank (examples, lists) stay as they are.
fn reflowed(command: clap::Command) -> clap::Command {
    let joined = |text: String| {
        let mut lines: Vec<String> = Vec::new();
        for line in text.lines() {
            match lines.last_mut() {
                Some(above) if ![line, above].iter().any(|l| l.is_empty() || l.starts_with(' ')) => {
                    *above = format!("{above} {line}");
                }
                _ => lines.push(line.to_owned()),
            }
        }
        lines.join("\n")
    };
    let long = command.get_long_about().map(|text| joined(text.to_string()));
    let command = command.mut_subcommands(reflowed);
    match long {
        Some(long) => command.long_about(long),
        None => command,
    }
}

/// What is wrong with a number, as a person says it and not as the parser does.
fn in_words(e: clap::Error) -> clap::Error {
    let cause = e.source();
    let wanted = match cause.and_then(|cause| cause.downcast_ref::<ParseIntError>()).map(ParseIntError::kind) {
        Some(IntErrorKind::PosOverflow) => "it is too large",
        Some(_) => "it must be a whole number, and not negative",
        None if cause.is_some_and(|cause| cause.is::<ParseFloatError>()) => "it must be a number, such as 0.5",
        None => return e,
    };
    let named = |kind| e.get(kind).map(ToString::to_string).unwrap_or_default();
    let (value, option) = (named(ContextKind::InvalidValue), named(ContextKind::InvalidArg));
    let text = format!("invalid value '{value}' for '{option}': {wanted}\n\nFor more information, try '--help'.\n");
    clap::Error::raw(ErrorKind::ValueValidation, text)
}

/// Parses the arguments, runs the command, and returns the exit code.
pub fn main() -> ExitCode {
    let parsed = command().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(e) => {
            let e = in_words(e);
            // A closed pipe must not cause a panic.
            let _ = e.print();
            return ExitCode::from(if e.use_stderr() { outcome::USAGE } else { 0 });
        }
    };
    let ended = match cli.command {
        Some(command) => command.run(),
        None => run::main(&RunArgs { screen: cli.screen, ..RunArgs::parse_from(["run"]) }),
    };
    ended.map_or_else(outcome::Stop::report, |()| ExitCode::SUCCESS)
}
