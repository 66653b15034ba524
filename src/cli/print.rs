//! Standard output, which may be a closed pipe or a full disk.

use std::io::{ErrorKind, Write};

/// Prints a report; answers whether it got out. A pipe that was closed is nothing to tell, any other failure is.
pub(super) fn print(text: &str) -> bool {
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
