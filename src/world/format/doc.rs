//! A map file's text, and what was found wrong with it.

use crate::diag::{Diagnostic, Severity};
use std::cell::RefCell;
use std::ops::Range;

/// More errors than this do not help.
const MAX_PROBLEMS: usize = 20;

/// A stretch of the text, in bytes.
pub(super) type Span = Range<usize>;

/// A document and what was found wrong with it so far.
pub(super) struct Doc<'a> {
    pub file: &'a str,
    pub text: &'a str,
    problems: RefCell<Vec<Diagnostic>>,
}

impl<'a> Doc<'a> {
    pub(super) fn new(file: &'a str, text: &'a str) -> Self {
        Self { file, text, problems: RefCell::default() }
    }

    pub(super) fn error(&self, at: &Span, message: impl Into<String>, hint: Option<String>) {
        if self.room_for(Severity::Error) {
            self.add(Diagnostic { hint, ..Diagnostic::error(self.file, message).at_offset(self.text, at.start) });
        }
    }

    pub(super) fn warning(&self, at: &Span, message: impl Into<String>) {
        if self.room_for(Severity::Warning) {
            self.add(Diagnostic::warning(self.file, message).at_offset(self.text, at.start));
        }
    }

    pub(super) fn add(&self, problem: Diagnostic) {
        if self.room_for(problem.severity) {
            self.problems.borrow_mut().push(problem);
        }
    }

    /// Asked before a place is worked out, which takes a walk through the text. Warnings never crowd out errors.
    fn room_for(&self, severity: Severity) -> bool {
        self.problems.borrow().iter().filter(|p| p.severity == severity).count() < MAX_PROBLEMS
    }

    pub(super) fn failed(&self) -> bool {
        self.problems.borrow().iter().any(|p| p.severity == Severity::Error)
    }

    /// The line of a byte offset, from 1.
    pub(super) fn line(&self, at: usize) -> u32 {
        crate::diag::line_column(self.text, at).0
    }

    pub(super) fn into_problems(self) -> Vec<Diagnostic> {
        self.problems.into_inner()
    }
}
