//! Results that may be nil and are used at once: `npc:look(id).x` when the creature may be gone.
//!
//! Reported only where nothing before the use can have checked whether there is one. A creature that was found in the same
//! call is still there, so `look` and `distance` count only for ids from memory or from an event.

use crate::lua::analysis::rules::calls::numeric;
use crate::lua::analysis::rules::*;
use crate::lua::api::declare::{Effect, Param};
use crate::lua::api::{natives, npc};

/// How many levels of helpers are looked into.
const MAX_DEPTH: usize = 4;

pub(super) const RULES: &[Rule] = &[check];

fn check(s: &Session, index: &BehaviourIndex, file: FileId, found: &mut Findings) {
    let tree = s.tree(file);
    for id in 0..tree.exprs.len() {
        let Some(field) = needed(s, file, id) else { continue };
        let e = tree.bare(id);
        let (call, from) = match tree.exprs[e].kind {
            Kind::Method { .. } => (e, e),
            Kind::Local(l) => match tree.locals[l].sources[..] {
                [Source::Value(value, 0)] if first_mention(tree, l, value) == Some(e) => (tree.bare(value), value),
                _ => continue,
            },
            _ => continue,
        };
        let Some(reason) = fleeting(s, index, file, call, field) else { continue };
        let function = tree.exprs[e].function;
        // A helper may be called only when there is a creature.
        let place_only =
            matches!(&tree.exprs[call].kind, Kind::Method { name, .. } if name == "spot" || name == "away");
        if !place_only && !index.handles(file, function) {
            continue;
        }
        if tree.exprs[from].function != function || !unasked(s, file, function, e, call) {
            continue;
        }
        let shown = tree.shown(e);
        let message = format!("{shown} may be nil here: {reason}");
        let hint = match tree.exprs[e].kind {
            Kind::Local(_) => format!("check it first: if {shown} then … end"),
            _ if matches!(tree.exprs[e].kind, Kind::Method { ref name, .. } if name == "distance") => {
                format!("write a value for that case: ({shown} or math.huge)")
            }
            _ => "keep the result first: local found = …, then: if found then … end".to_owned(),
        };
        found.warning(s, file, tree.exprs[id].at, message, Some(hint));
    }
}

/// Whether nil in this place raises an error; then, whether a field is read from the expression.
fn needed(s: &Session, file: FileId, id: ExprId) -> Option<bool> {
    let tree = s.tree(file);
    if !matches!(tree.exprs[tree.bare(id)].kind, Kind::Local(_) | Kind::Method { .. }) {
        return None;
    }
    match &tree.exprs[tree.parent(id)?].kind {
        Kind::Field { .. } => Some(true),
        Kind::Binary(Op::Arithmetic | Op::Order | Op::Concat, ..) | Kind::Unary(Op::Minus, _) => Some(false),
        Kind::Method { of, name, args, .. } if s.types(file, *of) == [Type::Npc] => {
            let at = args.iter().position(|a| *a == id)?;
            let taken = natives::find("npc", name)?.signatures.iter().filter(|s| s.params.len() >= args.len());
            let wanted: Vec<bool> = taken.map(|s| s.params.get(at).is_some_and(Param::is_number)).collect();
            (!wanted.is_empty() && wanted.iter().all(|w| *w)).then_some(false)
        }
        Kind::Call { callee, args } => {
            let at = args.iter().position(|a| *a == id)?;
            let [Type::Function(f, function)] = s.types(file, *callee)[..] else { return None };
            let parameter = s.tree(f).functions[function].parameters.get(at)?;
            (numeric(s.tree(f), *parameter) == Some(true)).then_some(false)
        }
        _ => None,
    }
}

/// The first mention of a variable after its declaration.
fn first_mention(tree: &Tree, local: LocalId, declared: ExprId) -> Option<ExprId> {
    tree.mentions(local).iter().copied().find(|e| *e > declared)
}

