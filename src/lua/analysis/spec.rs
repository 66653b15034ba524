//! Specs, as far as their text shows: globals, members of worlds, creatures and expectations, behaviours and states.
//!
//! What a variable is, is read off the one expression that it is declared with; about all others nothing is said.

use crate::diag::{Diagnostic, did_you_mean, nearest};
use crate::lua::analysis::symbol_table::SymbolTable;
use crate::lua::api::domain::Domain;
use crate::lua::api::shape_name::ShapeName;
use crate::lua::api::spec as words;
use crate::lua::source::tree::{ExprId, Key, Kind, LocalId, Op, Place, Source, Tree};

/// What the words of specs give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Handle {
    World,
    Creature,
    Creatures,
    Expectation,
}

impl Handle {
    /// Its shape, and how messages do.
    fn names(self) -> (Option<ShapeName>, &'static str) {
        match self {
            Self::World => (Some(ShapeName::SpecWorld), "a world"),
            Self::Creature => (Some(ShapeName::SpecCreature), "a creature of a spec"),
            Self::Creatures => (None, "a list of creatures"),
            Self::Expectation => (Some(ShapeName::Expectation), "expect(…)"),
        }
    }
}

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
    let gives = |k: &Key| matches!(k, Key::Name(n) if n == "behaviours");
    let own = tree.exprs.iter().any(|e| matches!(&e.kind, Kind::Table(all) if all.iter().any(|e| gives(&e.key))));
    let mut spec = Spec { label, tree, symbols, own, found: Vec::new() };
    for (id, e) in tree.exprs.iter().enumerate() {
        spec.expression(id, &e.kind, e.at);
    }
    spec.found
}

