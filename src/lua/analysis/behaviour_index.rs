//! The behaviours as they are written, and which functions run only after their file was loaded.

use crate::agent::{Handler, NEUTRAL};
use crate::lua::analysis::infer::Session;
use crate::lua::analysis::symbol_table::{SymbolTable, union_of};
use crate::lua::analysis::types::{FileId, Type, TypeUnion, certain};
use crate::lua::api::behaviour;
use crate::lua::api::declare::{Param, ShapeName};
use crate::lua::source::mods::behaviour_name;
use crate::lua::source::tree::{ExprId, FunctionId, Kind, Place, Tree};
use std::collections::{BTreeMap, BTreeSet};

/// One state of a behaviour.
pub(crate) struct State {
    pub at: Place,
    pub handlers: Vec<(Handler, FileId, FunctionId)>,
}

/// A behaviour as it is written down.
pub(crate) struct Behaviour {
    pub file: FileId,
    name: String,
    pub start: Option<String>,
    faction: Option<String>,
    /// Its body certainly takes no health.
    pub harmless: bool,
    pub states: BTreeMap<String, State>,
    /// `on_reload`.
    migration: Option<(FileId, FunctionId)>,
    /// States of the behaviour that it extends.
    pub below: BTreeSet<String>,
    /// There may be more states: a name is given twice, others may add to the table, or what is extended cannot be read.
    pub hidden: bool,
    /// Every state and handler is there to be read.
    pub whole: bool,
}

impl Behaviour {
    /// The function of a handler, as far as it can be read.
    pub(crate) fn handler(&self, state: &str, handler: Handler) -> Option<(FileId, FunctionId)> {
        let handlers = &self.states.get(state)?.handlers;
        handlers.iter().find(|h| h.0 == handler).map(|h| (h.1, h.2))
    }
}

/// All behaviours, and which functions run for living creatures.
#[derive(Default)]
pub(crate) struct BehaviourIndex {
    pub behaviours: Vec<Behaviour>,
    /// Functions that are handlers, by file, and what they are called with.
    handlers: BTreeMap<(FileId, FunctionId), &'static [Param]>,
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
                let all = behaviour.states.values().flat_map(|st| &st.handlers);
                let all = all.map(|(handler, file, id)| ((*file, *id), behaviour::handler_params(handler.name())));
                let migration = behaviour.migration.map(|f| (f, behaviour::handler_params(behaviour::MIGRATION)));
                index.handlers.extend(all.chain(migration));
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
                hand(s, *file, *function, handler.name());
            }
        }
        for (file, function) in self.behaviours.iter().filter_map(|r| r.migration) {
            hand(s, file, function, behaviour::MIGRATION);
        }
    }

    /// What a handler is called with; nothing for other functions.
    pub(crate) fn parameter_list(&self, file: FileId, function: FunctionId) -> &'static [Param] {
        self.handlers.get(&(file, function)).copied().unwrap_or_default()
    }

    /// Whether a function is a handler, or `on_reload`.
    pub(crate) fn handles(&self, file: FileId, function: FunctionId) -> bool {
        self.handlers.contains_key(&(file, function))
    }

    /// Adds the names of behaviours, states and factions.
    pub(crate) fn add_names(&self, symbols: &mut SymbolTable) {
        for behaviour in &self.behaviours {
            let states = behaviour.states.keys().chain(&behaviour.below).cloned();
            symbols.behaviours.entry(behaviour.name.clone()).or_default().extend(states);
            symbols.factions.insert(behaviour.faction.clone().unwrap_or_else(|| NEUTRAL.into()));
            symbols.incomplete |= !behaviour.whole;
        }
    }

    /// The faction of a behaviour, when it is written down.
    pub(crate) fn faction(&self, behaviour: &str) -> Option<&str> {
        self.behaviours.iter().find(|b| b.name == behaviour && b.whole)?.faction.as_deref()
    }

    /// Whether a function runs only when its file has been loaded.
    pub(crate) fn late(&self, file: FileId, function: FunctionId) -> bool {
        self.handles(file, function) || !self.early.contains(&(file, function))
    }
}

