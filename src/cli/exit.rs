//! How a command ends without success: what is printed on stderr, and the exit code of the program.

use super::print;
use crate::diag::Diagnostic;
use std::fmt::Display;
use std::process::ExitCode;

/// The requested operation failed.
pub(super) const FAILED: u8 = 1;
/// Wrong usage.
pub(super) const USAGE: u8 = 2;

/// The end of a command.
pub(super) type Ended = Result<(), Stop>;

/// Why a command ended without success.
#[derive(Debug)]
pub(super) enum Stop {
    /// The operation failed, and the cause is printed already.
    Reported,
    /// The operation failed for these reasons.
    Faults(Vec<Diagnostic>),
    /// The exit code, and the message.
    Message(u8, String),
}

impl Stop {
    pub(super) fn failed(cause: impl Display) -> Self {
        Self::Message(FAILED, format!("error: {cause}"))
    }

    pub(super) fn usage(cause: impl Display) -> Self {
        Self::Message(USAGE, format!("error: {cause}"))
    }

    /// Prints the cause and returns the exit code.
    pub(super) fn report(self) -> ExitCode {
        let code = match self {
            Self::Reported => FAILED,
            Self::Faults(faults) => {
                print::diagnostics(&faults);
                FAILED
            }
            Self::Message(code, message) => {
                eprintln!("{message}");
                code
            }
        };
        ExitCode::from(code)
    }
}

impl From<Vec<Diagnostic>> for Stop {
    fn from(faults: Vec<Diagnostic>) -> Self {
        Self::Faults(faults)
    }
}
