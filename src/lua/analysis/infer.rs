//! What expressions may come to, worked out on demand: through variables, calls, files and tables.
//!
//! The order of statements is not looked at: a variable is everything that is ever assigned to it. Where anything can come
//! in from outside, nothing is claimed.

mod calls;
mod handed;
mod links;
mod members;
mod memory;
mod uses;
mod variables;

pub(crate) use links::Links;
pub(crate) use uses::Uses;

use crate::lua::analysis::symbol_table::SymbolTable;
use crate::lua::analysis::types::{FileId, Type, TypeUnion, join, union};
use crate::lua::api::declare::Function;
use crate::lua::source::manifest::Manifest;
use crate::lua::source::mods::module_path;
use crate::lua::source::tree::*;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// A file among those checked together.
pub(crate) struct File {
    /// Inside its mod: `npc/wolf.lua`.
    pub path: String,
    /// As shown to people.
    pub label: String,
    pub tree: Arc<Tree>,
    /// That of its mod.
    pub manifest: Arc<Manifest>,
    pub uses: Uses,
    pub links: Links,
    /// Members that a module was found to have once it had run: the functions with the line they begin on.
    pub members: Option<BTreeMap<String, Option<u32>>>,
}

impl File {
    pub(crate) fn new(path: impl Into<String>, label: String, tree: Arc<Tree>, manifest: Arc<Manifest>) -> Self {
        let (uses, links) = (Uses::of(&tree), Links::of(&tree));
        Self { path: path.into(), label, uses, links, tree, manifest, members: None }
    }
}

/// What is worked out about files, each at most once.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Question {
    /// What a variable may be.
    Local(FileId, LocalId),
    /// The value in one place that a function returns.
    Returned(FileId, FunctionId, usize),
    /// What memory holds under a name in a behaviour's file.
    Memory(FileId, String),
    /// What a table holds under a name; all its entries together under no name.
    Held(FileId, ExprId, Option<String>),
}

/// Files and names together, and what was worked out about them.
pub(crate) struct Session<'a> {
    pub files: &'a [File],
    pub symbols: &'a SymbolTable,
    /// Paths of files that could not be read.
    pub broken: &'a [String],
    /// What was inferred so far; [`Type::Any`] for what is being inferred at the moment.
    memo: RefCell<BTreeMap<Question, TypeUnion>>,
    /// The fields of tables; nothing that becomes known later changes them.
    fields: RefCell<BTreeMap<(FileId, ExprId), Option<Fields>>>,
    /// Functions that are written as members, by their line and name; nothing where there are several.
    written: OnceCell<BTreeMap<(u32, String), Option<Type>>>,
    /// The functions of the shipped modules, with what they declare.
    shipped: OnceCell<BTreeMap<(FileId, FunctionId), Function>>,
    /// Some file gives tables metatables.
    operators: bool,
    /// What the parameters of handlers are.
    handed: BTreeMap<(FileId, LocalId), TypeUnion>,
    /// What each expression may be in its place, once the flow was followed.
    placed: Vec<Vec<Option<TypeUnion>>>,
}

/// The values that each field of a table ever gets; entries by position under their number.
pub(crate) type Fields = Rc<BTreeMap<String, Vec<(ExprId, usize)>>>;

/// Deeper than this nothing is claimed.
const MAX_DEPTH: usize = 60;

impl<'a> Session<'a> {
    pub(crate) fn new(files: &'a [File], symbols: &'a SymbolTable, broken: &'a [String]) -> Self {
        let operators = files.iter().any(|f| (0..f.tree.exprs.len()).any(|e| f.tree.is_global(e, "setmetatable")));
        let (memo, fields, written, shipped, handed, placed) = Default::default();
        Self { files, symbols, broken, memo, fields, written, shipped, operators, handed, placed }
    }

    /// Says what expressions may be in their places.
    pub(crate) fn place(&mut self, types: Vec<Vec<Option<TypeUnion>>>) {
        self.placed = types;
        self.forget();
    }

    /// What is known about a question: inferred the first time, looked up afterwards.
    fn once(&self, question: Question, work: impl FnOnce() -> TypeUnion) -> TypeUnion {
        if let Some(done) = self.memo.borrow().get(&question) {
            return done.clone();
        }
        self.memo.borrow_mut().insert(question.clone(), vec![Type::Any]);
        let found = work();
        self.memo.borrow_mut().insert(question, found.clone());
        found
    }