/// Adds what the parameters of a handler, or of `on_reload`, are to a session.
fn hand(s: &mut Session, file: FileId, function: FunctionId, handler: &str) {
    let tree = s.tree(file);
    // Without the creature all parameters are shifted by one.
    if takes_no_npc(tree, function) {
        return;
    }
    let declared = behaviour::handler_params(handler);
    for (i, local) in tree.functions[function].parameters.iter().enumerate() {
        let nil = declared.get(i).is_none_or(|p| p.optional).then_some(Type::Nil);
        s.hand(
            file,
            *local,
            declared.get(i).map_or_else(Vec::new, |p| union_of(p.ty)).into_iter().chain(nil).collect(),
        );
    }
}

/// Whether a function uses `npc` without declaring it.
fn takes_no_npc(tree: &Tree, function: FunctionId) -> bool {
    (0..tree.exprs.len()).any(|e| tree.is_global(e, "npc") && tree.inside(tree.exprs[e].function, function))
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
        for e in &tree.bodies[function] {
            let (args, name) = match tree.kind(*e) {
                Kind::Call { callee, args } => (args, tree.name_of(*callee)),
                Kind::Method { name, args, .. } => (args, Some(name.as_str())),
                _ => continue,
            };
            let callees = s.callees(file, *e, 0);
            callees.iter().for_each(|t| called(s, t, &mut next));
            if !matches!(name, Some("behaviour" | "extend")) {
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
        Type::Module(f) => next.extend(s.returns(*f, 0, 0, 0).iter().filter_map(Type::function)),
        Type::Table(f, e) => {
            let values = s.tree(*f).entries(*e).into_iter().flatten().map(|entry| s.tree(*f).kind(entry.value));
            next.extend(values.filter_map(|kind| if let Kind::Function(id) = kind { Some((*f, *id)) } else { None }));
        }
        other => next.extend(other.function()),
    }
}

/// Every function that is written down, by its name.
fn namesakes<'s>(s: &Session<'s>) -> BTreeMap<&'s str, Vec<(FileId, FunctionId)>> {
    let mut all: BTreeMap<&str, Vec<(FileId, FunctionId)>> = BTreeMap::new();
    for file in 0..s.files.len() {
        let tree = s.tree(file);
        let written = tree.writes.iter().filter_map(|w| Some((tree.name_of(w.target)?, w.value?.0)));
        let entries = tree.all_entries().filter_map(|e| Some((e.name()?, e.value)));
        for (name, value) in written.chain(entries) {
            if let Kind::Function(id) = tree.kind(value) {
                all.entry(name).or_default().push((file, *id));
            }
        }
    }
    all
}

/// The name, the place and the value of an entry of a table.
type Given = (String, Place, ExprId);

/// Reads the tables of a behaviour.
struct Reader<'s> {
    s: &'s Session<'s>,
    /// Everything was there to be read.
    whole: bool,
}

