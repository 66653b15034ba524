//! What a mod's text means: inference over the resolved tree, rules, transitions, coverage.

pub(crate) mod behaviour_index;
pub(crate) mod check;
pub(crate) mod constants;
pub(crate) mod coverage;
pub(crate) mod flow;
pub(crate) mod infer;
pub(crate) mod rules;
pub(crate) mod signals;
pub(crate) mod spec;
pub(crate) mod symbol_table;
pub(crate) mod transitions;
pub(crate) mod types;
