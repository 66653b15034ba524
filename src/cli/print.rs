//! Output: diagnostics to stderr; reports to stdout, which may be a closed pipe or a full disk.

use crate::diag::Diagnostic;
use std::io::{ErrorKind, Write};

/// Prints a report. Returns whether that succeeded; a failure other than a closed pipe is reported on stderr.
pub(super) fn report(text: &str) -> bool {
    let mut out = std::io::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => true,
        Err(e) if e.kind() == ErrorKind::BrokenPipe => false,
        Err(e) => {
            eprintln!("error: cannot write to standard output: {e}");
            false
        }
    }
}

/// Prints diagnostics to stderr.
pub(super) fn diagnostics(diagnostics: &[Diagnostic]) {
    for d in diagnostics {
        eprintln!("{d}");
    }
}
