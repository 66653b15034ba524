//! What happens to a found path: sight tests and string pulling.

mod pull;
mod sight;
#[cfg(test)]
mod sight_tests;

pub use pull::pull;
pub use sight::Sight;
