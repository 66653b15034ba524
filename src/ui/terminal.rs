//! The terminal under a guard: however the program ends, the terminal is restored.

use crossterm::cursor::{Hide, Show};
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::execute;
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use std::io::{self, Stdout, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};

/// True while the dashboard holds the terminal, so that it is restored exactly once.
static HELD: AtomicBool = AtomicBool::new(false);
/// True while another program has the terminal.
static ASIDE: AtomicBool = AtomicBool::new(false);
/// Reports of panics in other threads: printed after the terminal is restored.
static PANIC_REPORTS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Holds the terminal in raw mode on its alternate screen; restores it when dropped, and in a panic.
pub(super) struct Guard {
    pub terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Guard {
    /// # Errors
    /// When there is no terminal to hold.
    pub(super) fn hold() -> io::Result<Self> {
        restore_in_panic();
        take()?;
        let terminal = Terminal::new(CrosstermBackend::new(stdout())).inspect_err(|_| restore())?;
        Ok(Self { terminal })
    }

    /// ctrl-z: sleeps until the shell continues the process.
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        #[cfg(unix)]
        self.aside(|| signal_hook::low_level::raise(signal_hook::consts::SIGTSTP))??;
        Ok(())
    }

    /// Gives the terminal back while something else uses it.
    /// ctrl-c is meant for that, and is no signal to end.
    pub(super) fn aside<R>(&mut self, f: impl FnOnce() -> R) -> io::Result<R> {
        restore();
        ASIDE.store(true, Ordering::SeqCst);
        let result = f();
        ASIDE.store(false, Ordering::SeqCst);
        take()?;
        self.terminal.clear()?;
        Ok(result)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
        for report in panic_reports().drain(..) {
            eprintln!("{report}");
        }
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    HELD.store(true, Ordering::SeqCst);
    execute!(stdout(), EnterAlternateScreen, Hide, EnableMouseCapture).inspect_err(|_| restore())
}

/// Errors are ignored on purpose: nothing can report them, and the other steps must still be tried.
fn restore() {
    if HELD.swap(false, Ordering::SeqCst) {
        let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}

/// A panic of the dashboard's own thread restores the terminal before it is reported. The report of another thread's
/// panic waits, so that it does not tear the screen.
fn restore_in_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let own = std::thread::current().id();
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if std::thread::current().id() == own {
                restore();
            } else if HELD.load(Ordering::SeqCst) {
                panic_reports().push(info.to_string());
                return;
            }
            before(info);
        }));
    });
}

fn panic_reports() -> MutexGuard<'static, Vec<String>> {
    PANIC_REPORTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How long a terminal may take to say what its background is.
const ANSWER: std::time::Duration = std::time::Duration::from_millis(200);

/// Whether the terminal says that its background is light; `None` when it says nothing.
pub(crate) fn is_light() -> Option<bool> {
    use terminal_colorsaurus::{QueryOptions, ThemeMode, theme_mode};
    let mut options = QueryOptions::default();
    options.timeout = ANSWER;
    theme_mode(options).ok().map(|mode| mode == ThemeMode::Light)
}

/// How long the loop may take to notice a signal.
#[cfg(unix)]
const GRACE: std::time::Duration = std::time::Duration::from_millis(300);
/// How long a terminal may take to accept what restores it.
#[cfg(unix)]
const RESTORE: std::time::Duration = std::time::Duration::from_millis(100);

/// Signals that end the process (SIGTERM, SIGINT, SIGHUP, SIGQUIT). Listens until dropped.
pub(super) struct Signals {
    received: Arc<AtomicBool>,
    /// The loop has ended.
    over: Arc<AtomicBool>,
    #[cfg(unix)]
    listener: signal_hook::iterator::Handle,
}

impl Signals {
    /// # Errors
    /// When the signals cannot be listened to.
    pub(super) fn listen() -> io::Result<Self> {
        let (received, over) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        #[cfg(unix)]
        {
            use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
            let mut signals = signal_hook::iterator::Signals::new([SIGTERM, SIGINT, SIGHUP, SIGQUIT])?;
            let (listener, raise, ended) = (signals.handle(), received.clone(), over.clone());
            std::thread::Builder::new().name("signals".into()).spawn(move || {
                for signal in signals.forever() {
                    if ASIDE.load(Ordering::SeqCst) && [SIGINT, SIGQUIT].contains(&signal) {
                        continue;
                    }
                    raise.store(true, Ordering::Relaxed);
                    std::thread::sleep(GRACE);
                    // The loop can hang: in drawing, or with a terminal that is gone. The process ends here.
                    if !ended.load(Ordering::SeqCst) {
                        restore_or_give_up();
                        signal_hook::low_level::exit(128 + signal);
                    }
                }
            })?;
            Ok(Self { received, over, listener })
        }
        #[cfg(not(unix))]
        Ok(Self { received, over })
    }

    pub(super) fn received(&self) -> bool {
        self.received.load(Ordering::Relaxed)
    }
}

/// A terminal that is stopped accepts nothing: then only its mode is restored.
#[cfg(unix)]
fn restore_or_give_up() {
    let (done, wait) = std::sync::mpsc::channel();
    let restored = std::thread::Builder::new().spawn(move || {
        restore();
        let _ = done.send(());
    });
    if restored.is_err() || wait.recv_timeout(RESTORE).is_err() {
        let _ = disable_raw_mode();
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        self.over.store(true, Ordering::SeqCst);
        #[cfg(unix)]
        self.listener.close();
    }
}
