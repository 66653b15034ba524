//! Functions whose result is used and which return nothing: a `return` was forgotten.

use crate::lua::analysis::rules::*;
use std::collections::{BTreeMap, BTreeSet};

pub const RULES: &[Rule] = &[check];

fn check(s: &Session, _: &BehaviourIndex, file: FileId, found: &mut Findings) {
    let mut uses = None;
    for (id, f) in s.tree(file).functions.iter().enumerate().skip(1) {
        let silent = f.ends && f.returns.iter().all(Vec::is_empty) && f.last != f.at;
        if !silent {
            continue;
        }
        let uses = uses.get_or_insert_with(|| result_uses(s, file));
        if let Some((name, line)) = uses.get(&id) {
            let message = format!("{name} returns nothing, but line {line} uses its result");
            found.warning(s, file, f.last, message, Some("write: return …".into()));
        }
    }
}

/// By which name, and on which line, this file or another first uses the result of each function of a file.
fn result_uses(s: &Session, home: FileId) -> BTreeMap<FunctionId, (String, u32)> {
    let mut all = BTreeMap::new();
    for file in 0..s.files.len() {
        let tree = s.tree(file);
        let mut kept: BTreeSet<ExprId> = tree.conditions.iter().map(|e| tree.bare(*e)).collect();
        for source in tree.locals.iter().filter(|l| l.name != "_").flat_map(|l| &l.sources) {
            if let Source::Value(e, 0) = source {
                kept.insert(tree.bare(*e));
            }
        }
        for (id, e) in tree.exprs.iter().enumerate() {
            let Kind::Call { callee, .. } = e.kind else { continue };
            let own = home == file || matches!(tree.exprs[callee].kind, Kind::Field { .. });
            if own
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
    let user = tree.around(call).find(|e| !matches!(tree.exprs[*e].kind, Kind::Single(_)));
    user.is_some_and(|user| match tree.exprs[user].kind {
        Kind::Binary(Op::And | Op::Or, l, _) => tree.bare(l) == call,
        Kind::Unary(..) | Kind::Binary(..) => true,
        _ => false,
    })
}
