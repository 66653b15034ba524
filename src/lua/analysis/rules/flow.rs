//! Loops that never end, code that is never reached, and functions that return nothing although their result is used.

use crate::lua::analysis::rules::*;
use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn check(c: &Checker) {
    silent(c);
    let hint = "a handler is called again and again: use if, and go on in the next tick";
    c.tree.endless.iter().for_each(|at| c.warning(*at, "this loop never ends", hint));
    let message = "this is never reached: the code before it never ends";
    c.tree.dead.iter().for_each(|at| c.warning(*at, message, None));
}

/// Functions whose result is used and which return nothing: a `return` was forgotten.
fn silent(c: &Checker) {
    let uses = LazyCell::new(|| result_uses(c.s, c.file));
    for (id, f) in c.tree.functions.iter().enumerate().skip(1) {
        let silent = f.ends && f.returns.iter().all(Vec::is_empty) && f.last != f.at;
        if let Some((name, line)) = silent.then(|| uses.get(&id)).flatten() {
            let message = format!("{name} returns nothing, but line {line} uses its result");
            c.warning(f.last, message, "write: return …");
        }
    }
}

/// By which name, and on which line, this file or another first uses the result of each function of a file.
fn result_uses(s: &Session, home: FileId) -> BTreeMap<FunctionId, (String, u32)> {
    let mut all = BTreeMap::new();
    for file in 0..s.files.len() {
        let tree = s.tree(file);
        let named = (0..tree.locals.len()).filter(|l| tree.locals[*l].name != "_");
        let values = tree.conditions.iter().copied().chain(named.flat_map(|l| tree.values(l)));
        let kept: BTreeSet<ExprId> = values.map(|e| tree.bare(e)).collect();
        for (id, e) in tree.exprs.iter().enumerate() {
            let Kind::Call { callee, .. } = e.kind else { continue };
            if (home == file || tree.field_name(callee).is_some())
                && (kept.contains(&id) || is_operand(tree, id))
                && let [Type::Function(theirs, function)] = s.types(file, callee)[..]
                && theirs == home
            {
                all.entry(function).or_insert_with(|| (tree.shown(callee), e.at.line));
            }
        }
    }
    all
}

/// Whether an operator needs the value of a call. `return f()` and `a and f()` may only be a way of calling it.
fn is_operand(tree: &Tree, call: ExprId) -> bool {
    tree.user(call).is_some_and(|user| match *tree.kind(user) {
        Kind::Binary(Op::And | Op::Or, l, _) => tree.bare(l) == call,
        Kind::Unary(..) | Kind::Binary(..) => true,
        _ => false,
    })
}
