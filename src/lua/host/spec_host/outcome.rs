//! How tests end.

use crate::diag::Diagnostic;

/// How a test ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Outcome {
    pub file: String,
    /// The names of all `describe` around it and its own; empty for a file that does not load.
    pub name: String,
    /// On the first seed that it failed on.
    pub failure: Option<Failure>,
    /// What it printed.
    pub printed: Vec<String>,
    /// On how many seeds it ran.
    pub seeds: u32,
    /// Those that it failed on.
    pub failed_seeds: Vec<u64>,
    /// How long it took, by the clock of the [`Terms`](super::Terms).
    pub nanos: u64,
}

/// What was wrong, where, and how the world looked.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Failure {
    pub diagnostic: Diagnostic,
    /// The test's last world, when there was one.
    pub scene: Option<Scene>,
}

/// The world in which a test ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scene {
    pub drawing: String,
    /// The last reasons of its creatures.
    pub reasons: Vec<String>,
    /// What they printed and said last.
    pub log: Vec<String>,
    pub seed: u64,
}
