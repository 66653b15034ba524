//! What a mod's text means: inference over the resolved tree, rules, transitions, coverage.

pub mod check;
pub mod coverage;
pub mod infer;
pub mod known;
pub mod rules;
pub mod spec;
pub mod types;
