//! Output: diagnostics to stderr; reports to stdout, which may be a closed pipe or a full disk.

use super::exit::{Ended, Stop};
use crate::diag::Diagnostic;
use serde::Serialize;
use std::io::{ErrorKind, Write};

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
    report(&(text.map_err(|e| Stop::failed(format!("cannot write the report: {e}")))? + "\n"))
}

/// Prints diagnostics to stderr.
pub(super) fn diagnostics(diagnostics: &[Diagnostic]) {
    for d in diagnostics {
        eprintln!("{d}");
    }
}
