//! Where locals and parameters are used, and for what.

use crate::lua::api::behaviour::MIGRATION;
use crate::lua::api::declare::{Function, Type};
use crate::lua::api::{modules, natives};
use crate::lua::source::tree::*;
use std::collections::{BTreeMap, BTreeSet};

/// The name for entries of lists and under computed keys.
const ANY_NAME: &str = "";

/// A variable that holds a table, and the name under which another one is found in it.
type Inner = (LocalId, String);

/// The field that is written, and with what.
pub(super) type Filled = (String, Option<(ExprId, usize)>);

/// How the variables and tables of a file are used.
#[derive(Default)]
pub(crate) struct Uses {
    /// Variables that hold a table made on the spot, by the table.
    pub(crate) holders: BTreeMap<ExprId, Vec<LocalId>>,
    /// Variables that something else may change: handed on as a whole.
    pub(crate) escapes: Vec<bool>,
    /// The writes to fields of each name.
    pub(crate) writes: BTreeMap<String, Vec<usize>>,
    /// The names of all fields that are read.
    pub(crate) read: BTreeSet<String>,
    /// Functions that are written as members of a table of the file's own; nothing where there are several of a name.
    pub(crate) members: BTreeMap<(LocalId, String), Option<FunctionId>>,
    /// The file sets metatables.
    pub(crate) metatables: bool,
    /// The file writes memory so that it cannot be followed.
    pub(crate) open_memory: bool,
    /// Tables made on the spot that go straight to a function, which may change them.
    pub(crate) given: BTreeSet<ExprId>,
    /// Variables whose tables functions such as `table.insert` fill with entries by position.
    pub(crate) grown: BTreeSet<LocalId>,
    /// Tables made on the spot inside other tables, with their name there; [`ANY_NAME`] for a place in a list.
    nested: BTreeMap<ExprId, Vec<Inner>>,
    /// Names under which the tables inside others are handed on or filled by computed keys.
    opened: BTreeSet<Inner>,
    /// Assignments to fields of tables inside others, by the name of the inner table.
    filled: BTreeMap<Inner, Vec<Filled>>,
    /// The variable that is a function and nothing else.
    pub(crate) named: BTreeMap<FunctionId, LocalId>,
    /// The variable that gets the value of an expression, and no other.
    pub(crate) held: BTreeMap<ExprId, LocalId>,
    /// Calls of a variable.
    pub(crate) calls: BTreeMap<LocalId, Vec<ExprId>>,
}

