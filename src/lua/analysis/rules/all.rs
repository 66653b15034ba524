//! The list of the rules, and their application to all files.

use super::*;

/// The rules, in the order in which they look at a file.
const ALL: &[fn(&Checker)] = &[
    absent::check,
    members::check,
    calls::check,
    compare::check,
    requires::check,
    tables::check,
    truth::check,
    memory::check,
    recalled::check,
    writes::check,
    states::check,
    unset::check,
    flow::check,
    ranges::check,
    repeated::check,
    loops::check,
    signals::check,
    effects::check,
    dead_ends::check,
    handlers::check,
    // Last: what is wrong already often explains why something is unused.
    unused::check,
];

/// Applies all rules to all files.
pub(crate) fn apply(s: &Session, index: &BehaviourIndex, flow: &Findings) -> Vec<Diagnostic> {
    let (found, memo, signals) = (RefCell::default(), values::Memo::default(), Signals::of(s, index));
    for file in 0..s.files.len() {
        let c = Checker { s, index, flow, signals: &signals, memo: &memo, file, tree: s.tree(file), found: &found };
        ALL.iter().for_each(|rule| rule(&c));
    }
    found.into_inner()
}
