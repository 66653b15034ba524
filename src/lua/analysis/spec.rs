//! Specs, as far as their text shows: globals, members of worlds, creatures and expectations, behaviours and states.
//!
//! What a variable is, is read off the one expression that it is declared with; about all others nothing is said.

mod worlds;

use crate::diag::{Diagnostic, Hint, did_you_mean, nearest};
use crate::lua::analysis::rules::{needs_colon, needs_dot, no_method};
use crate::lua::analysis::symbol_table::{SymbolTable, familiar, plain};
use crate::lua::api::declare::{Function, ShapeName, Type};
use crate::lua::api::domain::Domain;
use crate::lua::api::measure::Measure;
use crate::lua::api::spec as words;
use crate::lua::source::tree::{ExprId, Kind, LocalId, Op, Place, Source, Tree};

/// Variables are followed through so many others.
const MAX_DEPTH: usize = 8;

struct Spec<'a> {
    label: &'a str,
    tree: &'a Tree,
    symbols: &'a SymbolTable,
    /// The spec brings behaviours of its own.
    own: bool,
    found: Vec<Diagnostic>,
}

/// What is wrong with a spec that compiles.
pub(crate) fn check(label: &str, tree: &Tree, symbols: &SymbolTable) -> Vec<Diagnostic> {
    let own = tree.all_entries().any(|e| e.name() == Some("behaviours"));
    let mut spec = Spec { label, tree, symbols, own, found: Vec::new() };
    (0..tree.exprs.len()).for_each(|id| spec.expression(id));
    spec.untested();
    spec.twice();
    spec.found
}

