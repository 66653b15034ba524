//! The arguments of `bestiary run`.

use crate::nav::Planner;
use crate::sim::Population;
use clap::builder::{PossibleValue, RangedU64ValueParser};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use strum::VariantArray;

/// Run a world: in the dashboard, or with --headless at full speed with a report at the end.
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
    /// A mod folder on top of the built-in one, can be repeated; a later mod replaces behaviours of the same name
    #[arg(long = "mod", value_name = "DIR")]
    pub mods: Vec<PathBuf>,
    /// A TOML file with tables [sim], [nav], [motion], [script]
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
    /// Threads of the simulation, 1 to 256; they change only the speed [default: 1]
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub threads: Option<usize>,
    /// Creatures in addition to those of the map; can be repeated
    #[arg(long, value_name = "BEHAVIOUR=N")]
    pub population: Vec<Population>,
    /// How agents plan their paths [default: as in the map, otherwise window]
    #[arg(long, value_enum)]
    pub planner: Option<Planner>,
    /// Store the levels prepared for a very large world in this folder, so that later starts are fast
    #[arg(long, value_name = "DIR")]
    pub prepared: Option<PathBuf>,
    /// Start with pathfinding switched off: only feelers steer
    #[arg(long)]
    pub feelers_only: bool,
    /// Format of the report of a headless run
    #[arg(long, value_enum, default_value_t = ReportForm::Text)]
    pub report: ReportForm,
}

impl ValueEnum for Planner {
    fn value_variants<'a>() -> &'a [Self] {
        Self::VARIANTS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(<&str>::from(self)).help(self.doc()))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportForm {
    Text,
    Json,
}
