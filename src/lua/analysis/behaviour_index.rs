//! The behaviours as they are written, and which functions run only after their file was loaded.

use crate::agent::Handler;
use crate::lua::analysis::infer::Session;
use crate::lua::analysis::symbol_table::{SymbolTable, set_of};
use crate::lua::analysis::types::{FileId, Type, TypeUnion, certain};
use crate::lua::api::behaviour;
use crate::lua::api::declare::Param;
use crate::lua::source::mods::behaviour_name;
use crate::lua::source::tree::{ExprId, FunctionId, Key, Kind, Place, Tree};
use std::collections::{BTreeMap, BTreeSet};

/// One state of a behaviour.
pub(crate) struct State {
    pub at: Place,
    pub handlers: Vec<(String, FileId, FunctionId)>,
}

/// A behaviour as it is written down.
pub(crate) struct Behaviour {
    pub file: FileId,
    name: String,
    pub start: Option<String>,
    faction: Option<String>,
    pub states: BTreeMap<String, State>,
    /// `on_reload`.
    migration: Option<(FileId, FunctionId)>,
    /// A state's name is given twice.
    pub twice: bool,
    /// Every state and handler is there to be read.
    pub whole: bool,
}

impl Behaviour {
    /// The function of a handler, as far as it can be read.
    pub(crate) fn handler(&self, state: &str, handler: Handler) -> Option<(FileId, FunctionId)> {
        let handlers = &self.states.get(state)?.handlers;
        handlers.iter().find(|h| h.0 == handler.name()).map(|h| (h.1, h.2))
    }
}

/// All behaviours, and which functions run for living creatures.
#[derive(Default)]
pub(crate) struct BehaviourIndex {
    pub behaviours: Vec<Behaviour>,
    /// Functions that are handlers, by file.
    handlers: BTreeSet<(FileId, FunctionId)>,
    /// Functions that may run while files are being loaded.
    early: BTreeSet<(FileId, FunctionId)>,
}

impl BehaviourIndex {
    /// Reads the behaviours off the files below `npc/`.
    pub(crate) fn of(s: &Session) -> Self {
        let mut index = Self::default();
        for (file, f) in s.files.iter().enumerate() {
            let Some(name) = behaviour_name(&f.path) else { continue };
            if let Some(behaviour) = behaviour(s, file, name) {
                let all = behaviour.states.values().flat_map(|st| st.handlers.iter().map(|h| (h.1, h.2)));
                index.handlers.extend(all.chain(behaviour.migration));
                index.behaviours.push(behaviour);
            }
        }
        index.early = early(s);
        index
    }

    /// Adds what the parameters of handlers are to a session.
    pub(crate) fn add_parameters(&self, s: &mut Session) {
        for state in self.behaviours.iter().flat_map(|r| r.states.values()) {
            for (handler, file, function) in &state.handlers {
                hand(s, *file, *function, handed(handler));
            }
        }
        for (file, function) in self.behaviours.iter().filter_map(|r| r.migration) {
            hand(s, file, function, handed(behaviour::MIGRATION));
        }
    }

    /// Whether a function is a handler, or `on_reload`.
    pub(crate) fn handles(&self, file: FileId, function: FunctionId) -> bool {
        self.handlers.contains(&(file, function))
    }

    /// Adds the names of behaviours, states and factions.
    pub(crate) fn add_names(&self, symbols: &mut SymbolTable) {
        for behaviour in &self.behaviours {
            let states = behaviour.states.keys().cloned();
            symbols.behaviours.entry(behaviour.name.clone()).or_default().extend(states);
            symbols.factions.insert(behaviour.faction.clone().unwrap_or_else(|| "neutral".into()));
            symbols.incomplete |= !behaviour.whole;
        }
    }

    /// Whether a function runs only when its file has been loaded.
    pub(crate) fn late(&self, file: FileId, function: FunctionId) -> bool {
        self.handles(file, function) || !self.early.contains(&(file, function))
    }
}

fn hand(s: &mut Session, file: FileId, function: FunctionId, sets: Vec<TypeUnion>) {
    let tree = s.tree(file);
    // Without the creature all parameters are shifted by one.
    if takes_no_npc(tree, function) {
        return;
    }
    let parameters = tree.functions[function].parameters.clone();
    for (p, set) in parameters.into_iter().zip(sets) {
        s.hand(file, p, set);
    }
}

/// Whether a function speaks of `npc` where none is declared.
fn takes_no_npc(tree: &Tree, function: FunctionId) -> bool {
    tree.exprs.iter().any(|e| matches!(&e.kind, Kind::Global(n) if n == "npc") && tree.inside(e.function, function))
}

/// Functions that the top level of some file may call, by itself or through others.
fn early(s: &Session) -> BTreeSet<(FileId, FunctionId)> {
    let mut next: Vec<(FileId, FunctionId)> = (0..s.files.len()).map(|f| (f, 0)).collect();
    let (mut early, mut named) = (BTreeSet::new(), BTreeSet::new());
    let namesakes = namesakes(s);
    while let Some((file, function)) = next.pop() {
        if !early.insert((file, function)) {
            continue;
        }
        let tree = s.tree(file);
        for e in tree.body(function) {
            let (callees, args, name) = match &tree.exprs[*e].kind {
                Kind::Call { callee, args } => (s.types(file, *callee), args, tree.name_of(*callee)),
                Kind::Method { of, name, args, .. } => {
                    let members =
                        s.types(file, *of).iter().flat_map(|t| s.member(t, name, 0).unwrap_or_default()).collect();
                    (members, args, Some(name.as_str()))
                }
                _ => continue,
            };
            callees.iter().for_each(|t| called(s, t, &mut next));
            if name != Some("behaviour") {
                args.iter().flat_map(|a| s.types(file, *a)).for_each(|t| called(s, &t, &mut next));
            }
            if let Some(name) = name.filter(|n| !certain(&callees) && named.insert(*n)) {
                next.extend(namesakes.get(name).into_iter().flatten());
            }
        }
    }
    early
}

