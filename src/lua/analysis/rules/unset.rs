//! Arithmetic on memory that is still empty: `npc.memory.meals + 1` when a creature has just been spawned.
//!
//! Reported in two certain cases only: in code that the first turn of each creature reaches, and for names that only
//! expressions write which need them already.

use crate::agent::Handler;
use crate::lua::analysis::rules::memory::memory_names;
use crate::lua::analysis::rules::*;
use crate::lua::source::mods::is_module;
use std::collections::BTreeSet;

/// How many levels of calls are followed.
const MAX_DEPTH: usize = 6;

pub(super) fn check(c: &Checker) {
    let modules = || c.s.files.iter().filter(|f| is_module(&f.path)).map(|f| &f.tree);
    if modules().chain([c.tree]).any(memory_is_open) {
        return;
    }
    let by_modules: BTreeSet<&str> =
        modules().flat_map(|t| t.writes.iter().filter_map(|w| t.field_name(w.target))).collect();
    let mut reported = BTreeSet::new();
    for behaviour in c.index.behaviours.iter().filter(|r| r.file == c.file && r.whole) {
        let Some(state) = behaviour.start.as_ref().and_then(|start| behaviour.states.get(start)) else { continue };
        let mut life = Life { c, put: by_modules.clone(), lost: false, found: Vec::new() };
        for handler in [Handler::Enter, Handler::Tick] {
            let Some((_, home, function)) = state.handlers.iter().find(|h| h.0 == handler) else { continue };
            if *home != c.file || life.lost {
                break;
            }
            life.visit(*function, true, 0);
            // It may have changed to another state.
            life.lost |= !c.tree.functions[*function].returns.is_empty();
        }
        for needed in life.found {
            report(c, needed);
            reported.insert(needed.0);
        }
    }
    let others = (0..c.tree.exprs.len()).filter(|id| c.tree.exprs[*id].function != 0);
    for needed in others.flat_map(|id| needed(c, id)) {
        // Each name is looked at once.
        if reported.insert(needed.0) && feeds_on_itself(c, needed.0) {
            report(c, needed);
        }
    }
}

/// The name of an entry of a creature's memory, its place, and the operator that needs it.
type Needed<'s> = (&'s str, Place, Op);

fn report(c: &Checker, (name, at, op): Needed) {
    let instead = if op == Op::Concat { "\"\"" } else { "0" };
    let message = format!("npc.memory.{name} is nil here at first: a new creature has an empty memory");
    c.warning(at, message, format!("write (npc.memory.{name} or {instead})"));
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

/// The first turn of a creature's life, as far as it is the same for all.
struct Life<'c, 's> {
    c: &'c Checker<'s>,
    /// Names that may have been written by now.
    put: BTreeSet<&'s str>,
    /// Something was called that may do anything.
    lost: bool,
    found: Vec<Needed<'s>>,
}

impl Life<'_, '_> {
    fn visit(&mut self, function: FunctionId, sure: bool, depth: usize) {
        let c = self.c;
        self.lost |= depth > MAX_DEPTH;
        for id in &c.tree.bodies[function] {
            if self.lost {
                return;
            }
            let e = &c.tree.exprs[*id];
            if sure && e.sure {
                let new = needed(c, *id).into_iter().filter(|n| self.put.insert(n.0));
                self.found.extend(new);
            }
            if let Kind::Call { callee, args } = &e.kind {
                match &c.types(*callee)[..] {
                    [Type::Function(home, f)] if *home == c.file => self.visit(*f, sure && e.sure, depth + 1),
                    // What modules write counts as written from the beginning.
                    [ty] if ty.is_function() => {}
                    _ => self.lost |= args.iter().any(|a| c.types(*a) != [Type::Number]),
                }
            }
            self.put.extend(c.tree.written(*id).and(c.tree.field_name(*id)));
        }
    }
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
