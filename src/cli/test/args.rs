//! The arguments of `bestiary test`.

use super::coverage::CoverageArgs;
use crate::cli::Args;
use std::path::PathBuf;

/// Run Lua specs: tests of behaviours in small worlds that are drawn as text.
///
/// Examples:
///   bestiary test
///   bestiary test scripts/spec/tactics_spec.lua --filter wall
///   bestiary test mods/wetlands
///   bestiary test --coverage --min-transitions 100
#[derive(Args, Clone, Debug)]
#[command(verbatim_doc_comment, allow_negative_numbers = true)]
pub(in crate::cli) struct TestArgs {
    /// Spec files, or mod folders [default: the specs of all mods]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// A mod folder on top of the built-in one
    #[arg(long = "mod", value_name = "DIR")]
    pub mods: Vec<PathBuf>,
    /// Only tests whose name or file contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub filter: String,
    /// The seed of worlds without a seed of their own [default: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Run the tests again after every save in their mods, until Ctrl-C
    #[arg(long)]
    pub watch: bool,
    #[command(flatten)]
    pub(super) coverage: CoverageArgs,
}
