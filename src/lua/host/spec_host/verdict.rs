//! Why a test fails although nothing in it raised an error: it could not have failed, or something it did had no effect.

use crate::diag::Diagnostic;
use crate::lua::host::spec_host::contract::Unused;
use std::collections::BTreeMap;

/// What the running test has stated so far.
#[derive(Default)]
pub(crate) struct Claims {
    /// Comparisons that were made.
    pub compared: u32,
    /// Expectations that are compared with nothing yet, by number, and their lines.
    open: BTreeMap<u32, u32>,
    begun: u32,
    /// The first comparison that did not hold: its line, and what was expected and found.
    failed: Option<(u32, String)>,
}

impl Claims {
    /// An expectation on this line; returns its number.
    pub(super) fn begin(&mut self, line: u32) -> u32 {
        self.begun += 1;
        self.open.insert(self.begun, line);
        self.begun
    }

    /// A comparison, of this expectation if it is of one.
    pub(super) fn compare(&mut self, expectation: Option<u32>) {
        self.compared += 1;
        expectation.map(|n| self.open.remove(&n));
    }

    /// A comparison on this line does not hold, if there is a message; returns whether one before it did not.
    pub(super) fn fail(&mut self, line: u32, message: Option<String>) -> bool {
        let had_failed = self.failed.is_some();
        self.failed = self.failed.take().or(message.map(|message| (line, message)));
        had_failed
    }

    /// What did not hold was expected not to.
    pub(super) fn forgive(&mut self) {
        self.failed = None;
    }

    /// What is wrong with a test that ended without an error, for the first reason that holds. `compared` were made before its
    /// own body began.
    pub(super) fn verdict(&self, compared: u32, unused: Option<Unused>) -> Result<(), Vacuous> {
        if let Some((line, message)) = &self.failed {
            return Err(Vacuous::Caught(*line, message.clone()));
        }
        if let Some(line) = self.open.values().next() {
            return Err(Vacuous::Open(*line));
        }
        if let Some(unused) = unused {
            return Err(Vacuous::Unused(unused));
        }
        if self.compared == compared { Err(Vacuous::Silent) } else { Ok(()) }
    }
}

/// What is wrong with a test that raised no error.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Vacuous {
    /// The line of a comparison that did not hold, and its message.
    #[error("{1}")]
    Caught(u32, String),
    /// The line of `expect(…)`.
    #[error("this value is compared with nothing")]
    Open(u32),
    #[error("this test expects nothing")]
    Silent,
    #[error("{0}")]
    Unused(Unused),
}

impl Vacuous {
    /// At its place in a file.
    pub(super) fn diagnostic(&self, file: &str) -> Diagnostic {
        let (line, hint) = match self {
            Self::Caught(line, _) => {
                (*line, "the error was caught, by a pcall; what must fail is expect(function() … end).to_fail()")
            }
            Self::Open(line) => (*line, "say what it should be: expect(…).to_be(true)"),
            Self::Silent => (0, "say what should be: expect(…).to_be(…), or w:run_until(function() return … end, 100)"),
            Self::Unused(Unused::Act(_)) => (0, "changes take effect in the next step: w:run(1) takes one"),
            Self::Unused(Unused::Code { .. }) => {
                (0, "run until it is requested; when it must not be, say so: expect(c:forced()).to_be(1)")
            }
        };
        Diagnostic::error(file, self.to_string()).at(line, 0).hint(hint)
    }
}
