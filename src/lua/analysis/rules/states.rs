//! States: names that handlers return, and states that no handler ever returns.

use crate::agent::Handler;
use crate::lua::analysis::behaviour_index::Behaviour;
use crate::lua::analysis::rules::*;
use crate::lua::analysis::transitions;
use crate::lua::source::mods::is_module;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn check(c: &Checker) {
    for behaviour in c.index.behaviours.iter().filter(|r| r.file == c.file) {
        let mut next_states: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        let mut open = behaviour.hidden;
        for (name, state) in &behaviour.states {
            let goes = next_states.entry(name).or_default();
            for (handler, home, function) in &state.handlers {
                open |= !returns(&c.of(*home), behaviour, *handler, *function, goes);
            }
        }
        let ours =
            behaviour.states.values().flat_map(|st| &st.handlers).filter(|h| h.0.changes_state() && h.1 == c.file);
        let returned: BTreeSet<&str> = ours.flat_map(|h| from_memory(c, h.2)).collect();
        returned.into_iter().filter(|_| !behaviour.hidden).for_each(|name| kept(c, behaviour, name));
        if !open && !sets_state(c) {
            if behaviour.whole {
                unreached(c, behaviour, &next_states);
            } else if !behaviour.below.is_empty() {
                added(c, behaviour, &next_states);
            }
        }
        for (handler, home, function) in behaviour.states.values().flat_map(|st| &st.handlers) {
            if handler.changes_state() && *home == c.file {
                forgotten(c, behaviour, *function);
            }
        }
    }
}

/// Whether a handler writes npc.state and so means to change it: that is reported, and what follows from it is not.
pub(super) fn sets_state(c: &Checker) -> bool {
    let sets = |w: &Write| match c.tree.kind(w.target) {
        Kind::Field { of, name, .. } => name == "state" && c.is_npc(*of),
        _ => false,
    };
    c.tree.writes.iter().any(sets)
}

/// Checks what one handler returns and adds where it may go; whether that is all that it may return.
fn returns(
    c: &Checker,
    behaviour: &Behaviour,
    handler: Handler,
    function: FunctionId,
    goes: &mut BTreeSet<String>,
) -> bool {
    let returned = transitions::returned(c.s, c.file, function);
    let mut known = !returned.open;
    for r in &returned.names {
        let word = &r.name;
        let (home, literal) = r.literal;
        let (theirs, place) = match home == behaviour.file {
            true => (c.of(home), c.s.tree(home).at(literal)),
            false => (*c, c.tree.at(r.value)),
        };
        if handler == Handler::Leave {
            c.error(place, transitions::decided(word), "return it from tick, enter or an event");
        } else if behaviour.states.contains_key(word) || behaviour.below.contains(word) {
            goes.insert(word.clone());
        } else if behaviour.hidden {
            known = false;
        } else if handler.changes_state() && !compared_before(c, function, r.value) {
            let all = behaviour.states.keys().chain(&behaviour.below).map(String::as_str);
            let (message, hint) = transitions::unknown_state(word, all);
            theirs.error(place, message, hint);
            known = false;
        }
    }
    for value in c.tree.functions[function].returns.iter().filter_map(|v| v.first()) {
        let set = c.types(*value);
        let wrong = |t: &&Type| **t != Type::Nil && **t != Type::Any && !t.is_string();
        // What is nil where it fails is returned as nil.
        let half = match *c.tree.bare_kind(*value) {
            Kind::Binary(Op::And, left, _) => certain(&c.types(left)),
            _ => false,
        };
        let never = set.iter().all(|t| wrong(&t));
        let Some(other) = set.iter().find(wrong).filter(|_| handler.changes_state() && (half || never)) else {
            continue;
        };
        let (what, hint) = match half {
            true => ("false where the condition fails", "write … and \"state\" or nil, or an if"),
            false => (other.noun(), "return \"rest\" changes to rest; return alone stays"),
        };
        c.error(c.tree.at(*value), format!("{} returns {what}, not the name of a state", handler.name()), hint);
        known = false;
    }
    known
}

/// The entries of memory that a function returns.
fn from_memory<'c>(c: &Checker<'c>, function: FunctionId) -> impl Iterator<Item = &'c str> {
    let values = c.tree.functions[function].returns.iter().filter_map(|v| v.first());
    values.filter_map(move |value| match c.tree.bare_kind(*value) {
        Kind::Field { of, name, .. } if c.is_memory(*of) => Some(name.as_str()),
        _ => None,
    })
}

