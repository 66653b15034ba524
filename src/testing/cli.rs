//! What tests of `cli` use beyond its public face.

use crate::cli::check::show::for_editors;
use crate::cli::check::subjects::Subjects;
use serde_json::Value;
use std::path::Path;

pub use crate::cli::command;
pub use crate::cli::test::tally::quoted;

/// What `bestiary check` finds below a path, as its JSON has it.
pub fn findings(path: &Path) -> Vec<Value> {
    for_editors(&Subjects::find(&[path.to_owned()], &[]).check())
}

pub mod determinism {
    pub use crate::cli::check::determinism::{Plan, first_difference, memory_difference, start};
}