impl Spec<'_> {
    fn error(&mut self, at: Place, message: String, hint: impl Into<Hint>) {
        self.found.push(Diagnostic::error(self.label, message).at(at.line, at.column).hint(hint));
    }

    fn expression(&mut self, id: ExprId) {
        match self.tree.kind(id) {
            Kind::Global(name) => self.global(name, self.tree.at(id)),
            Kind::Field { of, name, at } => self.member(id, *of, name, *at),
            Kind::Method { of, name, at, args } => self.method(*of, name, *at, args),
            Kind::Call { callee, args } => {
                if let Some(f) = words::all().find(|f| self.tree.is_global(*callee, f.name)) {
                    self.left_out(f.name, self.tree.at(*callee), f, args);
                    self.arguments(f, args);
                }
                if let Kind::Field { of, name, .. } = self.tree.kind(*callee) {
                    self.expected(*of, name, args);
                }
            }
            Kind::Binary(Op::Equal | Op::Unequal, l, r) => {
                for (of, word) in [(*l, *r), (*r, *l)] {
                    if let (None, Some(ty)) = (self.tree.string(of), self.handle(of, 0)) {
                        self.value(word, ty);
                    }
                }
            }
            _ => {}
        }
    }

    fn global(&mut self, name: &str, at: Place) {
        let words: Vec<&str> = words::all().map(|w| w.name).collect();
        if self.symbols.has("", name) || words.contains(&name) {
            return;
        }
        let locals = self.tree.locals.iter().map(|l| l.name.as_str()).filter(|l| l.len() > 1);
        let all = words.iter().copied().chain(locals).chain(self.symbols.names(""));
        let near = || nearest(name, all).map(|n| format!("did you mean '{n}'?"));
        let word = plain(name);
        let familiar = familiar("spec", if word.starts_with("assert") { "assert" } else { &word });
        let hint = familiar.map(str::to_owned).or_else(near);
        self.error(at, format!("there is no '{name}'"), hint);
    }

    /// What an expression is by the declarations of the words of specs.
    fn handle(&self, e: ExprId, depth: usize) -> Option<Type> {
        let tree = self.tree;
        if depth > MAX_DEPTH {
            return None;
        }
        let inner = |e: ExprId| self.handle(e, depth + 1);
        let shape = |e: ExprId| if let Type::Shape(shape) = inner(e)? { Some(shape) } else { None };
        let result = |f: &Function| f.signatures.first()?.returns.first().copied();
        match tree.bare_kind(e) {
            // Declared without a value, and given one before each test.
            Kind::Local(l) => {
                let mut given = self.given(*l)?.into_iter().map(inner);
                let first = given.next()??;
                given.all(|other| other == Some(first)).then_some(first)
            }
            Kind::Call { callee, .. } => words::all().find(|f| tree.is_global(*callee, f.name)).and_then(result),
            Kind::Field { of, name, .. } => shape(*of)?.field(name).map(|f| f.ty),
            Kind::Method { of, name, .. } => shape(*of)?.function(name).and_then(result),
            Kind::Item { of, .. } => match inner(*of)? {
                Type::List(ty) => Some(*ty),
                _ => None,
            },
            _ => None,
        }
    }

    /// The values that a variable is ever given, when each is an expression of its own.
    fn given(&self, local: LocalId) -> Option<Vec<ExprId>> {
        let sources = &self.tree.locals[local].sources;
        let given = sources.iter().filter(|s| sources.len() <= MAX_DEPTH && !matches!(s, Source::Nil));
        given.map(|s| if let Source::Value(e, 0) = s { Some(*e) } else { None }).collect()
    }

    fn member(&mut self, id: ExprId, of: ExprId, name: &str, at: Place) {
        let Some(Type::Shape(shape)) = self.handle(of, 0) else { return };
        if shape.function(name).is_some() {
            let user = self.tree.parents[id].map(|user| self.tree.kind(user));
            if matches!(user, Some(Kind::Call { callee, .. }) if *callee == id) {
                let shown = self.tree.shown(of);
                self.error(at, needs_colon(&format!("{shown}.{name}")), format!("write {shown}:{name}(…)"));
            }
        } else if shape.field(name).is_none() {
            self.error(at, format!("{} has no '{name}'", noun(shape)), meant(name, shape));
        }
    }

    fn method(&mut self, of: ExprId, name: &str, at: Place, args: &[ExprId]) {
        let shape = match self.handle(of, 0) {
            Some(Type::Shape(shape)) => shape,
            Some(Type::List(Type::Shape(_))) => {
                let message = format!("a list of creatures has no '{name}'");
                return self.error(at, message, "one of them: w:creatures()[1]");
            }
            _ => return,
        };
        let shown = self.tree.shown(of);
        if let Some(f) = shape.function(name) {
            self.left_out(&format!("{shown}:{name}"), at, f, args);
            self.arguments(f, args);
            self.letters(of, f, args);
            if name == "force" {
                self.forced(args);
            }
        } else if shape.field(name).is_some() {
            let (message, hint) = match shape {
                ShapeName::Expectation => (needs_dot(name), "(…)"),
                _ => (no_method(&format!("{shown}.{name}")), ""),
            };
            self.error(at, message, format!("write {shown}.{name}{hint}"));
        } else {
            self.error(at, format!("{} has no '{name}'", noun(shape)), meant(name, shape));
        }
    }

    fn arguments(&mut self, f: &Function, args: &[ExprId]) {
        let params = f.signatures.first().map_or(&[][..], |s| s.params);
        args.iter().zip(params).for_each(|(arg, p)| self.value(*arg, p.ty));
    }

    /// A value of a declared type, where it is written out.
    fn value(&mut self, e: ExprId, ty: Type) {
        match ty {
            Type::Word(domain) => self.word(e, domain),
            Type::Shape(shape) => self.options(e, shape),
            Type::Measure(m) => self.number(e, m),
            _ => {}
        }
    }

    /// A word of which all are symbols, where it is written out.
    fn word(&mut self, e: ExprId, domain: Domain) {
        let Some(text) = self.tree.string(e).filter(|_| !self.own || domain.words().is_some()) else { return };
        let Some(words) = self.symbols.words(domain) else { return };
        if !words.contains(&text) {
            let hint = did_you_mean(text, words.iter().copied());
            self.error(self.tree.at(e), domain.no_such(text), hint);
        }
    }

    /// A number between bounds, where it is written out.
    fn number(&mut self, e: ExprId, m: &Measure) {
        if let Kind::Number(n) = self.tree.bare_kind(e)
            && m.refuses(*n)
        {
            self.error(self.tree.at(e), format!("this is {n}; it is {m}"), m.hint);
        }
    }

    /// `{ drawing, w = "wolf", seed = 7 }`, `{ times = 2 }`.
    fn options(&mut self, e: ExprId, shape: ShapeName) {
        if shape == ShapeName::WorldPlan {
            self.plan(e);
        }
        let entries = self.tree.entries(e).into_iter().flatten();
        for (entry, name) in entries.filter_map(|entry| Some((entry, entry.name()?))) {
            if let Some(field) = shape.field(name) {
                self.value(entry.value, field.ty);
            } else if shape == ShapeName::WorldPlan && name.chars().count() == 1 {
                self.word(entry.value, Domain::Behaviour);
            } else {
                let hint = did_you_mean(name, shape.names());
                self.error(entry.at, format!("{} has no option '{name}'", noun(shape)), hint);
            }
        }
    }
}

/// How messages call a value of this shape.
fn noun(shape: ShapeName) -> &'static str {
    match shape {
        ShapeName::SpecWorld | ShapeName::WorldPlan => "a world",
        ShapeName::Begin => "begin",
        ShapeName::ForceOptions => "force",
        ShapeName::SpecCreature => "a creature of a spec",
        _ => "expect(…)",
    }
}

/// The member that a name probably means.
fn meant(name: &str, shape: ShapeName) -> Option<String> {
    let other = familiar("handle", &plain(name)).filter(|other| shape.names().iter().any(|m| other.starts_with(m)));
    other.map(|other| format!("did you mean '{other}'?")).or_else(|| did_you_mean(name, shape.names()))
}
