//! States: names that handlers return, and states that nobody ever returns.

use super::Found;
use crate::agent::Handler;
use crate::diag::did_you_mean;
use crate::script::check::infer::Session;
use crate::script::check::known::Known;
use crate::script::check::tree::{ExprId, FunctionId, Key, Kind, Op, Place};
use crate::script::check::types::{Domain, FileId, Set, Ty};
use std::collections::{BTreeMap, BTreeSet};

/// One state of a behaviour.
struct State {
    at: Place,
    handlers: Vec<(String, FileId, FunctionId)>,
}

/// A behaviour as it is written down.
struct Role {
    file: FileId,
    name: String,
    start: Option<String>,
    faction: Option<String>,
    states: BTreeMap<String, State>,
    /// Every state and handler is there to be read.
    whole: bool,
}

/// All behaviours, and which functions run for living creatures.
#[derive(Default)]
pub struct Cast {
    roles: Vec<Role>,
    /// Functions that are handlers, by file.
    handlers: BTreeSet<(FileId, FunctionId)>,
}

impl Cast {
    /// Reads the behaviours off the files below `npc/`.
    pub fn of(s: &Session) -> Self {
        let mut cast = Self::default();
        for (file, f) in s.files.iter().enumerate() {
            let Some(stem) = f.path.strip_prefix("npc/").and_then(|p| p.strip_suffix(".lua")) else { continue };
            if let Some(role) = role(s, file, stem) {
                let all = role.states.values().flat_map(|st| st.handlers.iter().map(|h| (h.1, h.2)));
                cast.handlers.extend(all);
                cast.roles.push(role);
            }
        }
        cast
    }

    /// Tells the session what handlers are handed.
    pub fn hand(&self, s: &mut Session) {
        for state in self.roles.iter().flat_map(|r| r.states.values()) {
            for (handler, file, function) in &state.handlers {
                let parameters = s.tree(*file).functions[*function].parameters.clone();
                for (p, set) in parameters.into_iter().zip(handed(handler)) {
                    s.hand(*file, p, set);
                }
            }
        }
    }

    /// Adds the names of behaviours, states and factions.
    pub fn tell(&self, known: &mut Known) {
        for role in &self.roles {
            let states = role.states.keys().cloned();
            known.behaviours.entry(role.name.clone()).or_default().extend(states);
            known.factions.insert(role.faction.clone().unwrap_or_else(|| "neutral".into()));
            known.incomplete |= !role.whole;
        }
    }

    /// Whether a function runs when its file has been loaded: a handler, or something in one.
    pub fn late(&self, file: FileId, function: FunctionId) -> bool {
        self.handlers.contains(&(file, function))
    }
}

/// What each handler gets, from its first parameter on.
fn handed(handler: &str) -> Vec<Set> {
    let npc = vec![Ty::Npc];
    match handler {
        "on_path" => vec![npc, vec![Ty::Of(Domain::Code)]],
        "hurt" => vec![npc, vec![Ty::Number, Ty::Nil], vec![Ty::Number]],
        "heard" => vec![npc, vec![Ty::Text], vec![Ty::Number]],
        "message" => vec![npc, vec![Ty::Number], vec![Ty::Text], vec![Ty::Any]],
        _ => vec![npc],
    }
}

/// The file of a table, its entries (name, place, value), and whether these are all.
type Entries = (FileId, Vec<(String, Place, ExprId)>, bool);

/// The entries of the one table that an expression is, and whether these are all.
fn entries(s: &Session, set: &Set) -> Option<Entries> {
    let [Ty::Table(file, table)] = set[..] else { return None };
    let tree = s.tree(file);
    let Kind::Table(list) = &tree.exprs[table].kind else { return None };
    let (mut found, mut whole) = (Vec::new(), true);
    for entry in list {
        match &entry.key {
            Key::Name(name) => found.push((name.clone(), entry.at, entry.value)),
            _ => whole = false,
        }
    }
    match s.fields(file, table) {
        Some(fields) => {
            for (name, values) in fields {
                if !found.iter().any(|f| f.0 == name)
                    && let [(value, 0)] = values[..]
                {
                    found.push((name, tree.exprs[value].at, value));
                }
            }
        }
        None => whole = false,
    }
    Some((file, found, whole))
}

fn role(s: &Session, file: FileId, stem: &str) -> Option<Role> {
    let (home, fields, mut whole) = entries(s, &s.answer(file, 0, 0, 0))?;
    let value = |name: &str| fields.iter().find(|f| f.0 == name).map(|f| f.2);
    let text = |e: ExprId| s.tree(home).text(e).map(str::to_owned);
    let mut faction = None;
    if let Some(body) = value("body") {
        match entries(s, &s.types(home, body)) {
            Some((at, fields, all)) => {
                let given = fields.iter().find(|f| f.0 == "faction");
                whole &= all;
                if let Some(given) = given {
                    match s.words(at, given.2) {
                        Some(words) if words.len() == 1 => faction = Some(words[0].0.clone()),
                        _ => whole = false,
                    }
                }
            }
            None => whole = false,
        }
    }
    let mut states = BTreeMap::new();
    match value("states").and_then(|e| entries(s, &s.types(home, e))) {
        Some((at, list, all)) => {
            whole &= all;
            for (name, place, value) in list {
                let mut handlers = Vec::new();
                match entries(s, &s.types(at, value)) {
                    Some((inner, list, all)) => {
                        whole &= all;
                        for (handler, _, value) in list {
                            match s.types(inner, value)[..] {
                                [Ty::Function(f, id)] => handlers.push((handler, f, id)),
                                _ => whole = false,
                            }
                        }
                    }
                    None => whole = false,
                }
                states.insert(name, State { at: if at == file { place } else { Place::default() }, handlers });
            }
        }
        None => whole = false,
    }
    let start = value("start").and_then(text);
    Some(Role { file, name: stem.to_owned(), start, faction, states, whole })
}

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
        if !open {
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
                    } else if !silent && !sorted_out(s, file, function, *value, word) {
                        let hint = did_you_mean(word, role.states.keys().map(String::as_str));
                        let message = format!("there is no state '{word}' to change to");
                        found.error(s, if *home == role.file { *home } else { file }, place, message, hint);
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
