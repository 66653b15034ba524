//! What commands that take long share: a line of progress, and the signals that end them.

use super::outcome::{FAILED, note};
use crate::diag::printable;
use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

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
            let _ = write!(std::io::stderr(), "\r\x1b[K{} ", printable(&line()));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

/// Runs `work` and shows meanwhile a line, which gets the seconds so far.
pub(super) fn waiting<T>(line: impl Fn(f32) -> String + Sync, work: impl FnOnce() -> T) -> T {
    let over = AtomicBool::new(false);
    let progress = Progress::new(true);
    std::thread::scope(|threads| {
        let waiter = threads.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                progress.show(|| line(progress.start.elapsed().as_secs_f32()));
                std::thread::park_timeout(Duration::from_millis(EVERY_MS));
            }
        });
        let result = work();
        over.store(true, Ordering::Relaxed);
        waiter.thread().unpark();
        result
    })
}

/// What ends the program by itself within this time after a signal does so in its own words.
const GRACE: Duration = Duration::from_millis(350);
/// Time between two looks at the flag.
const LOOK: Duration = Duration::from_millis(20);

/// A flag that the first SIGINT or SIGTERM sets. The program ends soon after it, and at once after a second signal, whatever is
/// being done: a step of hostile scripts may take long.
pub(super) fn stop_flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&stop);
    let watch = move || {
        while !seen.load(Ordering::Relaxed) {
            std::thread::sleep(LOOK);
        }
        std::thread::sleep(GRACE);
        // Over the line of progress.
        drop(Progress::new(true));
        note("interrupted: what was being done is abandoned");
        signal_hook::low_level::exit(FAILED.into());
    };
    if std::thread::Builder::new().name("signals".into()).spawn(watch).is_err() {
        // Without the handlers the first signal ends the program.
        return stop;
    }
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        let _ = signal_hook::flag::register_conditional_shutdown(signal, FAILED.into(), Arc::clone(&stop));
        let _ = signal_hook::flag::register(signal, Arc::clone(&stop));
    }
    stop
}