impl Uses {
    pub(crate) fn of(tree: &Tree) -> Self {
        let mut uses = Self { escapes: vec![false; tree.locals.len()], ..Self::default() };
        for id in 0..tree.locals.len() {
            for e in tree.values(id).filter(|e| tree.entries(*e).is_some()) {
                uses.holders.entry(e).or_default().push(id);
            }
            if let [Source::Value(e, 0)] = tree.locals[id].sources[..] {
                uses.held.insert(e, id);
            }
            if let Some(Kind::Function(f)) = tree.only_value(id).map(|e| tree.kind(e)) {
                uses.named.entry(*f).or_insert(id);
            }
        }
        uses.open_memory = open(tree);
        for id in (0..tree.exprs.len()).filter(|id| tree.written(*id).is_none()) {
            if let Kind::Field { name, .. } = tree.kind(id) {
                uses.read.insert(name.clone());
            }
        }
        for (i, w) in tree.writes.iter().enumerate() {
            let Kind::Field { of, name, .. } = tree.kind(w.target) else { continue };
            uses.writes.entry(name.clone()).or_default().push(i);
            if let Kind::Local(l) = *tree.kind(*of) {
                let function =
                    w.value.and_then(|(e, _)| if let Kind::Function(f) = tree.kind(e) { Some(*f) } else { None });
                let several = uses.members.contains_key(&(l, name.clone()));
                uses.members.insert((l, name.clone()), function.filter(|_| !several));
            }
        }
        let mut harmless = vec![false; tree.exprs.len()];
        for (id, e) in tree.exprs.iter().enumerate() {
            match &e.kind {
                Kind::Field { of, .. } | Kind::Item { of, .. } | Kind::Unary(_, of) => harmless[*of] = true,
                Kind::Method { of, name, args, .. } => {
                    harmless[*of] = true;
                    match natives::find("npc", name) {
                        Some(_) => args.iter().for_each(|a| harmless[*a] = true),
                        None => uses.give(tree, args),
                    }
                }
                Kind::Binary(_, l, r) => (harmless[*l], harmless[*r]) = (true, true),
                Kind::Global(name) => uses.metatables |= name == "setmetatable",
                Kind::Call { callee, args } => {
                    harmless[*callee] = true;
                    if let Kind::Local(l) = tree.kind(*callee) {
                        uses.calls.entry(*l).or_default().push(id);
                    }
                    if let (true, Some(Kind::Local(l))) = (fills(tree, *callee), args.first().map(|a| tree.kind(*a))) {
                        uses.grown.insert(*l);
                    }
                    if looks_only(tree, *callee) || is_declared(tree, *callee) {
                        args.iter().for_each(|a| harmless[*a] = true);
                    } else if freezes(tree, *callee) {
                        args.iter().for_each(|a| within(tree, *a, &mut harmless));
                    } else {
                        uses.give(tree, args);
                    }
                }
                _ => {}
            }
        }
        // What the file itself returns is frozen: nothing changes it afterwards.
        tree.functions[0].returns.iter().flatten().for_each(|e| within(tree, *e, &mut harmless));
        tree.writes.iter().for_each(|w| harmless[w.target] = true);
        tree.bounds.iter().chain(&tree.conditions).for_each(|e| harmless[*e] = true);
        for (id, e) in tree.exprs.iter().enumerate() {
            if let (Kind::Local(l), false) = (&e.kind, harmless[id]) {
                uses.escapes[*l] = true;
            }
        }
        uses.nesting(tree, &harmless);
        uses
    }

    /// Notes the tables that are made in the arguments of a call.
    fn give(&mut self, tree: &Tree, args: &[ExprId]) {
        let mut open = args.to_vec();
        while let Some(e) = open.pop() {
            match tree.kind(e) {
                Kind::Table(_) => drop(self.given.insert(e)),
                Kind::Single(inner) => open.push(*inner),
                Kind::Binary(Op::And | Op::Or, l, r) => open.extend([*l, *r]),
                Kind::Choice(_, values) => open.extend(values),
                _ => {}
            }
        }
    }

    /// Tables in tables, and what is done to them through the outer one: `b.states[name] = { … }`.
    fn nesting(&mut self, tree: &Tree, harmless: &[bool]) {
        let is_table = |e: ExprId| tree.entries(e).is_some();
        for w in &tree.writes {
            if let Some((value, 0)) = w.value.filter(|v| is_table(v.0)) {
                let inner = self.inner(tree, w.target);
                self.nested.entry(value).or_default().extend(inner);
            }
            match tree.kind(w.target) {
                Kind::Item { of, .. } => self.opened.extend(self.inner(tree, *of)),
                Kind::Field { of, name, .. } => {
                    if let Some(inner) = self.inner(tree, *of) {
                        self.filled.entry(inner).or_default().push((name.clone(), w.value));
                    }
                }
                _ => {}
            }
        }
        // `for _, state in pairs(states) do state.tick = …`.
        for (id, local) in tree.locals.iter().enumerate() {
            let [Source::Loop(over, 1)] = local.sources[..] else { continue };
            let Kind::Call { args, .. } = tree.kind(over) else { continue };
            let changed =
                |m: &ExprId| !harmless[*m] || tree.parents[*m].is_some_and(|user| tree.written(user).is_some());
            if let (Some(Kind::Local(l)), true) =
                (args.first().map(|a| tree.kind(*a)), tree.mentions[id].iter().any(changed))
            {
                self.opened.insert((*l, ANY_NAME.to_owned()));
            }
        }
        let deeper = deeper(tree);
        // Inner tables come before the tables around them.
        for id in (0..tree.exprs.len()).rev() {
            if let Some(entries) = tree.entries(id) {
                let held = self.holders.get(&id).into_iter().flatten().copied();
                let nested = self.nested.get(&id).into_iter().flatten().map(|n| n.0);
                let roots: BTreeSet<LocalId> = held.chain(nested).collect();
                for entry in entries.iter().filter(|e| is_table(e.value)) {
                    let name = entry.name().unwrap_or(ANY_NAME);
                    self.nested.entry(entry.value).or_default().extend(roots.iter().map(|r| (*r, name.to_owned())));
                }
            }
            if !harmless[id] && !self.is_looked_at(tree, id, harmless, &deeper) {
                self.opened.extend(self.inner(tree, id));
            }
        }
    }

