//! The arguments of `bestiary test`.

use super::coverage::CoverageArgs;
use crate::cli::Args;
use std::path::PathBuf;

/// Run Lua specs: tests of behaviours in small worlds that are drawn as text.
///
/// A spec lies in a mod's spec/ folder. It draws a world, runs it, and says what should be:
///
///   it("attacks a deer in sight", function()
///     local w = world { [[ w.....d ]], w = "wolf", d = "deer" }
///     w:run_until(function() return w:creature("w").state == "attack" end, 40)
///     expect(w:creature("w").memory.prey).to_be(w:creature("d").id)
///   end)
///
/// A test fails when an expectation does not hold, when a script raises an error, and when it could
/// not fail: it expects nothing, or a change or a forced code in it has no effect. A failure shows
/// file and line, the world, why its creatures are in their states, and how to run it again.
/// The exit code is 1 when a test failed or there was none. More is in docs/testing.md.
///
/// Examples:
///   bestiary test                                  the specs of the built-in mod
///   bestiary test mods/wetlands --filter flee      tests with "flee" in a name
///   bestiary test --seeds 20 --fail-fast --quiet   each test on 20 seeds
///   bestiary test mods/wetlands --watch            again after every save
///   bestiary test --coverage --min-codes 100       what the tests reached
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
    /// Run each test on so many seeds, from --seed on; one whose worlds all name a seed runs once
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true,
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub seeds: u32,
    /// Stop at the first test that fails, at its first seed that fails
    #[arg(long)]
    pub fail_fast: bool,
    /// Show only what fails, and the last line
    #[arg(long, short)]
    pub quiet: bool,
    /// Run the tests again after every save in their mods, until Ctrl-C
    #[arg(long)]
    pub watch: bool,
    #[command(flatten)]
    pub(super) coverage: CoverageArgs,
}