/// Why a call may return nil, when it may.
fn fleeting(s: &Session, index: &BehaviourIndex, file: FileId, call: ExprId, field: bool) -> Option<&'static str> {
    let tree = s.tree(file);
    let Kind::Method { of, name, args, .. } = &tree.exprs[call].kind else { return None };
    if s.types(file, *of) != [Type::Npc] {
        return None;
    }
    match (name.as_str(), &args[..]) {
        // What is found is a number: another rule reports that it has no fields.
        ("nearest" | "player", _) if field => None,
        ("look" | "distance", [id]) if stale(s, index, file, *id, 0) => Some("the creature may be gone"),
        ("nearest", [_]) => Some("there may be no match"),
        ("player", []) => Some("there may be no player"),
        ("spot" | "away", _) => Some("there may be no such place"),
        _ => None,
    }
}

/// Whether an id was kept from an earlier call, or came with an event.
fn stale(s: &Session, index: &BehaviourIndex, file: FileId, id: ExprId, depth: usize) -> bool {
    let tree = s.tree(file);
    match &tree.exprs[tree.bare(id)].kind {
        Kind::Field { of, .. } => s.is_memory(file, *of),
        Kind::Local(l) => match tree.locals[*l].sources[..] {
            [Source::Value(value, 0)] => depth < MAX_DEPTH && stale(s, index, file, value, depth + 1),
            [Source::Parameter(f, i)] => i > 0 && index.handles(file, f),
            _ => false,
        },
        Kind::Binary(Op::Or, l, r) => stale(s, index, file, *l, depth + 1) || stale(s, index, file, *r, depth + 1),
        _ => false,
    }
}

/// Whether nothing in the function before an expression can have made the same check as the call.
fn unasked(s: &Session, file: FileId, function: FunctionId, e: ExprId, call: ExprId) -> bool {
    let tree = s.tree(file);
    let own = |id: &ExprId| *id <= e && tree.inside(tree.exprs[*id].function, function);
    (0..tree.exprs.len()).filter(own).all(|id| tree.within(call, id) || dull(s, file, id, 0))
        && !tree.around(e).any(|outer| match tree.exprs[outer].kind {
            // On the right of an `and` or `or`: the left side may have checked it.
            Kind::Binary(Op::And | Op::Or, l, r) => tree.within(r, e) && !plain(s, file, l),
            Kind::Choice(_) => true,
            _ => false,
        })
}

/// Whether an expression by itself cannot show whether there is a creature.
fn dull(s: &Session, file: FileId, id: ExprId, depth: usize) -> bool {
    let tree = s.tree(file);
    match &tree.exprs[id].kind {
        Kind::Method { of, name, .. } => {
            // A pure method may have shown whether there is a creature.
            let acts = natives::find("npc", name).is_none_or(|f| f.effect == Effect::Acts);
            s.types(file, *of) == [Type::Npc] && acts
        }
        Kind::Call { callee, .. } => match &s.types(file, *callee)[..] {
            [Type::Native(area, name)] => {
                !(area.is_empty() && (name == "assert" || name == "pcall" || name == "xpcall"))
            }
            [Type::Function(f, function)] if depth < MAX_DEPTH => {
                let theirs = s.tree(*f);
                (0..theirs.exprs.len())
                    .filter(|e| theirs.inside(theirs.exprs[*e].function, *function))
                    .all(|e| dull(s, *f, e, depth + 1))
            }
            _ => false,
        },
        _ => true,
    }
}

/// Whether a condition looks at nothing but the creature's own body and at constants.
fn plain(s: &Session, file: FileId, e: ExprId) -> bool {
    let tree = s.tree(file);
    match &tree.exprs[tree.bare(e)].kind {
        Kind::Field { of, name, .. } => {
            name != "memory" && s.types(file, *of) == [Type::Npc] && npc::field_named(name).is_some()
        }
        Kind::Number(_) | Kind::String(_) | Kind::Bool(_) | Kind::Nil => true,
        Kind::Local(l) => tree.locals[*l].function == 0,
        Kind::Binary(_, l, r) => plain(s, file, *l) && plain(s, file, *r),
        Kind::Unary(_, inner) => plain(s, file, *inner),
        _ => false,
    }
}
