//! The rules: each file has those about one kind of mistake and applies them in its `check`.

use crate::diag::{Code, Diagnostic, Hint, counted, did_you_mean, nearest};
use crate::lua::analysis::behaviour_index::BehaviourIndex;
use crate::lua::analysis::infer::{Session, many, memory_is_open};
use crate::lua::analysis::types::{FileId, Type, TypeUnion, certain, noun, solid};
use crate::lua::source::tree::*;
use std::cell::RefCell;
use std::collections::BTreeSet;

pub(crate) use all::apply;

// The files of the rules take all that is imported above by a glob: the vocabulary that rules share.

mod absent;
mod all;
mod arguments;
mod calls;
mod compare;
mod filters;
mod flow;
mod members;
mod memory;
mod recall;
mod requires;
mod states;
mod tables;
mod truth;
mod unset;
mod wanted;
mod writes;

/// What helps where a function is used as a value.
const UNCALLED: &str = "was it meant to be called? write ()";

/// What the rules found.
#[derive(Default)]
struct Findings {
    all: Vec<Diagnostic>,
    seen: BTreeSet<(FileId, u32, u32, String)>,
}

/// A file that rules look at, and where they put what they find.
#[derive(Clone, Copy)]
pub(crate) struct Checker<'a> {
    s: &'a Session<'a>,
    index: &'a BehaviourIndex,
    file: FileId,
    tree: &'a Tree,
    found: &'a RefCell<Findings>,
}

impl<'a> Checker<'a> {
    /// The same for another file.
    fn of(&self, file: FileId) -> Self {
        Self { file, tree: self.s.tree(file), ..*self }
    }

    fn types(&self, e: ExprId) -> TypeUnion {
        self.s.types(self.file, e)
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

    fn is_memory(&self, e: ExprId) -> bool {
        self.s.is_memory(self.file, e)
    }

    fn error(&self, at: Place, message: impl Into<String>, hint: impl Into<Hint>) {
        self.add(at, Diagnostic::error(&self.s.files[self.file].label, message).hint(hint));
    }

    fn warning(&self, at: Place, message: impl Into<String>, hint: impl Into<Hint>) {
        self.add(at, Diagnostic::warning(&self.s.files[self.file].label, message).hint(hint));
    }

    fn add(&self, at: Place, d: Diagnostic) {
        let mut found = self.found.borrow_mut();
        if found.seen.insert((self.file, at.line, at.column, d.message.clone())) {
            found.all.push(d.at(at.line, at.column));
        }
    }

    /// How many findings there are.
    fn count(&self) -> usize {
        self.found.borrow().all.len()
    }

    /// Gives the last finding the code under which loading reports the same fault.
    fn code(&self, code: Code) {
        if let Some(last) = self.found.borrow_mut().all.last_mut() {
            last.code = Some(code);
        }
    }
}
