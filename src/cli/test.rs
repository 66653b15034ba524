//! `bestiary test`: Lua specs.

mod tally;

use super::{exit, setup};
use crate::spec::{self, Options};
use clap::Args;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use tally::Tally;

/// Run Lua specs: little worlds drawn as text, creatures in them, and what is expected of these.
///
/// Examples:
///   bestiary test
///   bestiary test scripts/spec/tactics_spec.lua --filter wall
///   bestiary test mods/wetlands
#[derive(Args, Clone, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct TestArgs {
    /// Spec files, or mod folders [default: the specs of all mods]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// A mod folder on top of the built-in one
    #[arg(long = "mod", value_name = "DIR")]
    pub mods: Vec<PathBuf>,
    /// Only tests whose name or file contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub filter: String,
    /// The seed of worlds that name none [default: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

pub(super) fn main(args: &TestArgs) -> ExitCode {
    let batches = match spec::find(&args.paths, &args.mods) {
        Ok(batches) => batches,
        Err(faults) => {
            setup::tell(&faults);
            return ExitCode::from(exit::FAILED);
        }
    };
    let options = Options { filter: args.filter.clone(), seed: args.seed };
    let mut tally = Tally::new(args);
    for batch in &batches {
        let told = |outcome| {
            tally.tell(&outcome);
            ControlFlow::Continue(())
        };
        if let Err(faults) = spec::run(batch, &options, told) {
            setup::tell(&faults);
            return ExitCode::from(exit::FAILED);
        }
    }
    let fine = tally.close();
    if fine { ExitCode::SUCCESS } else { ExitCode::from(exit::FAILED) }
}

/// A closed pipe is no reason to panic.
fn say(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
}
