//! States that creatures cannot leave, that return their own name, or that change to each other at once.

use crate::agent::Handler;
use crate::lua::analysis::rules::*;
use crate::lua::analysis::transitions::{self, Returned};
use std::collections::{BTreeMap, BTreeSet};

/// What one handler returns.
pub(super) type Goes<'b> = (&'b str, Handler, FileId, FunctionId, Returned);

pub(super) fn check(c: &Checker) {
    for behaviour in c.index.behaviours.iter().filter(|b| b.file == c.file) {
        let handlers = behaviour.states.iter().flat_map(|(name, state)| {
            state.handlers.iter().map(move |(handler, home, f)| (name.as_str(), *handler, *home, *f))
        });
        let all: Vec<Goes> =
            handlers.map(|(name, h, home, f)| (name, h, home, f, transitions::returned(c.s, home, f))).collect();
        all.iter().filter(|g| g.1 == Handler::Died).for_each(|g| after_life(c, g));
        all.iter().filter(|g| g.1.changes_state()).for_each(|g| stays(c, &all, g));
        circles(c, &all);
        if behaviour.whole && all.iter().all(|g| !g.4.open) && !states::sets_state(c) {
            never_left::check(c, behaviour, &all);
        }
    }
}

/// Where a name is that a handler of this file returns.
fn place(c: &Checker, r: &transitions::ReturnedName) -> Place {
    let (home, literal) = r.literal;
    c.tree.at(if home == c.file { literal } else { r.value })
}

/// A state that `died` returns.
fn after_life(c: &Checker, (_, _, home, _, returned): &Goes) {
    for r in returned.names.iter().filter(|_| *home == c.file) {
        let message = format!("died returned '{}', but this life is over", r.name);
        c.warning(place(c, r), message, "return nothing: died is the last call in a life");
    }
}

/// `return "rest"` in the state `rest`.
fn stays(c: &Checker, all: &[Goes], (state, _, home, function, returned): &Goes) {
    let named = c.s.files[*home].uses.named.get(function);
    let shared = named.is_some_and(|l| c.s.tree(*home).mentions[*l].len() > 1)
        || all.iter().any(|g| g.0 != *state && (g.2, g.3) == (*home, *function));
    for r in returned.names.iter().filter(|r| r.name == *state && !shared && *home == c.file) {
        // A choice may name the state that stays, for clarity.
        if r.literal == (c.file, c.tree.bare(r.value)) {
            let message = format!("this is in state '{state}' already: returning its name changes nothing");
            c.warning(place(c, r), message, "to stay write return alone; else name another state");
        }
    }
}

/// States whose `enter` changes to the next at once, round and round.
fn circles(c: &Checker, all: &[Goes]) {
    let enters: BTreeMap<&str, &Goes> = all.iter().filter(|g| g.1 == Handler::Enter).map(|g| (g.0, g)).collect();
    let next = |state: &str| {
        let g = enters.get(state).filter(|g| !g.4.open && is_sure(c, g))?;
        let [r] = &g.4.names[..] else { return None };
        (r.name != state).then_some(r)
    };
    let mut reported = BTreeSet::new();
    for start in enters.keys() {
        let mut path = vec![*start];
        let mut at = next(start);
        while let Some(r) = at {
            if r.name == *start && reported.insert(path.iter().copied().collect::<BTreeSet<_>>()) {
                let message = format!("enter leads back to '{start}' at once: {} → {start}", path.join(" → "));
                c.warning(place(c, r), message, "return the name from tick, or on a condition");
            }
            let Some((name, _)) = enters.get_key_value(r.name.as_str()).filter(|(n, _)| !path.contains(n)) else {
                break;
            };
            path.push(name);
            at = next(name);
        }
    }
}

/// Whether a handler returns a name whatever happens.
fn is_sure(c: &Checker, (_, _, home, function, _): &Goes) -> bool {
    let set = c.s.returns(*home, *function, 0, 0);
    *home == c.file && certain(&set) && !set.contains(&Type::Nil)
}
