//! What expressions may come to, worked out on demand: through variables, calls, files and tables.
//!
//! The order of statements is not looked at: a variable is everything that is ever assigned to it. Where anything can come
//! in from outside, nothing is claimed.

use super::known::{self, Known};
use super::tree::*;
use super::types::{Domain, FileId, Set, Ty, certain, join};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// A file among those checked together.
pub struct File {
    /// Inside its mod: `npc/wolf.lua`.
    pub path: String,
    /// As shown to people.
    pub label: String,
    pub tree: Tree,
    pub uses: Uses,
    /// Members that a module was found to have once it had run: the functions with the line they begin on.
    pub members: Option<BTreeMap<String, Option<u32>>>,
}

/// How the variables and tables of a file are used.
#[derive(Default)]
pub struct Uses {
    /// Variables that hold a table made on the spot, by the table.
    holders: BTreeMap<ExprId, Vec<LocalId>>,
    /// Variables that something else may change: handed on as a whole.
    escapes: Vec<bool>,
    /// Calls of a variable.
    calls: BTreeMap<LocalId, Vec<ExprId>>,
}

impl Uses {
    pub fn of(tree: &Tree) -> Self {
        let mut uses = Self { escapes: vec![false; tree.locals.len()], ..Self::default() };
        for (id, local) in tree.locals.iter().enumerate() {
            for source in &local.sources {
                if let Source::Value(e, 0) = source
                    && matches!(tree.exprs[*e].kind, Kind::Table(_))
                {
                    uses.holders.entry(*e).or_default().push(id);
                }
            }
        }
        let mut harmless = vec![false; tree.exprs.len()];
        for (id, e) in tree.exprs.iter().enumerate() {
            match &e.kind {
                Kind::Field { of, .. } | Kind::Item { of, .. } | Kind::Method { of, .. } => harmless[*of] = true,
                Kind::Unary(_, of) => harmless[*of] = true,
                Kind::Binary(Op::Equal | Op::Unequal | Op::And | Op::Or, l, r) => {
                    harmless[*l] = true;
                    harmless[*r] = true;
                }
                Kind::Call { callee, args } => {
                    harmless[*callee] = true;
                    if let Kind::Local(l) = tree.exprs[*callee].kind {
                        uses.calls.entry(l).or_default().push(id);
                    }
                    if looks_only(tree, *callee) {
                        args.iter().for_each(|a| harmless[*a] = true);
                    }
                }
                _ => {}
            }
        }
        // What the file itself answers is frozen: nobody changes it afterwards.
        tree.functions[0].returns.iter().flatten().for_each(|e| harmless[*e] = true);
        tree.writes.iter().for_each(|w| harmless[w.target] = true);
        for (id, e) in tree.exprs.iter().enumerate() {
            if let (Kind::Local(l), false) = (&e.kind, harmless[id]) {
                uses.escapes[*l] = true;
            }
        }
        uses
    }

    /// The names of all fields that are read of a parameter, when that is all that is done with it.
    pub fn fields_read<'t>(&self, tree: &'t Tree, parameter: LocalId) -> Option<Vec<&'t str>> {
        let is = |e: ExprId| matches!(tree.exprs[e].kind, Kind::Local(l) if l == parameter);
        let kept: Vec<ExprId> = tree.locals[parameter]
            .sources
            .iter()
            .filter_map(|s| if let Source::Value(e, 0) = s { Some(*e) } else { None })
            .collect();
        let (mut names, mut fine) = (Vec::new(), 0);
        for (id, e) in tree.exprs.iter().enumerate() {
            match &e.kind {
                Kind::Field { of, name, .. } if is(*of) => {
                    fine += 1;
                    if !names.contains(&name.as_str()) {
                        names.push(name.as_str());
                    }
                }
                // `how = how or {}`, and `how and how.pace`.
                Kind::Binary(Op::Or, l, _) if is(*l) && kept.contains(&id) => fine += 1,
                Kind::Binary(Op::And, l, _) if is(*l) => fine += 1,
                _ => {}
            }
        }
        // The name stands on the left of its own assignments too.
        let all = tree.exprs.iter().enumerate().filter(|(id, _)| is(*id)).count();
        let written = tree.locals[parameter].sources.len() - 1;
        (!names.is_empty() && all == fine + written).then_some(names)
    }
}

