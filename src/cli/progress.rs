//! What commands that take long share: a line of progress, and the signals that end them.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// Time between two lines of progress, milliseconds.
const EVERY_MS: u64 = 500;

/// A line on stderr, when that is a terminal; removed when this is dropped.
pub(super) struct Progress {
    shown: bool,
    start: Instant,
    last_ms: AtomicU64,
}

impl Progress {
    /// Shows nothing if not `wanted`.
    pub(super) fn new(wanted: bool) -> Self {
        Self { shown: wanted && std::io::stderr().is_terminal(), start: Instant::now(), last_ms: AtomicU64::new(0) }
    }

    /// Replaces the line when it is due.
    pub(super) fn show(&self, line: impl FnOnce() -> String) {
        let now_ms = self.start.elapsed().as_millis() as u64;
        if self.shown && now_ms - self.last_ms.load(Ordering::Relaxed) >= EVERY_MS {
            self.last_ms.store(now_ms, Ordering::Relaxed);
            eprint!("\r\x1b[K{} ", line());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            eprint!("\r\x1b[K");
        }
    }
}

/// A flag that the first SIGINT or SIGTERM sets; a second one ends the program at once.
pub(super) fn stop_flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // Without the handlers the first signal ends the program.
        let _ =
            signal_hook::flag::register_conditional_shutdown(signal, super::outcome::FAILED.into(), Arc::clone(&stop));
        let _ = signal_hook::flag::register(signal, Arc::clone(&stop));
    }
    stop
}
