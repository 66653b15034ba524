//! The rules: each file holds those about one kind of mistake and lists them in its `RULES`.

use crate::diag::{Code, Diagnostic, did_you_mean, nearest};
use crate::lua::analysis::behaviour_index::BehaviourIndex;
use crate::lua::analysis::infer::{Session, many, memory_is_open};
use crate::lua::analysis::types::{FileId, Type, TypeUnion, certain, noun, solid};
use crate::lua::source::tree::*;

// The files of the rules take all that is imported above by a glob: the vocabulary that rules share.

/// Looks for one kind of mistake in one file.
pub(crate) type Rule = fn(&Session, &BehaviourIndex, FileId, &mut Findings);

mod absent;
mod arguments;
mod calls;
mod compare;
mod filters;
mod flow;
mod members;
mod memory;
mod options;
mod recall;
mod requires;
mod returns;
mod states;
mod tables;
mod truth;
mod unset;
mod wanted;
mod writes;

/// The rules, file by file.
const ALL: &[&[Rule]] = &[
    members::RULES,
    calls::RULES,
    compare::RULES,
    requires::RULES,
    tables::RULES,
    truth::RULES,
    memory::RULES,
    writes::RULES,
    states::RULES,
    recall::RULES,
    returns::RULES,
    absent::RULES,
    unset::RULES,
    flow::RULES,
];

/// Applies all rules to all files.
pub(crate) fn apply(s: &Session, index: &BehaviourIndex) -> Vec<Diagnostic> {
    let mut found = Findings::default();
    for file in 0..s.files.len() {
        ALL.iter().copied().flatten().for_each(|rule| rule(s, index, file, &mut found));
    }
    found.all
}

/// Gathers what the rules find.
#[derive(Default)]
pub(crate) struct Findings {
    pub all: Vec<Diagnostic>,
}

impl Findings {
    fn add(&mut self, d: Diagnostic) {
        if !self.all.contains(&d) {
            self.all.push(d);
        }
    }

    pub(crate) fn error(&mut self, s: &Session, file: FileId, at: Place, message: String, hint: Option<String>) {
        let d = Diagnostic::error(&s.files[file].label, message).at(at.line, at.column);
        self.add(Diagnostic { hint, ..d });
    }

    pub(crate) fn warning(&mut self, s: &Session, file: FileId, at: Place, message: String, hint: Option<String>) {
        let d = Diagnostic::warning(&s.files[file].label, message).at(at.line, at.column);
        self.add(Diagnostic { hint, ..d });
    }

    /// Gives the last finding the code under which loading reports the same fault.
    fn code(&mut self, code: Code) {
        if let Some(last) = self.all.last_mut() {
            last.code = Some(code);
        }
    }
}