    /// Says what a handler's parameter is.
    pub(crate) fn hand(&mut self, file: FileId, parameter: LocalId, set: TypeUnion) {
        join(self.handed.entry((file, parameter)).or_default(), set);
    }

    /// Forgets what was worked out before parameters were known.
    pub(crate) fn forget(&mut self) {
        self.memo.borrow_mut().clear();
    }

    pub(crate) fn tree(&self, file: FileId) -> &'a Tree {
        &self.files[file].tree
    }

    /// The file that `require name` reads.
    pub(crate) fn module(&self, name: &str) -> Option<FileId> {
        let path = module_path(name)?;
        self.files.iter().position(|f| f.path == path)
    }

    /// The one function that begins on a line of a file.
    pub(crate) fn function_beginning(&self, label: &str, line: u32) -> Option<(FileId, FunctionId)> {
        let file = self.files.iter().position(|f| f.label == label)?;
        let functions = &self.tree(file).functions;
        let first = functions.partition_point(|f| f.at.line < line).max(1);
        let begins = |i: usize| functions.get(i).is_some_and(|f| f.at.line == line);
        (begins(first) && !begins(first + 1)).then_some((file, first))
    }

    /// What an expression may come to.
    pub(crate) fn types(&self, file: FileId, e: ExprId) -> TypeUnion {
        self.nth(file, e, 0, 0)
    }

    /// The n-th value of an expression.
    fn nth(&self, file: FileId, e: ExprId, n: usize, depth: usize) -> TypeUnion {
        if depth > MAX_DEPTH {
            return vec![Type::Any];
        }
        if let (0, Some(Some(set))) = (n, self.placed.get(file).map(|all| &all[e])) {
            return set.clone();
        }
        let tree = self.tree(file);
        let first = |e: ExprId| self.nth(file, e, 0, depth + 1);
        match tree.kind(e) {
            Kind::Call { .. } | Kind::Method { .. } => self.called(file, e, n, depth + 1),
            Kind::Varargs => vec![Type::Any],
            _ if n > 0 => vec![Type::Nil],
            Kind::Nil => vec![Type::Nil],
            Kind::Bool(_) => vec![Type::Bool],
            Kind::Number(_) => vec![Type::Number],
            Kind::String(t) => vec![Type::Literal(t.clone(), file, e)],
            Kind::Pieces(_) => vec![Type::String],
            Kind::Local(l) => self.local(file, *l, depth + 1),
            Kind::Global(name) => self.global(name),
            Kind::Field { of, name, .. } => self.field(file, *of, name, depth).0,
            Kind::Item { of, .. } => self.items_of(&first(*of), depth + 1),
            Kind::Function(f) => vec![Type::Function(file, *f)],
            Kind::Table(_) => vec![Type::Table(file, e)],
            Kind::Single(inner) => first(*inner),
            Kind::Choice(_, values) => union(values.iter().map(|v| first(*v))),
            Kind::Unary(Op::Not, _) => vec![Type::Bool],
            Kind::Unary(Op::Length, _) => vec![Type::Number],
            Kind::Unary(_, inner) => self.negated(&first(*inner)),
            Kind::Binary(op, l, r) => match op {
                Op::And => {
                    let falsy = first(*l).into_iter().filter(|t| matches!(t, Type::Nil | Type::Bool));
                    union([falsy.collect(), first(*r)])
                }
                Op::Or => {
                    // A `false` on the left is skipped; only `true` of a Bool stays, which is what `and … or` leaves out.
                    let both = matches!(tree.bare_kind(*l), Kind::Binary(Op::And, ..));
                    let kept = first(*l).into_iter().filter(|t| *t != Type::Nil && !(both && *t == Type::Bool));
                    union([kept.collect(), first(*r)])
                }
                Op::Concat => vec![Type::String],
                Op::Equal | Op::Unequal | Op::Order => vec![Type::Bool],
                _ => self.computed(&first(*l), &first(*r)),
            },
        }
    }

    /// What a field of an expression may be, and whether it is a creature's whole memory. Each part of a chain is looked at
    /// once.
    fn field(&self, file: FileId, of: ExprId, name: &str, depth: usize) -> (TypeUnion, bool) {
        if depth > MAX_DEPTH {
            return (vec![Type::Any], false);
        }
        let (from, in_memory) = match self.tree(file).kind(of) {
            Kind::Field { of, name, .. } => self.field(file, *of, name, depth + 1),
            _ => (self.nth(file, of, 0, depth + 1), false),
        };
        if in_memory {
            return (self.remembered(file, name, depth + 1), false);
        }
        let is_memory = name == "memory" && from == [Type::Npc];
        if let Some(settings) = settings_of(file, &from, name) {
            return (vec![settings], false);
        }
        let only_nil = from.iter().all(|t| *t == Type::Nil);
        let from = from.into_iter().filter(|t| only_nil || *t != Type::Nil);
        let member = |ty: Type| self.member(&ty, name, depth + 1).unwrap_or_else(|| vec![Type::Any]);
        (union(from.map(member)), is_memory)
    }

    /// The type of an arithmetic result of two operands.
    pub(crate) fn computed(&self, l: &TypeUnion, r: &TypeUnion) -> TypeUnion {
        let (l, r) = (self.negated(l), self.negated(r));
        if l == r { l } else { vec![Type::Any] }
    }

    /// The type of an arithmetic result: a number, unless the operand may have operators of its own.
    pub(crate) fn negated(&self, operand: &TypeUnion) -> TypeUnion {
        let own = operand.iter().any(|t| match t {
            Type::Table(..) | Type::Module(_) => true,
            Type::Any => self.operators,
            _ => false,
        });
        vec![if own { Type::Any } else { Type::Number }]
    }

    fn global(&self, name: &str) -> TypeUnion {
        // Mostly the handler lacks its first parameter; that has a finding of its own.
        if name == "npc" {
            return vec![Type::Npc];
        }
        if self.symbols.members.contains_key(name) {
            vec![Type::Library(name.into())]
        } else if self.symbols.has("", name) {
            vec![Type::native("", name)]
        } else {
            vec![Type::Any]
        }
    }

    /// What a field of a value may be; as for [`Self::field`], the entries of memory apart.
    pub(crate) fn named(&self, file: FileId, of: &TypeUnion, name: &str) -> TypeUnion {
        if let Some(settings) = settings_of(file, of, name) {
            return vec![settings];
        }
        let held = |ty: &Type| match self.member(ty, name, 0) {
            Some(set) => set,
            // Everything that the table ever gets is known.
            None if matches!(ty, Type::Table(..) | Type::Module(_)) => vec![Type::Nil],
            None => vec![Type::Any],
        };
        let set = union(of.iter().filter(|t| **t != Type::Nil).map(held));
        if set.is_empty() { vec![Type::Any] } else { set }
    }

    /// What an expression may be, a variable at any time.
    pub(crate) fn anytime(&self, file: FileId, e: ExprId) -> TypeUnion {
        match self.tree(file).bare_kind(e) {
            Kind::Local(l) => self.variable(file, *l),
            _ => self.types(file, e),
        }
    }

    /// What may be an entry of a table that is used as a list.
    pub(crate) fn items_of(&self, tables: &TypeUnion, depth: usize) -> TypeUnion {
        let mut set = vec![Type::Nil];
        for ty in tables {
            match ty {
                Type::Ids => join(&mut set, [Type::Number]),
                Type::Table(f, e) => match self.values(*f, *e, None, depth) {
                    Some(values) => join(&mut set, values),
                    None => return vec![Type::Any],
                },
                Type::Nil => {}
                _ => return vec![Type::Any],
            }
        }
        set
    }
}

/// `npc.settings` and `mod.settings`, read in a file.
fn settings_of(file: FileId, of: &TypeUnion, name: &str) -> Option<Type> {
    match &of[..] {
        [Type::Npc] if name == "settings" => Some(Type::Settings(file)),
        [Type::Library(lib)] if name == "settings" && lib == "mod" => Some(Type::ModSettings(file, Vec::new())),
        _ => None,
    }
}

/// Whether an expression at the end of a list may give several values.
pub(crate) fn many(tree: &Tree, e: ExprId) -> bool {
    matches!(tree.kind(e), Kind::Call { .. } | Kind::Method { .. } | Kind::Varargs)
}