/// Library functions that change no field of what they are given.
fn looks_only(tree: &Tree, callee: ExprId) -> bool {
    let name = match &tree.exprs[callee].kind {
        Kind::Global(name) => name.as_str(),
        Kind::Field { of, .. } if matches!(&tree.exprs[*of].kind, Kind::Global(g) if g == "table") => "table",
        _ => return false,
    };
    ["pairs", "ipairs", "next", "type", "tostring", "print", "log", "assert", "table", "behaviour"].contains(&name)
}

/// Files and names together, and what was worked out about them.
pub struct Session<'a> {
    pub files: &'a [File],
    pub known: &'a Known,
    /// Paths of files that could not be read.
    pub broken: &'a [String],
    /// By file and variable; an empty box is being worked out.
    memo: RefCell<BTreeMap<(FileId, LocalId), Option<Set>>>,
    /// What functions answer: by file, function and position.
    answers: RefCell<BTreeMap<(FileId, FunctionId, usize), Option<Set>>>,
    /// What the parameters of handlers are.
    handed: BTreeMap<(FileId, LocalId), Set>,
}

/// Deeper than this nothing is claimed.
const MAX_DEPTH: usize = 60;

impl<'a> Session<'a> {
    pub fn new(files: &'a [File], known: &'a Known, broken: &'a [String]) -> Self {
        Self { files, known, broken, memo: RefCell::default(), answers: RefCell::default(), handed: BTreeMap::new() }
    }

    /// Says what a handler's parameter is.
    pub fn hand(&mut self, file: FileId, parameter: LocalId, set: Set) {
        join(self.handed.entry((file, parameter)).or_default(), set);
    }

    /// Forgets what was worked out before parameters were known.
    pub fn forget(&mut self) {
        self.memo.borrow_mut().clear();
        self.answers.borrow_mut().clear();
    }

