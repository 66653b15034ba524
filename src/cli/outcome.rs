//! How a command ends: what it prints on stdout and stderr, and the exit code of the program.

use super::Diagnostic;
use crate::diag::printable;
use serde::Serialize;
use std::fmt::Display;
use std::io::{ErrorKind, IsTerminal, Write};
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
                diagnostics(&faults);
                FAILED
            }
            Self::Message(code, message) => {
                message.lines().for_each(note);
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

/// Prints a report. A closed pipe ends the command without a message.
pub(super) fn report(text: &str) -> Ended {
    let mut out = std::io::stdout();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|e| match e.kind() {
        ErrorKind::BrokenPipe => Stop::Reported,
        _ => Stop::failed(format!("cannot write to standard output: {e}")),
    })
}

/// Prints a report as JSON.
pub(super) fn json(value: &impl Serialize) -> Ended {
    let text = serde_json::to_string_pretty(value);
    report(&escaped(&(text.map_err(|e| Stop::failed(format!("cannot write the report: {e}")))? + "\n")))
}

/// JSON with escapes for the control characters that it may hold as they are: a terminal would carry them out.
pub(super) fn escaped(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '\u{7f}'..='\u{9f}' => out += &format!("\\u{:04x}", u32::from(c)),
            _ => out.push(c),
        }
    }
    out
}

/// Prints diagnostics to stderr.
pub(super) fn diagnostics(diagnostics: &[Diagnostic]) {
    for d in diagnostics {
        d.to_string().lines().for_each(note);
    }
}

/// Prints a line to stderr; control characters in the names that it holds become escapes. Nothing can be done, nor said, where
/// that fails.
pub(super) fn note(line: impl AsRef<str>) {
    let _ = writeln!(std::io::stderr(), "{}", printable(line.as_ref()));
}

/// Whether people read the reports on stdout: it is a terminal, or `CLICOLOR_FORCE` says so.
pub(super) fn for_people() -> bool {
    std::io::stdout().is_terminal() || is_set("CLICOLOR_FORCE")
}

/// Whether these reports have colours; `NO_COLOR` forbids them, and so does a terminal that has none, unless they are forced.
pub(super) fn coloured() -> bool {
    let has_none = std::env::var_os("TERM").is_some_and(|term| term == "dumb") && !is_set("CLICOLOR_FORCE");
    for_people() && !is_set("NO_COLOR") && !has_none
}

fn is_set(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|v| !v.is_empty())
}

/// Words in a colour of the terminal: `31` is red, `1;31` is bold and red.
pub(super) fn painted(colour: &str, words: impl Display) -> String {
    if coloured() { format!("\x1b[{colour}m{words}\x1b[0m") } else { words.to_string() }
}

/// Prints lines; control characters in names become escapes.
///
/// # Errors
/// They cannot be printed.
pub(super) fn say(lines: &str) -> Ended {
    report(&lines.lines().map(|l| printable(l) + "\n").collect::<String>())
}
