//! What commands that take long share: a line of progress, and the signals that end them.

use super::outcome::{FAILED, note};
use crate::diag::printable;
use std::fmt::Display;
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

    /// Replaces the line, which gets the seconds so far, when it is due.
    pub(super) fn show(&self, line: impl FnOnce(f32) -> String) {
        let now_ms = self.start.elapsed().as_millis() as u64;
        if self.shown && now_ms - self.last_ms.load(Ordering::Relaxed) >= EVERY_MS {
            self.last_ms.store(now_ms, Ordering::Relaxed);
            let _ = write!(std::io::stderr(), "\r\x1b[K{} ", printable(&line(self.start.elapsed().as_secs_f32())));
        }
    }

    /// Shows how much of some work is done, when that is due.
    pub(super) fn show_part(&self, work: impl Display, done: u64, all: u64) {
        self.show(|s| format!("{work}: {}", part_done(done, all, s)));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

/// How much of some work is done after so many seconds, and how long the rest will take: `37 %, 12 s left`.
pub(super) fn part_done(done: u64, all: u64, seconds: f32) -> String {
    let share = done as f32 / all.max(1) as f32;
    match share {
        0.0 => format!("0 %, {seconds:.0} s"),
        _ => format!("{:.0} %, {:.0} s left", share * 100.0, (seconds / share - seconds).ceil()),
    }
}

/// Prints a line on stderr, above the line of progress.
pub(super) fn note_over(text: &str) {
    let clear = if std::io::stderr().is_terminal() { "\r\x1b[K" } else { "" };
    let _ = writeln!(std::io::stderr(), "{clear}{}", printable(text));
}

/// Runs `work` and shows meanwhile a line, which gets the seconds so far.
pub(super) fn waiting<T>(line: impl Fn(f32) -> String + Sync, work: impl FnOnce() -> T) -> T {
    let over = AtomicBool::new(false);
    let progress = Progress::new(true);
    std::thread::scope(|threads| {
        let waiter = threads.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                progress.show(&line);
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
