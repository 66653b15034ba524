//! Calls for nothing: results that are dropped, and strikes of a body that cannot strike.

use crate::lua::analysis::rules::values::{Asked, only_returns};
use crate::lua::analysis::rules::*;
use crate::lua::api::declare::Effect;

const ATTACK: &str = "npc:attack";

pub(super) fn check(c: &Checker) {
    for call in &c.tree.dropped {
        let callees = c.s.callees(c.file, *call, 0);
        let idle = certain(&callees)
            && callees.iter().all(|callee| match callee {
                Type::Builtin(name) => only_returns(name) && !calls_back(c, *call, name),
                Type::Function(home, id) => returns_only(&c.of(*home), *id),
                _ => false,
            });
        if idle {
            let shown = c.tree.shown_callee(*call);
            let message = format!("the result of {shown} is unused, and it has no other effect");
            c.warning(c.tree.at(*call), message, format!("write: local found = {shown}(…)"));
        }
    }
    if c.index.behaviours.iter().any(|b| b.file == c.file && b.harmless) {
        harmless(c);
    }
}

/// Whether a function of Lua may call one that it is given: `text:gsub(pattern, function(…) … end)`.
fn calls_back(c: &Checker, call: ExprId, name: &str) -> bool {
    let replacement = match c.tree.kind(call) {
        Kind::Call { args, .. } => args.get(2),
        Kind::Method { args, .. } => args.get(1),
        _ => None,
    };
    let called = |set: TypeUnion| !certain(&set) || set.iter().any(Type::is_function);
    name == "string.gsub" && replacement.is_none_or(|e| called(c.types(*e)))
}

/// Whether a function returns something and does nothing else.
fn returns_only(c: &Checker, function: FunctionId) -> bool {
    let own = |e: ExprId| matches!(c.tree.kind(e), Kind::Local(l) if c.tree.locals[*l].function == function);
    let idle = |e: ExprId| match c.tree.kind(e) {
        Kind::Call { .. } | Kind::Method { .. } => {
            let callees = c.s.callees(c.file, e, 0);
            certain(&callees)
                && callees.iter().all(|callee| match callee {
                    Type::Native(f) => f.effect == Effect::Pure,
                    Type::Builtin(name) => {
                        only_returns(name) && !calls_back(c, e, name)
                            || ["pairs", "ipairs", "next"].contains(&name.as_str())
                    }
                    Type::Function(home, id) => returns_only(&c.of(*home), *id),
                    _ => false,
                })
        }
        _ => c.tree.written(e).is_none() && (own(e) || !c.tree.is_assigned(e)),
    };
    let returns = c.tree.functions[function].returns.iter().any(|values| !values.is_empty());
    returns && c.once(Asked::ReturnsOnly(function), || c.body(function).all(idle))
}

/// Strikes in the file of a behaviour whose body has no damage.
fn harmless(c: &Checker) {
    if let Some(call) = (0..c.tree.exprs.len()).find(|e| strikes(c, *e)) {
        let message = format!("{} takes no health: the body has no damage", c.tree.shown_callee(call));
        c.warning(c.tree.named_at(call), message, "give the body some: body = { damage = 5, … }");
    }
}

/// Whether an expression is a call that strikes, also through functions of modules.
fn strikes(c: &Checker, call: ExprId) -> bool {
    let (Kind::Call { args, .. } | Kind::Method { args, .. }) = c.tree.kind(call) else { return false };
    let ends = args.last().is_some_and(|a| matches!(c.tree.bare_kind(*a), Kind::Nil));
    c.s.callees(c.file, call, 0).iter().any(|callee| match callee {
        Type::Native(f) => f.to_string() == ATTACK && !ends,
        Type::Function(home, id) => {
            let theirs = c.of(*home);
            theirs.once(Asked::Strikes(*id), || theirs.body(*id).any(|e| strikes(&theirs, e)))
        }
        _ => false,
    })
}