/// `return npc.memory.next`, where a name is written that no state has.
fn kept(c: &Checker, behaviour: &Behaviour, name: &str) {
    let files: Vec<FileId> = (0..c.s.files.len()).filter(|f| *f == c.file || is_module(&c.s.files[*f].path)).collect();
    let entry = |e: ExprId| matches!(c.tree.kind(e), Kind::Field { of, name: n, .. } if n == name && c.is_memory(*of));
    let compared = || (0..c.tree.exprs.len()).any(|e| entry(e) && is_compared(c, e));
    if files.iter().any(|f| c.s.files[*f].uses.open_memory) || compared() {
        return;
    }
    for file in files {
        let tree = c.s.tree(file);
        for w in c.s.files[file].uses.writes.get(name).into_iter().flatten().map(|w| &tree.writes[*w]) {
            if !matches!(tree.kind(w.target), Kind::Field { of, .. } if c.s.is_memory(file, *of)) {
                continue;
            }
            let words = w.value.filter(|v| v.1 == 0).and_then(|(e, _)| c.s.literals(file, e)).unwrap_or_default();
            for (word, home, e) in words.iter().filter(|w| w.1 == c.file) {
                if !behaviour.states.contains_key(word) && !behaviour.below.contains(word) {
                    let all = behaviour.states.keys().chain(&behaviour.below).map(String::as_str);
                    let hint = did_you_mean(word, all);
                    let message = format!("memory.{name} is returned as a state, and there is no state '{word}'");
                    c.of(*home).warning(c.s.tree(*home).at(*e), message, hint);
                }
            }
        }
    }
}

/// Whether a variable that is returned is compared with a word: the handler may treat it on its own.
fn compared_before(c: &Checker, function: FunctionId, value: ExprId) -> bool {
    if let Kind::Field { .. } = c.tree.bare_kind(value) {
        return c.tree.bodies[function].iter().any(|e| c.tree.same(*e, value) && is_compared(c, *e));
    }
    let Kind::Local(local) = c.tree.bare_kind(value) else { return false };
    let inside = |e: ExprId| c.tree.inside(c.tree.exprs[e].function, function);
    c.tree.mentions[*local].iter().any(|m| inside(*m) && is_compared(c, *m))
}

/// Whether an expression is compared with a word.
fn is_compared(c: &Checker, e: ExprId) -> bool {
    let user = c.tree.parents[e].map(|user| c.tree.kind(user));
    let word = |e: &ExprId| c.tree.string(*e).is_some();
    matches!(user, Some(Kind::Binary(Op::Equal | Op::Unequal, l, r)) if word(l) || word(r))
}

fn unreached(c: &Checker, behaviour: &Behaviour, next_states: &BTreeMap<&str, BTreeSet<String>>) {
    let Some(start) = behaviour.start.as_deref().filter(|name| behaviour.states.contains_key(*name)) else { return };
    let (mut reached, mut next) = (BTreeSet::from([start]), vec![start]);
    while let Some(state) = next.pop() {
        next.extend(next_states.get(state).into_iter().flatten().map(String::as_str).filter(|to| reached.insert(to)));
    }
    for (name, state) in behaviour.states.iter().filter(|(n, _)| !reached.contains(n.as_str())) {
        let named = next_states.values().any(|w| w.contains(name));
        let why = if named { "only states that are never reached lead to it" } else { "no handler returns its name" };
        let hint = format!("a handler of another state changes to it by return \"{name}\"");
        c.warning(state.at, format!("state '{name}' is never reached: {why}"), hint);
    }
}

/// States that an extension adds and that none of its handlers returns: what it extends does not know them.
fn added(c: &Checker, behaviour: &Behaviour, next_states: &BTreeMap<&str, BTreeSet<String>>) {
    for (name, state) in behaviour.states.iter().filter(|(name, _)| !behaviour.below.contains(*name)) {
        let entered = next_states.iter().any(|(from, to)| from != name && to.contains(name));
        if !entered && behaviour.start.as_ref() != Some(name) {
            let message = format!("state '{name}' is never reached: what is extended has no state of this name");
            c.warning(state.at, message, did_you_mean(name, behaviour.below.iter().map(String::as_str)));
        }
    }
}

/// `hunt(npc, prey)` where `return hunt(npc, prey)` was meant.
fn forgotten(c: &Checker, behaviour: &Behaviour, function: FunctionId) {
    for call in c.tree.dropped.iter().filter(|call| c.tree.exprs[**call].function == function) {
        let Kind::Call { callee, .. } = c.tree.kind(*call) else { continue };
        // What a function returns that another one made may depend on that call.
        let [Type::Function(home, f)] = c.types(*callee)[..] else { continue };
        if c.s.tree(home).functions[f].parent != 0 {
            continue;
        }
        let Some(words) = c.s.literals(c.file, *call) else { continue };
        if words.iter().all(|w| behaviour.states.contains_key(&w.0)) {
            let shown = c.tree.shown(*callee);
            let message = format!("{shown} returns the name of a state, which is not returned here");
            c.warning(c.tree.at(*call), message, format!("write: return {shown}(…)"));
        }
    }
}
