//! Loops that never end, code that is never reached, and functions that return nothing although their result is used.

use crate::lua::analysis::rules::*;
use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn check(c: &Checker) {
    silent(c);
    nothing(c);
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

/// Results of functions of the API and of Lua that return nothing: `local ok = npc:stop()`.
fn nothing(c: &Checker) {
    let wanted = wanted(c.tree);
    for (id, e) in c.tree.exprs.iter().enumerate() {
        let (Kind::Call { .. } | Kind::Method { .. }) = e.kind else { continue };
        let (true, [callee]) = (wanted.contains(&id), &c.s.callees(c.file, id, 0)[..]) else { continue };
        if callee.returns_nothing() {
            let shown = c.tree.shown_callee(id);
            c.warning(
                e.at,
                format!("{shown} returns nothing: its result is always nil"),
                "call it in a line of its own",
            );
        }
    }
}

/// The expressions whose values are used: kept, looked at by a condition, or needed by an operator. `return f()` and
/// `a and f()` may only be a way of calling it.
fn wanted(tree: &Tree) -> BTreeSet<ExprId> {
    let named = (0..tree.locals.len()).filter(|l| tree.locals[*l].name != "_");
    let kept = named.flat_map(|l| tree.values(l)).chain(tree.writes.iter().filter_map(|w| Some(w.value?.0)));
    let mut wanted: BTreeSet<ExprId> = kept.map(|e| tree.bare(e)).collect();
    // The parts of a condition are conditions themselves.
    let mut open = tree.conditions.clone();
    while let Some(e) = open.pop() {
        let e = tree.bare(e);
        wanted.insert(e);
        if let Kind::Binary(Op::And | Op::Or, l, r) = *tree.kind(e) {
            open.extend([l, r]);
        }
    }
    wanted.extend((0..tree.exprs.len()).filter(|e| is_operand(tree, *e)));
    wanted
}

/// By which name, and on which line, this file or another first uses the result of each function of a file.
fn result_uses(s: &Session, home: FileId) -> BTreeMap<FunctionId, (String, u32)> {
    let mut all = BTreeMap::new();
    for file in 0..s.files.len() {
        let tree = s.tree(file);
        let wanted = wanted(tree);
        for (id, e) in tree.exprs.iter().enumerate() {
            let Kind::Call { callee, .. } = e.kind else { continue };
            if (home == file || tree.field_name(callee).is_some())
                && wanted.contains(&id)
                && let [Type::Function(theirs, function)] = s.types(file, callee)[..]
                && theirs == home
            {
                all.entry(function).or_insert_with(|| (tree.shown(callee), e.at.line));
            }
        }
    }
    all
}

/// Whether an operator needs the value of a call.
fn is_operand(tree: &Tree, call: ExprId) -> bool {
    tree.user(call).is_some_and(|user| match *tree.kind(user) {
        Kind::Binary(Op::And | Op::Or, l, _) => tree.bare(l) == call,
        Kind::Unary(..) | Kind::Binary(..) => true,
        _ => false,
    })
}
