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
    writes::check,
    states::check,
    unset::check,
    flow::check,
];

/// Applies all rules to all files.
pub(crate) fn apply(s: &Session, index: &BehaviourIndex, flow: &Findings) -> Vec<Diagnostic> {
    let found = RefCell::default();
    for file in 0..s.files.len() {
        let c = Checker { s, index, flow, file, tree: s.tree(file), found: &found };
        ALL.iter().for_each(|rule| rule(&c));
    }
    found.into_inner()
}