impl Spec<'_> {
    fn error(&mut self, at: Place, message: String, hint: Option<String>) {
        let mut d = Diagnostic::error(self.label, message).at(at.line, at.column);
        d.hint = hint;
        self.found.push(d);
    }

    fn expression(&mut self, id: ExprId, kind: &Kind, at: Place) {
        match kind {
            Kind::Global(name) => self.global(name, at),
            Kind::Field { of, name, at } => self.member(id, *of, name, *at),
            Kind::Method { of, name, at, args } => self.method(*of, name, *at, args),
            Kind::Call { callee, args } if self.tree.is_global(*callee, "world") => {
                args.iter().for_each(|a| self.plan(*a));
            }
            Kind::Binary(Op::Equal | Op::Unequal, l, r) => {
                for (of, word) in [(*l, *r), (*r, *l)] {
                    if matches!(&self.tree.exprs[of].kind, Kind::Field { of, name, .. }
                        if name == "state" && self.handle(*of, 0) == Some(Handle::Creature))
                    {
                        self.word(word, Domain::State);
                    }
                }
            }
            _ => {}
        }
    }

    fn global(&mut self, name: &str, at: Place) {
        let words = words::words();
        if self.symbols.has("", name) || words.contains(&name) {
            return;
        }
        let lower = name.to_lowercase().replace('_', "");
        let hint = match lower.as_str() {
            "test" | "should" | "specify" => Some("did you mean 'it'?".to_owned()),
            "context" | "suite" | "group" => Some("did you mean 'describe'?".to_owned()),
            "beforeeach" | "setup" | "before" => Some("did you mean 'before_each'?".to_owned()),
            l if l.starts_with("assert") => Some("write expect(found).to_be(wished)".to_owned()),
            "npc" => Some("a spec's creatures are found in its world: w:creature(\"w\")".to_owned()),
            _ => {
                let locals = self.tree.locals.iter().map(|l| l.name.as_str()).filter(|l| l.len() > 1);
                let all = words.iter().copied().chain(locals).chain(self.symbols.names(""));
                nearest(name, all).map(|n| format!("did you mean '{n}'?"))
            }
        };
        self.error(at, format!("there is no '{name}'"), hint);
    }

    fn handle(&self, e: ExprId, depth: usize) -> Option<Handle> {
        let tree = self.tree;
        if depth > MAX_DEPTH {
            return None;
        }
        match &tree.exprs[tree.bare(e)].kind {
            Kind::Local(l) => self.variable(*l, depth),
            Kind::Call { callee, .. } => match &tree.exprs[*callee].kind {
                Kind::Global(n) if n == "world" => Some(Handle::World),
                Kind::Global(n) if n == "expect" => Some(Handle::Expectation),
                _ => None,
            },
            Kind::Field { of, name, .. } if name == "never" => {
                self.handle(*of, depth + 1).filter(|h| *h == Handle::Expectation)
            }
            Kind::Method { of, name, .. } if self.handle(*of, depth + 1) == Some(Handle::World) => {
                match name.as_str() {
                    "creature" => Some(Handle::Creature),
                    "creatures" => Some(Handle::Creatures),
                    _ => None,
                }
            }
            Kind::Item { of, .. } if self.handle(*of, depth + 1) == Some(Handle::Creatures) => Some(Handle::Creature),
            _ => None,
        }
    }

    fn variable(&self, local: LocalId, depth: usize) -> Option<Handle> {
        match self.tree.locals[local].sources[..] {
            [Source::Value(value, 0)] => self.handle(value, depth + 1),
            _ => None,
        }
    }

    fn member(&mut self, id: ExprId, of: ExprId, name: &str, at: Place) {
        let Some(handle) = self.handle(of, 0).filter(|h| *h != Handle::Creatures) else { return };
        let (shape, noun) = handle.names();
        let (fields, methods) = shape.map(words::members).unwrap_or_default();
        if methods.contains(&name) {
            let user = self.tree.parent(id).map(|user| &self.tree.exprs[user].kind);
            if matches!(user, Some(Kind::Call { callee, .. }) if *callee == id) {
                let shown = self.tree.shown(of);
                let message = format!("{shown}.{name} is called with a dot; it needs a colon");
                self.error(at, message, Some(format!("write {shown}:{name}(…)")));
            }
        } else if !fields.contains(&name) {
            let hint = meant(name, &fields, &methods);
            self.error(at, format!("{noun} has no '{name}'"), hint);
        }
    }

    fn method(&mut self, of: ExprId, name: &str, at: Place, args: &[ExprId]) {
        let Some(handle) = self.handle(of, 0) else { return };
        let (shape, noun) = handle.names();
        let (fields, methods) = shape.map(words::members).unwrap_or_default();
        if fields.contains(&name) {
            let (shown, called) = (self.tree.shown(of), handle == Handle::Expectation);
            let (message, hint) = match called {
                true => (format!("{name} is called with a colon; it needs a dot"), format!("write {shown}.{name}(…)")),
                false => (format!("{shown}.{name} is a value, not a method"), format!("write {shown}.{name}")),
            };
            self.error(at, message, Some(hint));
        } else if !methods.contains(&name) {
            let hint = match handle {
                Handle::Creatures => Some("one of them: w:creatures()[1]".to_owned()),
                _ => meant(name, &fields, &methods),
            };
            self.error(at, format!("{noun} has no '{name}'"), hint);
        } else if let (Handle::World, "entered", Some(word)) = (handle, name, args.first()) {
            self.word(*word, Domain::State);
        } else if let (Handle::World, "codes", Some(word)) = (handle, name, args.first()) {
            self.word(*word, Domain::Code);
        }
    }

    /// A word of which all are symbols, where it is written out.
    fn word(&mut self, e: ExprId, domain: Domain) {
        let Some(text) = self.tree.string(e) else { return };
        if self.own && domain != Domain::Code {
            return;
        }
        let Some(words) = self.symbols.words(domain) else { return };
        if !words.contains(&text) {
            let hint = did_you_mean(text, words.iter().copied());
            self.error(self.tree.exprs[e].at, format!("there is no {} '{text}'", domain.noun()), hint);
        }
    }

    /// `world { drawing, w = "wolf", seed = 7 }`.
    fn plan(&mut self, e: ExprId) {
        let Kind::Table(entries) = &self.tree.exprs[e].kind else { return };
        for entry in entries {
            let Key::Name(name) = &entry.key else { continue };
            if name.chars().count() == 1 {
                self.word(entry.value, Domain::Behaviour);
            } else if !words::names(ShapeName::WorldPlan).contains(&name.as_str()) {
                let hint = did_you_mean(name, words::names(ShapeName::WorldPlan));
                self.error(entry.at, format!("a world has no option '{name}'"), hint);
            }
        }
    }
}

/// The member that a name probably means.
fn meant(name: &str, fields: &[&str], methods: &[&str]) -> Option<String> {
    let lower = name.to_lowercase().replace('_', "");
    let other = match lower.as_str() {
        "toequal" | "toeq" | "equals" | "is" | "tobe" | "toequals" => "to_be",
        "tobetrue" | "tobetruthy" => "to_be(true)",
        "tobefalse" | "tobefalsy" => "to_be(false)",
        "tobenil" => "never.to_exist()",
        "not" | "isnot" => "never",
        "damage" | "hit" | "wound" => "hurt",
        "hp" | "life" => "health",
        "step" | "steps" | "tick" | "advance" => "run",
        "waituntil" | "until" | "wait" => "run_until",
        "moveto" | "teleport" | "setposition" => "place",
        "die" => "kill",
        _ => return did_you_mean(name, fields.iter().chain(methods).copied()),
    };
    let there = fields.iter().chain(methods).any(|m| other.starts_with(m));
    there
        .then(|| format!("did you mean '{other}'?"))
        .or_else(|| did_you_mean(name, fields.iter().chain(methods).copied()))
}
