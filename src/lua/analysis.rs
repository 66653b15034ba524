//! What a mod's text means: inference over the resolved tree, rules, transitions, coverage.

pub mod behaviour_index;
pub mod check;
pub mod coverage;
pub mod evaluated;
pub mod infer;
pub mod rules;
pub mod spec;
pub mod symbol_table;
pub mod transitions;
pub mod types;
