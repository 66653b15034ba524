//! States: names that handlers return, and states that no handler ever returns.

use crate::agent::Handler;
use crate::lua::analysis::behaviour_index::{Behaviour, BehaviourIndex};
use crate::lua::analysis::rules::*;
use crate::lua::analysis::transitions;
use std::collections::{BTreeMap, BTreeSet};

pub const RULES: &[Rule] = &[check];

fn check(s: &Session, index: &BehaviourIndex, file: FileId, found: &mut Findings) {
    for behaviour in index.behaviours.iter().filter(|r| r.file == file) {
        let mut next_states: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        let mut open = !behaviour.whole;
        for (name, state) in &behaviour.states {
            let goes = next_states.entry(name).or_default();
            for (handler, home, function) in &state.handlers {
                open |= !returns(s, behaviour, (handler, *home, *function), goes, found);
            }
        }
        // A handler that writes npc.state means to change it: that is reported, and what follows from it is not.
        let sets = |w: &Write| match &s.tree(file).exprs[w.target].kind {
            Kind::Field { of, name, .. } => name == "state" && s.types(file, *of) == [Type::Npc],
            _ => false,
        };
        if !open && !s.tree(file).writes.iter().any(sets) {
            unreached(s, behaviour, &next_states, found);
        }
        for (handler, home, function) in behaviour.states.values().flat_map(|st| &st.handlers) {
            if !matches!(handler.as_str(), "leave" | "died") && *home == file {
                forgotten(s, behaviour, file, *function, found);
            }
        }
    }
}

/// Checks what one handler returns and adds where it may go; whether that is all that it may return.
fn returns(
    s: &Session,
    behaviour: &Behaviour,
    (handler, file, function): (&str, FileId, FunctionId),
    goes: &mut BTreeSet<String>,
    found: &mut Findings,
) -> bool {
    let tree = s.tree(file);
    let silent = [Handler::Leave, Handler::Died].iter().any(|h| h.name() == handler);
    let returned = transitions::returned(s, file, function);
    let mut known = !returned.open;
    for r in &returned.names {
        let (word, (home, literal)) = (&r.name, r.literal);
        let place = if home == behaviour.file { s.tree(home).exprs[literal].at } else { tree.exprs[r.value].at };
        if handler == Handler::Leave.name() {
            let hint = "return it from tick, enter or an event".to_owned();
            let message = format!("leave returns '{word}', but the next state is already decided");
            found.error(s, file, place, message, Some(hint));
        } else if behaviour.states.contains_key(word) {
            goes.insert(word.clone());
        } else if behaviour.twice {
            // The state that is meant may be the one that the second took the place of.
            known = false;
        } else if !silent && !compared_before(s, file, function, r.value, word) {
            let home = if home == behaviour.file { home } else { file };
            let names = behaviour.states.keys().map(String::as_str);
            found.add(transitions::unknown_state(&s.files[home].label, word, names).at(place.line, place.column));
            known = false;
        }
    }
    for value in tree.functions[function].returns.iter().filter_map(|v| v.first()) {
        let set = s.types(file, *value);
        let half = matches!(&tree.exprs[tree.bare(*value)].kind, Kind::Binary(Op::And, ..));
        let never = set.iter().all(|t| *t != Type::Nil && *t != Type::Any && !t.is_string());
        let wrong = set.iter().find(|t| **t != Type::Nil && **t != Type::Any && !t.is_string());
        let Some(other) = wrong.filter(|_| !silent && (half || never)) else { continue };
        let (message, hint) = if half {
            let message = format!("{handler} returns false where the condition fails, not the name of a state");
            (message, "write … and \"state\" or nil, or an if")
        } else {
            let message = format!("{handler} returns {}, not the name of a state", other.noun());
            (message, "return \"rest\" changes to rest; return alone stays")
        };
        found.error(s, file, tree.exprs[*value].at, message, Some(hint.into()));
        known = false;
    }
    known
}

/// Whether a variable that is returned was compared with this word before: the handler may treat it on its own.
fn compared_before(s: &Session, file: FileId, function: FunctionId, value: ExprId, word: &str) -> bool {
    let tree = s.tree(file);
    let Kind::Local(local) = tree.exprs[tree.bare(value)].kind else { return false };
    tree.mentions(local).iter().filter_map(|m| tree.parent(*m)).any(|e| match tree.exprs[e].kind {
        Kind::Binary(Op::Equal | Op::Unequal, l, r) => {
            tree.inside(tree.exprs[e].function, function) && [l, r].iter().any(|e| tree.string(*e) == Some(word))
        }
        _ => false,
    })
}

fn unreached(s: &Session, behaviour: &Behaviour, next_states: &BTreeMap<&str, BTreeSet<String>>, found: &mut Findings) {
    let Some(start) = behaviour.start.as_deref().filter(|name| behaviour.states.contains_key(*name)) else { return };
    let (mut reached, mut next) = (BTreeSet::from([start]), vec![start]);
    while let Some(state) = next.pop() {
        for to in next_states.get(state).into_iter().flatten() {
            if reached.insert(to) {
                next.push(to);
            }
        }
    }
    for (name, state) in behaviour.states.iter().filter(|(n, _)| !reached.contains(n.as_str())) {
        let named = next_states.values().any(|w| w.contains(name));
        let why = if named { "only states that are never reached lead to it" } else { "no handler returns its name" };
        found.warning(
            s,
            behaviour.file,
            state.at,
            format!("state '{name}' is never reached: {why}"),
            Some(format!("a handler of another state changes to it by return \"{name}\"")),
        );
    }
}

/// `hunt(npc, prey)` where `return hunt(npc, prey)` was meant.
fn forgotten(s: &Session, behaviour: &Behaviour, file: FileId, function: FunctionId, found: &mut Findings) {
    let tree = s.tree(file);
    for call in tree.dropped.iter().filter(|c| tree.exprs[**c].function == function) {
        let Kind::Call { callee, .. } = &tree.exprs[*call].kind else { continue };
        let [Type::Function(home, _)] = s.types(file, *callee)[..] else { continue };
        let Some(words) = s.literals(file, *call).filter(|_| home == file) else { continue };
        if words.iter().all(|w| behaviour.states.contains_key(&w.0)) {
            let shown = tree.shown(*callee);
            let message = format!("{shown} returns the name of a state, which is not returned here");
            found.warning(s, file, tree.exprs[*call].at, message, Some(format!("write: return {shown}(…)")));
        }
    }
}
