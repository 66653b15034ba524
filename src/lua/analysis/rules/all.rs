//! The list of the rules, and their application to all files.

use super::*;
use crate::diag::Severity;
use std::collections::BTreeSet;

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
        let before = c.count();
        ALL.iter().for_each(|rule| rule(&c));
        let mut found = found.borrow_mut();
        let mut errors = found[before..].iter_mut().filter(|d| d.severity == Severity::Error).peekable();
        // Nothing stops where pcall catches it.
        let caught = if errors.peek().is_some() { caught(c.tree) } else { BTreeSet::new() };
        errors.filter(|d| caught.contains(&(d.line, d.column))).for_each(|d| d.severity = Severity::Warning);
    }
    found.into_inner()
}

/// Lines and columns in functions that are written in a `pcall`.
fn caught(tree: &Tree) -> BTreeSet<(u32, u32)> {
    let function = |e: &ExprId| if let Kind::Function(f) = tree.kind(*e) { Some(*f) } else { None };
    let caught = |kind: &Kind| match kind {
        Kind::Call { callee, args } if ["pcall", "xpcall"].iter().any(|name| tree.is_global(*callee, name)) => {
            args.first().and_then(function)
        }
        _ => None,
    };
    let mut inside: BTreeSet<FunctionId> = tree.exprs.iter().filter_map(|e| caught(&e.kind)).collect();
    // A function comes after the one that it is written in.
    for f in 1..tree.functions.len() {
        if inside.contains(&tree.functions[f].parent) {
            inside.insert(f);
        }
    }
    let places = |e: ExprId| [tree.at(e), tree.named_at(e)];
    let exprs = inside.iter().flat_map(|f| &tree.bodies[*f]);
    exprs.flat_map(|e| places(*e)).map(|at| (at.line, at.column)).collect()
}
