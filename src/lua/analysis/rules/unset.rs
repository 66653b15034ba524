//! Arithmetic on memory that is still empty: `npc.memory.meals + 1` when a creature has just been spawned.
//!
//! Reported in two certain cases only: in code that the first turn of each creature reaches, and for names that only
//! expressions write which need them already.

use crate::lua::analysis::rules::memory::memory_names;
use crate::lua::analysis::rules::*;
use crate::lua::source::mods::is_module;
use std::collections::BTreeSet;

pub(super) fn check(c: &Checker) {
    let modules = c.s.files.iter().filter(|f| is_module(&f.path));
    if modules.chain([&c.s.files[c.file]]).any(|f| f.uses.open_memory) {
        return;
    }
    let mut reported = BTreeSet::new();
    let first = c.flow.fresh.range((c.file, Place::default())..(c.file + 1, Place::default()));
    for ((_, at), (name, user)) in first {
        if reported.insert(name.as_str()) {
            report(c, name, *at, user);
        }
    }
    let others = (0..c.tree.exprs.len()).filter(|id| c.tree.exprs[*id].function != 0);
    for (name, at, op) in others.flat_map(|id| needed(c, id)) {
        // Each name is looked at once.
        if reported.insert(name) && feeds_on_itself(c, name) {
            report(c, name, at, &User::Operator(op));
        }
    }
}

/// The name of an entry of a creature's memory, its place, and the operator that needs it.
type Needed<'s> = (&'s str, Place, Op);

fn report(c: &Checker, name: &str, at: Place, user: &User) {
    let hint = match user {
        User::Operator(Op::Concat) => format!("write (npc.memory.{name} or \"\")"),
        User::Operator(Op::Length) | User::Index => {
            format!("write before it: npc.memory.{name} = npc.memory.{name} or {{}}")
        }
        User::Operator(_) => format!("write (npc.memory.{name} or 0)"),
        _ => format!("check it first: if npc.memory.{name} then … end"),
    };
    c.warning(at, format!("npc.memory.{name} is nil here at first: a new creature has an empty memory"), hint);
}

/// The name of an entry of a creature's memory, and its place.
fn entry<'s>(c: &Checker<'s>, e: ExprId) -> Option<(&'s str, Place)> {
    let Kind::Field { of, name, at } = c.tree.bare_kind(e) else { return None };
    c.is_memory(*of).then_some((name, *at))
}

/// As [`entry`], also for a variable that was declared with one and never changed.
fn kept<'s>(c: &Checker<'s>, e: ExprId) -> Option<(&'s str, Place)> {
    let Kind::Local(l) = c.tree.bare_kind(e) else { return entry(c, e) };
    entry(c, c.tree.only_value(*l)?).map(|(name, _)| (name, c.tree.at(e)))
}

/// The entries of memory that an operator cannot do without.
fn needed<'s>(c: &Checker<'s>, id: ExprId) -> Vec<Needed<'s>> {
    let (operands, op) = match *c.tree.kind(id) {
        // `npc.memory.meals += 1`.
        Kind::Field { .. } if c.tree.written(id).is_some_and(|w| w.value.is_none()) => (vec![id], Op::Arithmetic),
        Kind::Binary(op @ (Op::Arithmetic | Op::Order | Op::Concat), l, r) => (vec![l, r], op),
        Kind::Unary(op @ Op::Minus, e) => (vec![e], op),
        _ => return Vec::new(),
    };
    operands.into_iter().filter_map(|e| kept(c, e).map(|(name, at)| (name, at, op))).collect()
}

/// Whether all that ever writes a name needs it already.
fn feeds_on_itself(c: &Checker, name: &str) -> bool {
    let mut writes = 0;
    for other in (0..c.s.files.len()).map(|file| c.of(file)) {
        let needs = |value: ExprId| needed(&other, value).iter().any(|n| n.0 == name);
        let mut written = other.tree.writes.iter().filter(|w| other.tree.field_name(w.target) == Some(name));
        writes += written.clone().count();
        if other.tree.all_entries().any(|e| e.name() == Some(name))
            || written.any(|w| w.value.is_some_and(|(value, _)| !needs(value)))
        {
            return false;
        }
    }
    // A name that is nearly another is reported as misspelt.
    writes > 0 || nearest(name, memory_names(c)).is_none()
}
