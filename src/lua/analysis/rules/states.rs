//! States: names that handlers return, and states that nobody ever returns.

use crate::agent::Handler;
use crate::diag::did_you_mean;
use crate::lua::analysis::infer::Session;
use crate::lua::analysis::rules::Found;
use crate::lua::analysis::rules::cast::Cast;
use crate::lua::analysis::rules::cast::Role;
use crate::lua::analysis::types::FileId;
use crate::lua::analysis::types::Ty;
use crate::lua::source::tree::ExprId;
use crate::lua::source::tree::FunctionId;
use crate::lua::source::tree::Kind;
use crate::lua::source::tree::Op;
use crate::lua::source::tree::Write;
use std::collections::{BTreeMap, BTreeSet};

pub fn check(s: &Session, cast: &Cast, file: FileId, found: &mut Found) {
    for role in cast.roles.iter().filter(|r| r.file == file) {
        let mut ways: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        let mut open = !role.whole;
        for (name, state) in &role.states {
            let goes = ways.entry(name).or_default();
            for (handler, home, function) in &state.handlers {
                open |= !answers(s, role, handler, *home, *function, goes, found);
            }
        }
        // Who writes npc.state means to change it: that is told, and what comes of it is not.
        let sets = |w: &Write| match &s.tree(file).exprs[w.target].kind {
            Kind::Field { of, name, .. } => name == "state" && s.types(file, *of) == [Ty::Npc],
            _ => false,
        };
        if !open && !s.tree(file).writes.iter().any(sets) {
            unreached(s, role, &ways, found);
        }
        for (handler, home, function) in role.states.values().flat_map(|st| &st.handlers) {
            if !matches!(handler.as_str(), "leave" | "died") && *home == file {
                forgotten(s, role, file, *function, found);
            }
        }
    }
}

/// Checks what one handler answers and adds where it may go; whether that is all that it may answer.
fn answers(
    s: &Session,
    role: &Role,
    handler: &str,
    file: FileId,
    function: FunctionId,
    goes: &mut BTreeSet<String>,
    found: &mut Found,
) -> bool {
    let tree = s.tree(file);
    let silent = [Handler::Leave, Handler::Died].iter().any(|h| h.name() == handler);
    let mut known = true;
    for value in tree.functions[function].returns.iter().filter_map(|v| v.first()) {
        let set = s.types(file, *value);
        let at = tree.exprs[*value].at;
        for ty in &set {
            match ty {
                Ty::Word(word, home, literal) => {
                    let place = if *home == role.file { s.tree(*home).exprs[*literal].at } else { at };
                    if handler == Handler::Leave.name() {
                        let hint = "return it from tick, enter or an event".to_owned();
                        let message = format!("leave answers '{word}': where to go has been decided by then");
                        found.error(s, file, place, message, Some(hint));
                    } else if role.states.contains_key(word) {
                        goes.insert(word.clone());
                    } else if role.twice {
                        // The state that is meant may be the one that the second took the place of.
                        known = false;
                    } else if !silent && !sorted_out(s, file, function, *value, word) {
                        let hint = did_you_mean(word, role.states.keys().map(String::as_str));
                        let message = format!("there is no state '{word}' to change to");
                        found.error(s, if *home == role.file { *home } else { file }, place, message, hint);
                        // Where it leads to nobody knows.
                        known = false;
                    }
                }
                Ty::Nil => {}
                Ty::Any | Ty::Text | Ty::Of(_) => known = false,
                other if !silent => {
                    let half = matches!(&tree.exprs[tree.bare(*value)].kind, Kind::Binary(Op::And, ..));
                    if half || set.iter().all(|t| *t != Ty::Nil && *t != Ty::Any && !t.is_text()) {
                        let hint = if half {
                            "write … and \"state\" or nil, or an if"
                        } else {
                            "return \"rest\" changes to rest; return alone stays"
                        };
                        let message = match half {
                            true => {
                                format!("{handler} answers false where the condition fails, not the name of a state")
                            }
                            false => format!("{handler} answers {}, not the name of a state", other.noun()),
                        };
                        found.error(s, file, at, message, Some(hint.into()));
                        known = false;
                    }
                }
                _ => {}
            }
        }
    }
    known
}

/// Whether a variable that is returned was compared with this word before: it may have been dealt with.
fn sorted_out(s: &Session, file: FileId, function: FunctionId, value: ExprId, word: &str) -> bool {
    let tree = s.tree(file);
    let Kind::Local(local) = tree.exprs[tree.bare(value)].kind else { return false };
    let is = |e: ExprId| matches!(tree.exprs[e].kind, Kind::Local(l) if l == local);
    tree.exprs.iter().filter(|e| tree.inside(e.function, function)).any(|e| match e.kind {
        Kind::Binary(Op::Equal | Op::Unequal, l, r) => {
            (is(l) && tree.text(r) == Some(word)) || (is(r) && tree.text(l) == Some(word))
        }
        _ => false,
    })
}

fn unreached(s: &Session, role: &Role, ways: &BTreeMap<&str, BTreeSet<String>>, found: &mut Found) {
    let Some(start) = role.start.as_deref().filter(|name| role.states.contains_key(*name)) else { return };
    let (mut reached, mut next) = (BTreeSet::from([start]), vec![start]);
    while let Some(state) = next.pop() {
        for to in ways.get(state).into_iter().flatten() {
            if reached.insert(to) {
                next.push(to);
            }
        }
    }
    for (name, state) in role.states.iter().filter(|(n, _)| !reached.contains(n.as_str())) {
        let named = ways.values().any(|w| w.contains(name));
        let why = if named { "only states that are never reached lead to it" } else { "no handler returns its name" };
        found.warning(
            s,
            role.file,
            state.at,
            format!("state '{name}' is never reached: {why}"),
            Some(format!("a handler of another state changes to it by return \"{name}\"")),
        );
    }
}

/// `hunt(npc, prey)` where `return hunt(npc, prey)` was meant.
fn forgotten(s: &Session, role: &Role, file: FileId, function: FunctionId, found: &mut Found) {
    let tree = s.tree(file);
    for call in tree.dropped.iter().filter(|c| tree.exprs[**c].function == function) {
        let Kind::Call { callee, .. } = &tree.exprs[*call].kind else { continue };
        let [Ty::Function(home, _)] = s.types(file, *callee)[..] else { continue };
        let Some(words) = s.words(file, *call).filter(|_| home == file) else { continue };
        if words.iter().all(|w| role.states.contains_key(&w.0)) {
            let shown = tree.shown(*callee);
            let message = format!("{shown} answers the name of a state, and it is not returned");
            found.warning(s, file, tree.exprs[*call].at, message, Some(format!("write: return {shown}(…)")));
        }
    }
}