    pub fn tree(&self, file: FileId) -> &'a Tree {
        &self.files[file].tree
    }

    /// The file that `require name` reads.
    pub fn module(&self, name: &str) -> Option<FileId> {
        let path = format!("{}.lua", name.replace('.', "/"));
        self.files.iter().position(|f| f.path == path && path.starts_with("lib/"))
    }

    /// What an expression may come to.
    pub fn types(&self, file: FileId, e: ExprId) -> Set {
        self.nth(file, e, 0, 0)
    }

    /// The n-th value of an expression.
    fn nth(&self, file: FileId, e: ExprId, n: usize, depth: usize) -> Set {
        if depth > MAX_DEPTH {
            return vec![Ty::Any];
        }
        let tree = self.tree(file);
        let first = |e: ExprId| self.nth(file, e, 0, depth + 1);
        match &tree.exprs[e].kind {
            Kind::Call { callee, args } => self.called(file, *callee, args, n, depth + 1),
            Kind::Method { of, name, .. } => self.method(file, *of, name, n, depth + 1),
            Kind::Varargs => vec![Ty::Any],
            _ if n > 0 => vec![Ty::Nil],
            Kind::Nil => vec![Ty::Nil],
            Kind::Bool => vec![Ty::Bool],
            Kind::Number(_) => vec![Ty::Number],
            Kind::Text(t) => vec![Ty::Word(t.clone(), file, e)],
            Kind::Pieces => vec![Ty::Text],
            Kind::Local(l) => self.local(file, *l, depth + 1),
            Kind::Global(name) => self.global(name),
            Kind::Field { of, name, .. } => {
                let (mut set, from) = (Set::new(), first(*of));
                let only_nil = from.iter().all(|t| *t == Ty::Nil);
                for ty in from.into_iter().filter(|t| only_nil || *t != Ty::Nil) {
                    join(&mut set, self.member(&ty, name, depth + 1).unwrap_or_else(|| vec![Ty::Any]));
                }
                set
            }
            Kind::Item { of, .. } => self.items(file, *of, depth + 1),
            Kind::Function(f) => vec![Ty::Function(file, *f)],
            Kind::Table(_) => vec![Ty::Table(file, e)],
            Kind::Single(inner) => first(*inner),
            Kind::Choice(values) => {
                let mut set = Set::new();
                values.iter().for_each(|v| join(&mut set, first(*v)));
                set
            }
            Kind::Unary(Op::Not, _) => vec![Ty::Bool],
            Kind::Unary(..) => vec![Ty::Number],
            Kind::Binary(op, l, r) => match op {
                Op::And => {
                    let mut set: Set = first(*l).into_iter().filter(|t| matches!(t, Ty::Nil | Ty::Bool)).collect();
                    join(&mut set, first(*r));
                    set
                }
                Op::Or => {
                    // A `false` on the left gives way; only `true` of a Bool stays, which is what `and … or` leaves out.
                    let both = matches!(&tree.exprs[tree.bare(*l)].kind, Kind::Binary(Op::And, ..));
                    let keep = |t: &Ty| *t != Ty::Nil && !(both && *t == Ty::Bool);
                    let mut set: Set = first(*l).into_iter().filter(keep).collect();
                    join(&mut set, first(*r));
                    set
                }
                Op::Concat => vec![Ty::Text],
                Op::Equal | Op::Unequal | Op::Order => vec![Ty::Bool],
                _ => vec![Ty::Number],
            },
        }
    }

    fn global(&self, name: &str) -> Set {
        let known = self.known;
        if known.members.contains_key(name) {
            vec![Ty::Library(name.into())]
        } else if known.has("", name) {
            vec![Ty::Native(String::new(), name.into())]
        } else {
            vec![Ty::Any]
        }
    }

    fn local(&self, file: FileId, id: LocalId, depth: usize) -> Set {
        if let Some(set) = self.handed.get(&(file, id)) {
            let mut set = set.clone();
            // The parameter itself, and what is assigned to it later.
            for source in self.tree(file).locals[id].sources.iter().skip(1) {
                if let Source::Value(e, _) = source {
                    let same = matches!(self.tree(file).exprs[*e].kind, Kind::Binary(Op::Or, ..));
                    join(&mut set, if same { vec![] } else { vec![Ty::Any] });
                }
            }
            return set;
        }
        if let Some(done) = self.memo.borrow().get(&(file, id)) {
            return done.clone().unwrap_or_else(|| vec![Ty::Any]);
        }
        self.memo.borrow_mut().insert((file, id), None);
        let mut set = Set::new();
        for source in &self.tree(file).locals[id].sources {
            join(&mut set, self.source(file, id, *source, depth));
        }
        self.memo.borrow_mut().insert((file, id), Some(set.clone()));
        set
    }

    fn source(&self, file: FileId, id: LocalId, source: Source, depth: usize) -> Set {
        match source {
            Source::Value(e, n) => self.nth(file, e, n, depth),
            Source::Nil => vec![Ty::Nil],
            Source::Number => vec![Ty::Number],
            Source::Unknown => vec![Ty::Any],
            Source::Parameter(f, i) if self.tree(file).locals[id].name != "npc" => self.parameter(file, f, i, depth),
            Source::Parameter(..) => vec![Ty::Npc],
            Source::Loop(over, i) => self.looped(file, over, i, depth),
        }
    }

    /// What a function of the file's own gets, when all its calls can be seen.
    fn parameter(&self, file: FileId, function: FunctionId, i: usize, depth: usize) -> Set {
        let (tree, uses) = (self.tree(file), &self.files[file].uses);
        let named = tree.locals.iter().position(|l| {
            matches!(l.sources[..], [Source::Value(e, 0)] if matches!(tree.exprs[e].kind, Kind::Function(f) if f == function))
        });
        let Some(named) = named.filter(|l| !uses.escapes[*l]) else { return vec![Ty::Any] };
        let mut set = Set::new();
        for call in uses.calls.get(&named).into_iter().flatten() {
            let Kind::Call { args, .. } = &tree.exprs[*call].kind else { continue };
            match args.get(i) {
                Some(a) => join(&mut set, self.nth(file, *a, 0, depth)),
                None if args.last().is_some_and(|a| many(tree, *a)) => join(&mut set, [Ty::Any]),
                None => join(&mut set, [Ty::Nil]),
            }
        }
        if set.is_empty() { vec![Ty::Any] } else { set }
    }

    fn looped(&self, file: FileId, over: ExprId, i: usize, depth: usize) -> Set {
        let tree = self.tree(file);
        let Kind::Call { callee, args } = &tree.exprs[over].kind else { return vec![Ty::Any] };
        let (Kind::Global(how), Some(list)) = (&tree.exprs[*callee].kind, args.first()) else { return vec![Ty::Any] };
        match (how.as_str(), i) {
            ("ipairs", 0) => vec![Ty::Number],
            ("pairs" | "ipairs", 1) => self.items(file, *list, depth).into_iter().filter(|t| *t != Ty::Nil).collect(),
            _ => vec![Ty::Any],
        }
    }

    /// What may be an entry of a table that is used as a list.
    fn items(&self, file: FileId, of: ExprId, depth: usize) -> Set {
        let mut set = vec![Ty::Nil];
        for ty in self.nth(file, of, 0, depth) {
            match ty {
                Ty::Ids => join(&mut set, [Ty::Number]),
                Ty::Table(f, e) => match self.fields(f, e) {
                    Some(fields) => {
                        for value in fields.values().flatten() {
                            join(&mut set, self.nth(f, value.0, value.1, depth));
                        }
                    }
                    None => return vec![Ty::Any],
                },
                Ty::Nil => {}
                _ => return vec![Ty::Any],
            }
        }
        set
    }

    /// Every field that a table ever gets, with the values; entries by position under their number. `None` when others may
    /// add to it.
    pub fn fields(&self, file: FileId, table: ExprId) -> Option<BTreeMap<String, Vec<(ExprId, usize)>>> {
        let (tree, uses) = (self.tree(file), &self.files[file].uses);
        let Kind::Table(entries) = &tree.exprs[table].kind else { return None };
        let mut fields: BTreeMap<String, Vec<(ExprId, usize)>> = BTreeMap::new();
        for (i, entry) in entries.iter().enumerate() {
            let name = match &entry.key {
                Key::Name(name) => name.clone(),
                Key::None => format!("#{i}"),
                Key::Computed(_) => return None,
            };
            fields.entry(name).or_default().push((entry.value, 0));
        }
        let holders = uses.holders.get(&table).map_or(&[][..], Vec::as_slice);
        if holders.iter().any(|h| uses.escapes[*h]) {
            return None;
        }
        let held = |e: ExprId| matches!(tree.exprs[e].kind, Kind::Local(l) if holders.contains(&l));
        for w in &tree.writes {
            match &tree.exprs[w.target].kind {
                Kind::Field { of, name, .. } if held(*of) => {
                    fields.entry(name.clone()).or_default().extend(w.value);
                }
                Kind::Item { of, .. } if held(*of) => return None,
                _ => {}
            }
        }
        Some(fields)
    }

    /// What a member of a value may be; `None` when there is no such member.
    pub fn member(&self, of: &Ty, name: &str, depth: usize) -> Option<Set> {
        match of {
            Ty::Npc => match known::npc_field(name) {
                Some(ty) => Some(vec![ty]),
                None => known::binding("npc", name).map(|_| vec![Ty::Native("npc".into(), name.into())]),
            },
            Ty::Creature => known::CREATURE_FIELDS.iter().find(|f| f.0 == name).map(|f| vec![f.1.clone()]),
            Ty::Library(lib) => self.known.has(lib, name).then(|| vec![self.of_library(lib, name)]),
            Ty::Module(file) => self.of_module(*file, name, depth),
            Ty::Table(file, e) => match self.fields(*file, *e) {
                Some(fields) => fields.get(name).map(|values| {
                    let mut set = Set::new();
                    values.iter().for_each(|v| join(&mut set, self.nth(*file, v.0, v.1, depth)));
                    set
                }),
                None => Some(vec![Ty::Any]),
            },
            Ty::Any => Some(vec![Ty::Any]),
            Ty::Text | Ty::Word(..) | Ty::Of(_) => {
                self.known.has("string", name).then(|| vec![Ty::Native("string".into(), name.into())])
            }
            Ty::Nil | Ty::Bool | Ty::Number | Ty::Ids | Ty::Function(..) | Ty::Native(..) => None,
        }
    }

    fn of_library(&self, lib: &str, name: &str) -> Ty {
        match lib {
            "pathfinder" if known::binding(lib, name).is_none() => Ty::Of(Domain::Code),
            "world" if name == "name" => Ty::Text,
            "world" => Ty::Number,
            "math" if name == "pi" || name == "huge" => Ty::Number,
            "utf8" if name == "charpattern" => Ty::Text,
            _ => Ty::Native(lib.into(), name.into()),
        }
    }

    fn of_module(&self, file: FileId, name: &str, depth: usize) -> Option<Set> {
        let mut set = Set::new();
        for ty in self.answer(file, 0, 0, depth) {
            join(&mut set, self.member(&ty, name, depth).unwrap_or_default());
        }
        // Once it has run, its members are known for sure, also those that another file gave it.
        if let Some(members) = &self.files[file].members {
            let line = members.get(name)?;
            let made = line.and_then(|line| self.function_at(line, name));
            if set.is_empty() || (set.contains(&Ty::Any) && made.is_some()) {
                return Some(vec![made.unwrap_or(Ty::Any)]);
            }
        }
        if set.is_empty() { None } else { Some(set) }
    }

    /// The one function among all modules that is written as a member `name` and begins on this line.
    fn function_at(&self, line: u32, name: &str) -> Option<Ty> {
        let mut found = None;
        for (id, file) in self.files.iter().enumerate() {
            for w in &file.tree.writes {
                let Kind::Field { name: member, .. } = &file.tree.exprs[w.target].kind else { continue };
                let Some((value, 0)) = w.value else { continue };
                if let Kind::Function(f) = file.tree.exprs[value].kind
                    && member == name
                    && file.tree.functions[f].at.line == line
                {
                    if found.is_some() {
                        return None;
                    }
                    found = Some(Ty::Function(id, f));
                }
            }
        }
        found
    }

    fn called(&self, file: FileId, callee: ExprId, args: &[ExprId], n: usize, depth: usize) -> Set {
        let tree = self.tree(file);
        if let (Kind::Global(name), Some(first)) = (&tree.exprs[callee].kind, args.first()) {
            match name.as_str() {
                "require" => {
                    let module = tree.text(*first).and_then(|t| self.module(t));
                    return vec![module.map_or(Ty::Any, Ty::Module)];
                }
                "behaviour" | "assert" | "setmetatable" if n == 0 => return self.nth(file, *first, 0, depth),
                _ => {}
            }
        }
        let mut set = Set::new();
        for ty in self.nth(file, callee, 0, depth) {
            join(&mut set, self.result(&ty, n, depth));
        }
        set
    }

    /// The n-th value that calling something answers.
    fn result(&self, callee: &Ty, n: usize, depth: usize) -> Set {
        match callee {
            Ty::Function(file, f) => self.answer(*file, *f, n, depth),
            Ty::Module(file) => {
                let mut set = Set::new();
                for ty in self.answer(*file, 0, 0, depth) {
                    join(&mut set, if ty.is_function() { self.result(&ty, n, depth) } else { vec![Ty::Any] });
                }
                set
            }
            Ty::Native(area, name) => {
                match known::binding(area, name).filter(|_| !area.is_empty() || name == "print") {
                    Some(b) => {
                        // Which reason it is can only be one of those there are.
                        if b.area == "pathfinder" && b.name == "reason" {
                            return vec![Ty::Of(Domain::Reason), Ty::Nil];
                        }
                        let returns = known::signature(b).returns;
                        returns.get(n).cloned().unwrap_or_else(|| vec![Ty::Nil])
                    }
                    None if n == 0 => known::library_answer(area, name),
                    None => vec![Ty::Any],
                }
            }
            _ => vec![Ty::Any],
        }
    }

    fn method(&self, file: FileId, of: ExprId, name: &str, n: usize, depth: usize) -> Set {
        let mut set = Set::new();
        for ty in self.nth(file, of, 0, depth) {
            let members = self.member(&ty, name, depth).unwrap_or_else(|| vec![Ty::Any]);
            for m in members {
                join(&mut set, self.result(&m, n, depth));
            }
        }
        set
    }

    /// The n-th value that a function answers.
    pub fn answer(&self, file: FileId, function: FunctionId, n: usize, depth: usize) -> Set {
        let key = (file, function, n);
        if let Some(done) = self.answers.borrow().get(&key) {
            return done.clone().unwrap_or_else(|| vec![Ty::Any]);
        }
        if depth > MAX_DEPTH {
            return vec![Ty::Any];
        }
        self.answers.borrow_mut().insert(key, None);
        let (tree, mut set) = (self.tree(file), Set::new());
        let f = &tree.functions[function];
        for values in &f.returns {
            match values.get(n) {
                Some(e) => join(&mut set, self.nth(file, *e, 0, depth)),
                None => match values.last() {
                    Some(last) if many(tree, *last) => {
                        join(&mut set, self.nth(file, *last, n + 1 - values.len(), depth));
                    }
                    _ => join(&mut set, [Ty::Nil]),
                },
            }
        }
        if f.ends || set.is_empty() {
            join(&mut set, [Ty::Nil]);
        }
        self.answers.borrow_mut().insert(key, Some(set.clone()));
        set
    }

    /// Texts that are all an expression may be (nil apart), where they are written out.
    pub fn words(&self, file: FileId, e: ExprId) -> Option<Vec<(String, FileId, ExprId)>> {
        let set = self.types(file, e);
        if !certain(&set) {
            return None;
        }
        let words = set.into_iter().filter(|t| *t != Ty::Nil).map(|t| match t {
            Ty::Word(text, f, at) => Some((text, f, at)),
            _ => None,
        });
        words.collect::<Option<Vec<_>>>().filter(|w| !w.is_empty())
    }
}

/// Whether an expression at the end of a list may give several values.
pub fn many(tree: &Tree, e: ExprId) -> bool {
    matches!(tree.exprs[e].kind, Kind::Call { .. } | Kind::Method { .. } | Kind::Varargs)
}

impl Session<'_> {
    /// Names of what a module has, in order.
    pub fn members(&self, file: FileId) -> Vec<String> {
        if let Some(members) = &self.files[file].members {
            return members.keys().cloned().collect();
        }
        let mut names = Vec::new();
        for ty in self.answer(file, 0, 0, 0) {
            if let Ty::Table(f, e) = ty {
                names.extend(self.fields(f, e).unwrap_or_default().into_keys());
            }
        }
        names
    }
}
