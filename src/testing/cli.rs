//! What tests of `cli` use beyond its public face.

pub use crate::cli::command;
pub use crate::cli::test::tally::quoted;

pub mod determinism {
    pub use crate::cli::check::determinism::{Plan, first_difference, memory_difference, start};
}