/// What calling a value, or passing it to code that may call it, runs.
fn called(s: &Session, ty: &Type, next: &mut Vec<(FileId, FunctionId)>) {
    match ty {
        Type::Function(f, id) => next.push((*f, *id)),
        Type::Module(f) => {
            let returned = s.returns(*f, 0, 0, 0);
            next.extend(
                returned.iter().filter_map(|t| if let Type::Function(f, id) = t { Some((*f, *id)) } else { None }),
            );
        }
        Type::Table(f, e) => {
            let Kind::Table(entries) = &s.tree(*f).exprs[*e].kind else { return };
            for entry in entries {
                if let Kind::Function(id) = s.tree(*f).exprs[entry.value].kind {
                    next.push((*f, id));
                }
            }
        }
        _ => {}
    }
}

/// Every function that is written down, by its name.
fn namesakes<'s>(s: &Session<'s>) -> BTreeMap<&'s str, Vec<(FileId, FunctionId)>> {
    let mut all: BTreeMap<&str, Vec<(FileId, FunctionId)>> = BTreeMap::new();
    for file in 0..s.files.len() {
        let tree = s.tree(file);
        let mut add = |name: Option<&'s str>, value: ExprId| {
            if let (Some(name), Kind::Function(id)) = (name, &tree.exprs[value].kind) {
                all.entry(name).or_default().push((file, *id));
            }
        };
        tree.writes.iter().for_each(|w| w.value.into_iter().for_each(|v| add(tree.name_of(w.target), v.0)));
        for e in &tree.exprs {
            let Kind::Table(entries) = &e.kind else { continue };
            entries.iter().for_each(|e| add(if let Key::Name(n) = &e.key { Some(n) } else { None }, e.value));
        }
    }
    all
}

/// What each handler, or `on_reload`, is called with.
fn handed(handler: &str) -> Vec<TypeUnion> {
    let set = |p: &Param| set_of(p.ty).into_iter().chain(p.optional.then_some(Type::Nil)).collect();
    behaviour::handler_params(handler).iter().map(set).collect()
}

/// The file of a table, its entries (name, place, value), and whether these are all.
type Entries = (FileId, Vec<(String, Place, ExprId)>, bool);

/// The entries of the one table that an expression is, and whether these are all.
fn entries(s: &Session, set: &TypeUnion) -> Option<Entries> {
    let [Type::Table(file, table)] = set[..] else { return None };
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
            for (name, values) in &*fields {
                if !found.iter().any(|f| f.0 == *name)
                    && let [(value, 0)] = values[..]
                {
                    found.push((name.clone(), tree.exprs[value].at, value));
                }
            }
        }
        None => whole = false,
    }
    Some((file, found, whole))
}

pub(crate) fn behaviour(s: &Session, file: FileId, name: &str) -> Option<Behaviour> {
    let (home, fields, mut whole) = entries(s, &s.returns(file, 0, 0, 0))?;
    let value = |name: &str| fields.iter().find(|f| f.0 == name).map(|f| f.2);
    let text = |e: ExprId| s.tree(home).string(e).map(str::to_owned);
    whole &= fields.iter().all(|f| behaviour::keys().contains(&f.0.as_str()));
    let mut faction = None;
    if let Some(body) = value("body") {
        match entries(s, &s.types(home, body)) {
            Some((at, fields, all)) => {
                let given = fields.iter().find(|f| f.0 == "faction");
                whole &= all && fields.iter().all(|f| behaviour::body_keys().any(|k| k == f.0));
                if let Some(given) = given {
                    match s.literals(at, given.2) {
                        Some(words) if words.len() == 1 => faction = Some(words[0].0.clone()),
                        _ => whole = false,
                    }
                }
            }
            None => whole = false,
        }
    }
    let mut states = BTreeMap::new();
    let mut twice = false;
    match value("states").and_then(|e| entries(s, &s.types(home, e))) {
        Some((at, list, all)) => {
            whole &= all;
            for (name, place, value) in list {
                let mut handlers = Vec::new();
                match entries(s, &s.types(at, value)) {
                    Some((inner, list, all)) => {
                        whole &= all;
                        whole &= list.iter().all(|(name, ..)| behaviour::is_handler(name));
                        for (handler, _, value) in list {
                            match s.types(inner, value)[..] {
                                [Type::Function(f, id)] => handlers.push((handler, f, id)),
                                _ => whole = false,
                            }
                        }
                    }
                    None => whole = false,
                }
                let state = State { at: if at == file { place } else { Place::default() }, handlers };
                twice |= states.insert(name, state).is_some();
            }
        }
        None => whole = false,
    }
    let start = value("start").and_then(text);
    let migration = value(behaviour::MIGRATION).and_then(|e| match s.types(home, e)[..] {
        [Type::Function(f, id)] => Some((f, id)),
        _ => None,
    });
    Some(Behaviour { file, name: name.to_owned(), start, faction, states, migration, twice, whole })
}
