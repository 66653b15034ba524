//! The command line: one file a command.

mod check;
mod experiment;
mod new;
mod path;
mod prepared;
mod print;
mod profile;
mod report;
mod run;
mod scen;
mod search_options;
mod setup;
mod show;
mod test;
mod types;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// A scriptable modding runtime: living creatures in Lua on a native pathfinder, watched in a terminal.
///
/// Without a command: the dashboard on the default map (maps/glade.toml). Edit a file under scripts/npc while it runs
/// and save it: the creatures think differently before their next breath.
#[derive(Parser)]
#[command(name = "bestiary", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Run(run::RunArgs),
    Check(check::CheckArgs),
    Test(test::TestArgs),
    Path(path::PathArgs),
    Scen(scen::ScenArgs),
    Experiment(experiment::ExperimentArgs),
    Types(types::TypesArgs),
    New(new::NewArgs),
}

/// Exit codes of the program.
pub(crate) mod exit {
    /// The thing asked about failed.
    pub const FAILED: u8 = 1;
    /// Wrong usage.
    pub const USAGE: u8 = 2;
}

/// Parses the arguments, does what they say, and answers with the exit code.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(e) => {
            // A closed pipe is no reason to panic over a help text.
            let _ = e.print();
            return ExitCode::from(if e.use_stderr() { exit::USAGE } else { 0 });
        }
    };
    match cli.command.unwrap_or_else(|| Command::Run(run::RunArgs::default())) {
        Command::Run(args) => run::main(&args),
        Command::Check(args) => check::main(&args),
        Command::Test(args) => test::main(&args),
        Command::Path(args) => path::main(&args),
        Command::Scen(args) => scen::main(&args),
        Command::Experiment(args) => experiment::main(&args),
        Command::Types(args) => types::main(&args),
        Command::New(args) => new::main(&args),
    }
}