    /// Whether a variable holds the entry of a list, and nothing comes of that but that its fields are read: `local step = STEPS[i]`.
    fn is_looked_at(&self, tree: &Tree, entry: ExprId, harmless: &[bool], deeper: &BTreeSet<(LocalId, &str)>) -> bool {
        let Some(holder) = self.held.get(&entry) else { return false };
        let (Kind::Field { of, .. } | Kind::Item { of, .. }) = *tree.kind(entry) else { return false };
        let Kind::Local(list) = *tree.kind(of) else { return false };
        tree.mentions[*holder].iter().all(|mention| match tree.parents[*mention] {
            Some(user) if matches!(tree.kind(user), Kind::Field { of, .. } if of == mention) => {
                let is_kept = || tree.field_name(user).is_none_or(|name| deeper.contains(&(list, name)));
                !is_written(tree, user) && (harmless[user] || !is_kept())
            }
            _ => harmless[*mention],
        })
    }

    /// The variable and the name by which an expression finds a table inside one of the file's own.
    fn inner(&self, tree: &Tree, e: ExprId) -> Option<Inner> {
        let mut root = e;
        while let Kind::Field { of, .. } | Kind::Item { of, .. } = *tree.kind(root) {
            root = of;
        }
        let Kind::Local(l) = *tree.kind(root) else { return None };
        let name = match tree.kind(e) {
            Kind::Field { name, .. } => name.as_str(),
            Kind::Item { .. } => ANY_NAME,
            _ => return None,
        };
        tree.values(l).any(|e| tree.entries(e).is_some()).then(|| (l, name.to_owned()))
    }

    /// Fields that a table inside another gets later; `None` when that is not known.
    pub(crate) fn filled_later(&self, table: ExprId) -> Option<Vec<&Filled>> {
        let names = self.nested.get(&table).map_or(&[][..], Vec::as_slice);
        let mut found = Vec::new();
        for inner in names {
            let any = (inner.0, ANY_NAME.to_owned());
            let somewhere = inner.1 == ANY_NAME && self.filled.keys().any(|k| k.0 == inner.0);
            if somewhere || self.opened.contains(inner) || self.opened.contains(&any) || self.filled.contains_key(&any)
            {
                return None;
            }
            found.extend(self.filled.get(inner).into_iter().flatten());
        }
        Some(found)
    }

    /// The names of all fields that are read of a parameter, when that is all that is done with it.
    pub(crate) fn fields_read<'t>(&self, tree: &'t Tree, parameter: LocalId) -> Option<Vec<&'t str>> {
        let sources = &tree.locals[parameter].sources;
        let (mut names, mut fine, all) = (Vec::new(), 0, &tree.mentions[parameter]);
        for mention in all {
            let Some(user) = tree.parents[*mention] else { continue };
            match tree.kind(user) {
                Kind::Field { name, .. } => {
                    fine += 1;
                    if !names.contains(&name.as_str()) {
                        names.push(name.as_str());
                    }
                }
                // `how = how or {}`, and `how and how.pace`.
                Kind::Binary(Op::Or, l, _) => {
                    let kept = sources.iter().any(|s| matches!(s, Source::Value(e, 0) if *e == user));
                    fine += usize::from(l == mention && kept);
                }
                Kind::Binary(Op::And, l, _) => fine += usize::from(l == mention),
                _ => {}
            }
        }
        // The name is also on the left of its own assignments.
        let written = sources.len() - 1;
        (!names.is_empty() && all.len() == fine + written).then_some(names)
    }
}