impl Reader<'_> {
    /// The file and the entries of the one table that an expression is.
    fn entries(&mut self, set: &TypeUnion) -> (FileId, Vec<Given>) {
        let [Type::Table(file, table)] = set[..] else {
            self.whole = false;
            return (0, Vec::new());
        };
        let tree = self.s.tree(file);
        let list = tree.entries(table).unwrap_or_default();
        let mut found: Vec<Given> = list.iter().filter_map(|e| Some((e.name()?.to_owned(), e.at, e.value))).collect();
        let fields = self.s.fields(file, table);
        self.whole &= found.len() == list.len() && fields.is_some();
        let named = fields.iter().flat_map(|fields| fields.iter()).filter(|(name, _)| !name.starts_with('#'));
        for (name, values) in named {
            match values[..] {
                _ if found.iter().any(|f| f.0 == *name) => {}
                [(value, 0)] => found.push((name.clone(), tree.at(value), value)),
                _ => self.whole = false,
            }
        }
        (file, found)
    }

    /// The one function that an expression is.
    fn function(&mut self, file: FileId, e: ExprId) -> Option<(FileId, FunctionId)> {
        if let [ty] = &self.s.types(file, e)[..] { ty.function() } else { None }
    }

    fn faction(&mut self, file: FileId, body: ExprId) -> Option<String> {
        let (at, fields) = self.entries(&self.s.types(file, body));
        self.whole &= fields.iter().all(|f| ShapeName::Body.field(&f.0).is_some());
        let given = fields.iter().find(|f| f.0 == "faction")?;
        let only = self.s.literals(at, given.2).filter(|words| words.len() == 1);
        self.whole &= only.is_some();
        only.map(|mut words| words.remove(0).0)
    }

    /// Whether all of a body is there to be read, and it has no damage.
    fn harmless(&self, file: FileId, body: ExprId) -> bool {
        let mut body_alone = Reader { s: self.s, whole: true };
        let (at, fields) = body_alone.entries(&self.s.types(file, body));
        let damage = fields.iter().find(|f| f.0 == "damage").map(|f| self.s.constant(at, f.2));
        body_alone.whole && damage.is_none_or(|n| n == Some(0.0))
    }

    fn handlers(&mut self, file: FileId, state: ExprId) -> Vec<(Handler, FileId, FunctionId)> {
        let (inner, list) = self.entries(&self.s.types(file, state));
        let mut handlers = Vec::new();
        for (name, _, value) in list.into_iter().filter(|(name, ..)| name != behaviour::MOOD.name) {
            let handler = Handler::named(&name).zip(self.function(inner, value));
            self.whole &= handler.is_some();
            handlers.extend(handler.map(|(handler, (f, id))| (handler, f, id)));
        }
        handlers
    }
}

pub(crate) fn behaviour(s: &Session, file: FileId, name: &str) -> Option<Behaviour> {
    let returned = s.returns(file, 0, 0, 0);
    let [Type::Table(..)] = returned[..] else { return None };
    // Of what the mods below have, only the names of states are looked at.
    let extended = s.files[file].path.clone() + "@";
    let below = (0..s.files.len()).filter(|f| s.files[*f].path.starts_with(&extended));
    let below: Vec<Option<Behaviour>> = below.map(|f| behaviour(s, f, name)).collect();
    let mut hidden = !below.iter().all(|b| b.as_ref().is_some_and(|b| b.whole));
    let mut r = Reader { s, whole: below.is_empty() };
    let (home, fields) = r.entries(&returned);
    let value = |name: &str| fields.iter().find(|f| f.0 == name).map(|f| f.2);
    r.whole &= fields.iter().all(|f| ShapeName::Behaviour.field(&f.0).is_some());
    let faction = value("body").and_then(|body| r.faction(home, body));
    let harmless = value("body").is_none_or(|body| r.harmless(home, body));
    let given = value("states").map(|e| s.types(home, e)).unwrap_or_default();
    let fields = |ty: &Type| if let Type::Table(file, table) = ty { s.fields(*file, *table) } else { None };
    let read = |ty: &Type| fields(ty).is_some_and(|fields| fields.values().all(|values| values.len() == 1));
    hidden |= !given.iter().all(read);
    let (at, list) = r.entries(&given);
    let mut states = BTreeMap::new();
    for (name, place, value) in list {
        let handlers = r.handlers(at, value);
        let state = State { at: if at == file { place } else { Place::default() }, handlers };
        hidden |= states.insert(name, state).is_some();
    }
    let start = value("start").and_then(|e| s.tree(home).string(e).map(str::to_owned));
    let migration = value(behaviour::MIGRATION).and_then(|e| r.function(home, e));
    let (name, whole) = (name.to_owned(), r.whole);
    let below = below.into_iter().flatten().flat_map(|b| b.states.into_keys().chain(b.below)).collect();
    Some(Behaviour { file, name, start, faction, harmless, states, migration, below, hidden, whole })
}
