//! The rules: each file has those about one kind of mistake and applies them in its `check`.

use crate::diag::{Diagnostic, Hint, Severity, counted, did_you_mean, nearest};
use crate::lua::analysis::behaviour_index::BehaviourIndex;
use crate::lua::analysis::flow::{Findings, User, Why};
use crate::lua::analysis::infer::{Session, many};
use crate::lua::analysis::signals::Signals;
use crate::lua::analysis::types::{FileId, Type, TypeUnion, certain, noun, solid};
use crate::lua::api::domain::Domain;
use crate::lua::source::tree::*;
use std::cell::RefCell;

pub(crate) use all::apply;

// The files of the rules take all that is imported above by a glob: the vocabulary that rules share.

mod absent;
mod all;
mod arguments;
mod calls;
mod compare;
mod dead_ends;
mod effects;
mod filters;
mod flow;
mod handlers;
mod loops;
mod members;
mod memory;
mod never_left;
mod payload;
mod precedence;
mod ranges;
mod recalled;
mod repeated;
mod requires;
mod results;
mod settled;
mod signals;
mod states;
mod tables;
mod timers;
mod truth;
mod unset;
mod unused;
mod values;
mod wanted;
mod writes;

/// What to say of a method that is called with a dot.
pub(crate) fn needs_colon(called: &str) -> String {
    format!("{called} is called with a dot; it needs a colon")
}

/// What to say of a function that is called with a colon.
pub(crate) fn needs_dot(called: &str) -> String {
    format!("{called} is called with a colon; it needs a dot")
}

/// What to say of a value that is called with a colon.
pub(crate) fn no_method(called: &str) -> String {
    format!("{called} is a value, not a method")
}

/// What helps where a function is used as a value.
const UNCALLED: &str = "was it meant to be called? write ()";

/// A file that rules look at, and where they put what they find.
#[derive(Clone, Copy)]
pub(crate) struct Checker<'a> {
    s: &'a Session<'a>,
    index: &'a BehaviourIndex,
    signals: &'a [Signals],
    memo: &'a values::Memo,
    flow: &'a Findings,
    file: FileId,
    tree: &'a Tree,
    found: &'a RefCell<Vec<Diagnostic>>,
}

impl<'a> Checker<'a> {
    /// The same for another file.
    fn of(&self, file: FileId) -> Self {
        Self { file, tree: self.s.tree(file), ..*self }
    }

    fn types(&self, e: ExprId) -> TypeUnion {
        self.s.types(self.file, e)
    }

    fn is_parameter(&self, e: ExprId) -> bool {
        let parameter = |source: &Source| matches!(source, Source::Parameter(..));
        matches!(*self.tree.bare_kind(e), Kind::Local(l) if self.tree.locals[l].sources.iter().any(parameter))
    }

    /// Whether a call certainly calls one of these functions of the API or of Lua.
    fn calls(&self, call: ExprId, names: &[&str]) -> bool {
        let callees = self.s.callees(self.file, call, 0);
        match &callees[..] {
            [Type::Native(f)] => names.contains(&f.to_string().as_str()),
            [Type::Builtin(name)] => names.contains(&name.as_str()),
            _ => false,
        }
    }

    /// Whether an expression is the creature whose turn it is.
    fn is_npc(&self, e: ExprId) -> bool {
        self.types(e) == [Type::Npc]
    }

    /// Whether a value may take part in arithmetic by a metatable: never a table that is written in the mods when none of them sets one.
    fn may_have_operators(&self, ty: &Type) -> bool {
        !matches!(ty, Type::Table(..)) || self.s.files.iter().any(|f| f.uses.metatables)
    }

    /// Whether a value is a table with names and nothing by position: it is no list.
    fn has_names(&self, ty: &Type) -> bool {
        let Type::Table(home, table) = *ty else { return false };
        let Some(fields) = self.s.fields(home, table).filter(|fields| !fields.is_empty()) else { return false };
        let uses = &self.s.files[home].uses;
        let grown = uses.holders.get(&table).into_iter().flatten().any(|l| uses.grown.contains(l));
        !grown && fields.keys().all(|name| !name.starts_with('#'))
    }

    fn is_memory(&self, e: ExprId) -> bool {
        self.s.is_memory(self.file, e)
    }

    /// Warns of a name that is nearly one of a map.
    fn map_name(&self, domain: Domain, word: &str, file: FileId, e: ExprId) {
        if let Some(near) = self.s.symbols.maps.meant(domain, word) {
            let message = format!("no map of the mod has the {} '{word}'", domain.noun());
            self.of(file).warning(self.s.tree(file).at(e), message, format!("did you mean '{near}'?"));
        }
    }

    fn error(&self, at: Place, message: impl Into<String>, hint: impl Into<Hint>) {
        self.add(at, Diagnostic::error(&self.s.files[self.file].label, message).hint(hint));
    }

    fn warning(&self, at: Place, message: impl Into<String>, hint: impl Into<Hint>) {
        self.add(at, Diagnostic::warning(&self.s.files[self.file].label, message).hint(hint));
    }

    fn add(&self, at: Place, d: Diagnostic) {
        self.found.borrow_mut().push(d.at(at.line, at.column));
    }

    /// What was found since is not so whenever its line runs.
    fn only_warnings(&self, since: usize) {
        self.found.borrow_mut()[since..].iter_mut().for_each(|d| d.severity = Severity::Warning);
    }

    /// How many findings there are.
    fn count(&self) -> usize {
        self.found.borrow().len()
    }
}
