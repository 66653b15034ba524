//! `bestiary check`: reads mods and maps and says what is wrong with them, without running creatures.

mod beside;
pub(crate) mod determinism;
mod map;
pub(crate) mod show;
pub(crate) mod subjects;

use super::{Args, Diagnostic, Ended, ReportForm, Stop, outcome};
use crate::diag::Severity;
use std::path::PathBuf;
use subjects::Subjects;

/// Check scripts, mods and maps without running them.
///
/// Every fault is reported as file:line:column: message, with the line and a suggestion. No creature
/// runs: what handlers would do is worked out from the source. Exit code 1 when there is an error;
/// warnings alone pass.
///
/// Examples:
///   bestiary check            scripts/ and maps/ here, or the built-in ones
///   bestiary check mods/wetlands maps/glade.toml
///   bestiary check scripts/npc/wolf.lua --format json
///   bestiary check mods/wetlands --determinism
#[derive(Args, Clone, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct CheckArgs {
    /// Mod folders, .lua files, maps (.toml, .map), scenarios (.scen), configurations, folders of maps
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// A mod folder to load before what is checked
    #[arg(long = "mod", value_name = "DIR")]
    pub mods: Vec<PathBuf>,
    /// text for people, json for editors: one array of file, line, column, end_column, severity, message, suggestion
    #[arg(long, value_enum, default_value_t = ReportForm::Text)]
    pub format: ReportForm,
    /// Also run the mods, on the maps among the paths or on the glade: on one thread, on two, and with every script
    /// reloaded halfway; the first tick and creature that differ are an error
    #[arg(long)]
    pub determinism: bool,
    /// How many ticks of 50 ms --determinism runs
    #[arg(long, value_name = "N", default_value_t = 400, requires = "determinism", value_parser = clap::value_parser!(u64).range(1..))]
    pub ticks: u64,
    /// The seed of --determinism
    #[arg(long, value_name = "N", default_value_t = 1, requires = "determinism")]
    pub seed: u64,
}

pub(super) fn main(args: &CheckArgs) -> Ended {
    let mut subjects = Subjects::find(&args.paths, &args.mods);
    let mut found = subjects.check();
    let failed = |found: &[Diagnostic]| found.iter().any(|d| d.severity == Severity::Error);
    if args.determinism && failed(&found) {
        outcome::note("--determinism waits until the errors are fixed");
    } else if args.determinism {
        found.extend(subjects.determinism(args.seed, args.ticks));
    }
    match args.format {
        ReportForm::Text => outcome::report(&show::text(&found)),
        ReportForm::Json => outcome::json(&show::for_editors(&found)),
    }?;
    if failed(&found) { Err(Stop::Reported) } else { Ok(()) }
}
