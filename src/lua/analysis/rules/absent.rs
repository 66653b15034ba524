//! Results that may be nil and are used at once: `npc:look(id).x` when the creature may be gone.
//!
//! Reported only where nothing before the use can have checked whether there is one. A creature that was found in the same
//! call is still there, so `look` and `distance` count only for ids from memory or from an event.

use crate::lua::analysis::rules::calls::numeric;
use crate::lua::analysis::rules::*;
use crate::lua::api::declare::{Effect, Param, ShapeName, Type as Declared};
use crate::lua::api::natives;

/// How many levels of helpers are looked into.
const MAX_DEPTH: usize = 4;

pub(super) fn check(c: &Checker) {
    for id in 0..c.tree.exprs.len() {
        if let Some(field) = needed(c, id) {
            used(c, id, field);
        }
    }
}

/// Reports the use of a value that may be nil; `field`: a field of it is read.
fn used(c: &Checker, id: ExprId, field: bool) {
    let e = c.tree.bare(id);
    let from = match c.tree.kind(e) {
        Kind::Method { .. } => e,
        Kind::Local(l) => match c.tree.only_value(*l) {
            // The first mention after the declaration.
            Some(value) if c.tree.mentions[*l].iter().find(|m| **m > value) == Some(&e) => value,
            _ => return,
        },
        _ => return,
    };
    let (call, function) = (c.tree.bare(from), c.tree.exprs[e].function);
    let Kind::Method { of, name, args, .. } = c.tree.kind(call) else { return };
    let signatures = natives::find("npc", name).map_or(&[][..], |f| f.signatures);
    let Some(called) = signatures.iter().find(|s| s.params.len() == args.len()) else { return };
    let [Declared::Optional(found), more @ ..] = called.returns else { return };
    let reason = match called.params.first().map(|p| p.ty) {
        // What is found is a number: another rule reports that it has no fields.
        _ if field && **found == Declared::Id => return,
        Some(Declared::Id) if !stale(c, args[0], 0) => return,
        Some(Declared::Id) => "the creature may be gone",
        Some(Declared::Shape(ShapeName::Filter)) => "there may be no match",
        Some(_) => "there may be no such place",
        None => "there may be no player",
    };
    // A helper may be called only when there is a creature.
    let certain = !more.is_empty() || c.index.handles(c.file, function);
    if !c.is_npc(*of) || !certain || c.tree.exprs[from].function != function || !unasked(c, function, e, call) {
        return;
    }
    let shown = c.tree.shown(e);
    let hint = match c.tree.kind(e) {
        Kind::Local(_) => format!("check it first: if {shown} then … end"),
        _ if **found == Declared::Number && more.is_empty() => {
            format!("write a value for that case: ({shown} or math.huge)")
        }
        _ => "keep the result first: local found = …, then: if found then … end".to_owned(),
    };
    c.warning(c.tree.at(id), format!("{shown} may be nil here: {reason}"), hint);
}

/// Whether nil in this place raises an error; then, whether a field is read from the expression.
fn needed(c: &Checker, id: ExprId) -> Option<bool> {
    if !matches!(c.tree.bare_kind(id), Kind::Local(_) | Kind::Method { .. }) {
        return None;
    }
    match c.tree.kind(c.tree.parents[id]?) {
        Kind::Field { .. } => Some(true),
        Kind::Binary(Op::Arithmetic | Op::Order | Op::Concat, ..) | Kind::Unary(Op::Minus, _) => Some(false),
        Kind::Method { of, name, args, .. } if c.is_npc(*of) => {
            let at = args.iter().position(|a| *a == id)?;
            let taken = natives::find("npc", name)?.signatures.iter().filter(|s| s.params.len() >= args.len());
            let mut wanted = taken.map(|s| s.params.get(at).is_some_and(Param::is_number)).peekable();
            (wanted.peek().is_some() && wanted.all(|w| w)).then_some(false)
        }
        Kind::Call { callee, args } => {
            let at = args.iter().position(|a| *a == id)?;
            let [Type::Function(f, function)] = c.types(*callee)[..] else { return None };
            let theirs = c.of(f);
            let parameter = theirs.tree.functions[function].parameters.get(at)?;
            (numeric(&theirs, *parameter) == Some(true)).then_some(false)
        }
        _ => None,
    }
}

/// Whether an id was kept from an earlier call, or came with an event.
fn stale(c: &Checker, id: ExprId, depth: usize) -> bool {
    match c.tree.bare_kind(id) {
        Kind::Field { of, .. } => c.is_memory(*of),
        Kind::Local(l) => match c.tree.locals[*l].sources[..] {
            [Source::Value(value, 0)] => depth < MAX_DEPTH && stale(c, value, depth + 1),
            [Source::Parameter(f, i)] => i > 0 && c.index.handles(c.file, f),
            _ => false,
        },
        Kind::Binary(Op::Or, l, r) => stale(c, *l, depth + 1) || stale(c, *r, depth + 1),
        _ => false,
    }
}

/// Whether nothing in the function before an expression can have made the same check as the call.
fn unasked(c: &Checker, function: FunctionId, e: ExprId, call: ExprId) -> bool {
    let mut own = (0..=e).filter(|id| c.tree.inside(c.tree.exprs[*id].function, function));
    own.all(|id| c.tree.within(call, id) || dull(c, id, 0))
        && !c.tree.around(e).any(|outer| match c.tree.kind(outer) {
            // On the right of an `and` or `or`: the left side may have checked it.
            Kind::Binary(Op::And | Op::Or, l, r) => c.tree.within(*r, e) && !plain(c, *l),
            kind => matches!(kind, Kind::Choice(_)),
        })
}

/// Whether an expression by itself cannot show whether there is a creature.
fn dull(c: &Checker, id: ExprId, depth: usize) -> bool {
    match c.tree.kind(id) {
        // A pure method may have shown whether there is a creature.
        Kind::Method { of, name, .. } => {
            c.is_npc(*of) && natives::find("npc", name).is_none_or(|f| f.effect == Effect::Acts)
        }
        Kind::Call { callee, .. } => match &c.types(*callee)[..] {
            [Type::Native(_)] => true,
            [Type::Builtin(name)] => !["assert", "pcall", "xpcall"].contains(&name.as_str()),
            [Type::Function(f, function)] if depth < MAX_DEPTH => {
                let theirs = c.of(*f);
                let inside = |e: &ExprId| theirs.tree.inside(theirs.tree.exprs[*e].function, *function);
                (0..theirs.tree.exprs.len()).filter(inside).all(|e| dull(&theirs, e, depth + 1))
            }
            _ => false,
        },
        _ => true,
    }
}

/// Whether a condition looks at nothing but the creature's own body and at constants.
fn plain(c: &Checker, e: ExprId) -> bool {
    match c.tree.bare_kind(e) {
        Kind::Field { of, name, .. } => name != "memory" && c.is_npc(*of) && ShapeName::Npc.field(name).is_some(),
        Kind::Number(_) | Kind::String(_) | Kind::Bool(_) | Kind::Nil => true,
        Kind::Local(l) => c.tree.locals[*l].function == 0,
        Kind::Binary(_, l, r) => plain(c, *l) && plain(c, *r),
        Kind::Unary(_, inner) => plain(c, *inner),
        _ => false,
    }
}
