//! The list of the rules, and their application to all files.

use super::*;
use std::collections::BTreeSet;

/// The rules, in the order in which they look at a file.
const ALL: &[fn(&Checker)] = &[
    absent::check,
    members::check,
    calls::check,
    compare::check,
    requires::check,
    results::check,
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
    precedence::check,
    settled::check,
    loops::check,
    signals::check,
    payload::check,
    timers::check,
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
        let caught = if errors.peek().is_some() { caught(&c) } else { BTreeSet::new() };
        errors.filter(|d| caught.contains(&(d.line, d.column))).for_each(|d| d.severity = Severity::Warning);
    }
    found.into_inner()
}

/// Lines and columns in functions that only `pcall` runs.
fn caught(c: &Checker) -> BTreeSet<(u32, u32)> {
    let tree = c.tree;
    let passed = |kind: &Kind| match kind {
        Kind::Call { callee, args } if ["pcall", "xpcall"].iter().any(|name| tree.is_global(*callee, name)) => {
            args.first().map(|e| tree.bare(*e))
        }
        _ => None,
    };
    let passed: BTreeSet<ExprId> = tree.exprs.iter().filter_map(|e| passed(&e.kind)).collect();
    let called =
        |e: ExprId| matches!(tree.parents[e].map(|of| tree.kind(of)), Some(Kind::Call { callee, .. }) if *callee == e);
    let mut inside: BTreeSet<FunctionId> =
        passed.iter().filter_map(|e| if let Kind::Function(f) = tree.kind(*e) { Some(*f) } else { None }).collect();
    // A function is caught where all that calls it is, and where it is written in one that is.
    let runs_in = |inside: &BTreeSet<FunctionId>, f: FunctionId| {
        let from = |e: ExprId| tree.enclosing(tree.exprs[e].function).any(|at| at == f || inside.contains(&at));
        let all_in = |l: &LocalId| tree.mentions[*l].iter().all(|e| passed.contains(e) || called(*e) && from(*e));
        let named = c.s.files[c.file].uses.named.get(&f).filter(|l| !tree.mentions[**l].is_empty());
        inside.contains(&tree.functions[f].parent) || named.is_some_and(all_in)
    };
    loop {
        let more = |f: &FunctionId| !inside.contains(f) && runs_in(&inside, *f);
        let more: Vec<FunctionId> = (1..tree.functions.len()).filter(more).collect();
        if more.is_empty() {
            break;
        }
        inside.extend(more);
    }
    let keys = |e: ExprId| tree.entries(e).into_iter().flatten().map(|entry| entry.at);
    let places = |e: ExprId| [tree.at(e), tree.named_at(e)].into_iter().chain(keys(e));
    let exprs = inside.iter().flat_map(|f| &tree.bodies[*f]);
    exprs.flat_map(|e| places(*e)).map(|at| (at.line, at.column)).collect()
}
