//! Functions whose result is used and which return nothing: a `return` was forgotten.

use crate::lua::analysis::behaviour_index::BehaviourIndex;
use crate::lua::analysis::infer::Session;
use crate::lua::analysis::rules::{Findings, Rule};
use crate::lua::analysis::types::{FileId, Type};
use crate::lua::source::tree::{ExprId, FunctionId, Kind, Op, Source, Tree};

pub const RULES: &[Rule] = &[check];

fn check(s: &Session, _: &BehaviourIndex, file: FileId, found: &mut Findings) {
    let tree = s.tree(file);
    for (id, f) in tree.functions.iter().enumerate().skip(1) {
        let silent = f.ends && f.returns.iter().all(Vec::is_empty) && f.last != f.at;
        let Some((name, line)) = silent.then(|| asked(s, file, id)).flatten() else { continue };
        let message = format!("{name} returns nothing, but line {line} uses its result");
        found.warning(s, file, f.last, message, Some("write: return …".into()));
    }
}

/// By which name, and on which line, this file or another uses the result of a function.
fn asked(s: &Session, home: FileId, function: FunctionId) -> Option<(String, u32)> {
    (0..s.files.len()).find_map(|file| {
        let tree = s.tree(file);
        tree.exprs.iter().enumerate().find_map(|(id, e)| {
            let Kind::Call { callee, .. } = e.kind else { return None };
            let own = home == file || matches!(tree.exprs[callee].kind, Kind::Field { .. });
            let asks = own && s.types(file, callee) == [Type::Function(home, function)] && used(tree, id);
            asks.then(|| (tree.shown(callee), e.at.line))
        })
    })
}

/// Whether the value of a call is used. `return f()` and `a and f()` may only be a way of calling it.
fn used(tree: &Tree, call: ExprId) -> bool {
    let is = |e: &ExprId| tree.bare(*e) == call;
    let kept = |l: &crate::lua::source::tree::Local| {
        l.name != "_" && l.sources.iter().any(|v| matches!(v, Source::Value(e, 0) if is(e)))
    };
    tree.conditions.iter().any(is)
        || tree.locals.iter().any(kept)
        || tree.exprs.iter().any(|e| match &e.kind {
            Kind::Unary(_, inner) => is(inner),
            Kind::Binary(Op::And | Op::Or, l, _) => is(l),
            Kind::Binary(_, l, r) => is(l) || is(r),
            _ => false,
        })
}