/// Library functions that add entries to the table that they are given first.
fn fills(tree: &Tree, callee: ExprId) -> bool {
    matches!(tree.kind(callee), Kind::Field { of, name, .. } if tree.is_global(*of, "table") && ["insert", "move"].contains(&name.as_str()))
}

/// Marks an expression, and all values in the tables that it makes.
fn within(tree: &Tree, e: ExprId, marked: &mut [bool]) {
    let mut open = vec![e];
    while let Some(e) = open.pop() {
        marked[e] = true;
        open.extend(tree.entries(e).into_iter().flatten().map(|entry| entry.value));
    }
}

/// Functions after which nothing changes what they were given.
fn freezes(tree: &Tree, callee: ExprId) -> bool {
    ["behaviour", "extend"].iter().any(|name| tree.is_global(callee, name))
}

/// Library functions that change no field of what they are given.
fn looks_only(tree: &Tree, callee: ExprId) -> bool {
    let name = match tree.kind(callee) {
        Kind::Field { of, .. } if tree.is_global(*of, "table") => "table",
        Kind::Global(name) => name,
        _ => return false,
    };
    ["pairs", "ipairs", "next", "type", "tostring", "print", "log", "assert", "table"].contains(&name)
}

/// Functions of the API, and those of the shipped modules that declare which tables they take: they change none.
fn is_declared(tree: &Tree, callee: ExprId) -> bool {
    let Kind::Field { of, name, .. } = tree.kind(callee) else { return false };
    match tree.kind(*of) {
        Kind::Global(area) => natives::find(area, name).is_some(),
        Kind::Local(l) => {
            let module = tree.only_value(*l).and_then(|value| tree.required(value)).and_then(modules::shape);
            let takes = |f: &Function| f.signatures[0].params.iter().all(|p| !matches!(p.ty, Type::Any | Type::Table));
            module.and_then(|shape| shape.function(name)).is_some_and(takes)
        }
        _ => false,
    }
}

/// Whether a file writes memory so that it cannot be followed: under computed keys, as a whole, from an older form.
fn open(tree: &Tree) -> bool {
    let whole = |e: ExprId| is_memory(tree, e);
    tree.exprs.iter().any(|e| match &e.kind {
        Kind::Table(all) => all.iter().any(|e| e.key == Key::Name(MIGRATION.into())),
        Kind::Call { args, .. } | Kind::Method { args, .. } => args.iter().any(|a| whole(*a)),
        _ => false,
    }) || tree.writes.iter().any(|w| matches!(*tree.kind(w.target), Kind::Item { of, .. } if whole(of)))
}

fn is_memory(tree: &Tree, e: ExprId) -> bool {
    let named = |e: ExprId| tree.field_name(e) == Some("memory");
    match tree.bare_kind(e) {
        Kind::Local(l) => tree.values(*l).any(named),
        _ => named(tree.bare(e)),
    }
}

/// Fields of the entries of each list that hold more than a number, a string or a truth.
fn deeper(tree: &Tree) -> BTreeSet<(LocalId, &str)> {
    let is_plain = |e: ExprId| {
        matches!(tree.bare_kind(e), Kind::Nil | Kind::Bool(_) | Kind::Number(_) | Kind::String(_) | Kind::Pieces(_))
            || matches!(tree.bare_kind(e), Kind::Unary(_, of) if matches!(tree.bare_kind(*of), Kind::Number(_)))
    };
    let mut found = BTreeSet::new();
    for list in 0..tree.locals.len() {
        let entries = tree.values(list).filter_map(|e| tree.entries(e)).flatten();
        for entry in entries.filter_map(|entry| tree.entries(entry.value)).flatten() {
            found.extend(entry.name().filter(|_| !is_plain(entry.value)).map(|name| (list, name)));
        }
    }
    found
}

/// Whether an expression, or a field of what it is, is written to.
fn is_written(tree: &Tree, e: ExprId) -> bool {
    let outer = |e: ExprId| {
        let user = tree.parents[e]?;
        matches!(tree.kind(user), Kind::Field { of, .. } | Kind::Item { of, .. } if *of == e).then_some(user)
    };
    std::iter::successors(Some(e), |e| outer(*e)).any(|e| tree.written(e).is_some())
}
