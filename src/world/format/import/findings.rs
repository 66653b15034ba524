//! What is wrong with a map of another program, and what it is about.

use super::draft::Origin;
use crate::diag::{Diagnostic, Severity};
use std::cell::RefCell;

/// What was found so far.
pub(super) struct Findings<'a> {
    file: &'a str,
    all: RefCell<Vec<Diagnostic>>,
}

impl<'a> Findings<'a> {
    pub(super) fn new(file: &'a str) -> Self {
        Self { file, all: RefCell::default() }
    }

    /// Something for which the map is refused.
    pub(super) fn error(&self, origin: &Origin, message: impl Into<String>) {
        self.add(Diagnostic::error(self.file, said_of(origin, message.into())).at(origin.line, 0));
    }

    /// Something odd.
    pub(super) fn warning(&self, origin: &Origin, message: impl Into<String>) {
        self.add(Diagnostic::warning(self.file, said_of(origin, message.into())).at(origin.line, 0));
    }

    fn add(&self, problem: Diagnostic) {
        let mut all = self.all.borrow_mut();
        if all.iter().filter(|other| other.severity == problem.severity).count() < crate::world::format::MAX_PROBLEMS {
            all.push(problem);
        }
    }

    /// Whether the map is refused.
    pub(super) fn failed(&self) -> bool {
        self.all.borrow().iter().any(|problem| problem.severity == Severity::Error)
    }

    pub(super) fn into_all(self) -> Vec<Diagnostic> {
        self.all.into_inner()
    }
}

fn said_of(origin: &Origin, message: String) -> String {
    if origin.what.is_empty() { message } else { format!("{}: {message}", origin.what) }
}
