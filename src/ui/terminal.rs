//! The terminal as a guarded thing: whatever happens, it is given back as it was.

use crossterm::cursor::{Hide, Show};
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::execute;
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use std::io::{self, Stdout, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};

/// True while the terminal is ours, so that it is given back once, by whoever comes first.
static HELD: AtomicBool = AtomicBool::new(false);
/// What other threads had to say when they panicked under the dashboard: printed once the terminal is given back.
static LAST_WORDS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Holds the terminal in raw mode on its alternate screen; gives it back when dropped, and in a panic.
pub struct Guard {
    pub terminal: Terminal<CrosstermBackend<Stdout>>,
    mouse: bool,
}

impl Guard {
    /// # Errors
    /// When there is no terminal to hold.
    pub fn hold(mouse: bool) -> io::Result<Self> {
        restore_in_panic();
        seize(mouse)?;
        match Terminal::new(CrosstermBackend::new(stdout())) {
            Ok(terminal) => Ok(Self { terminal, mouse }),
            Err(e) => {
                give_back();
                Err(e)
            }
        }
    }

    /// ctrl-z: gives the terminal back, sleeps until the shell wakes us, takes it again.
    pub fn suspend(&mut self) -> io::Result<()> {
        give_back();
        #[cfg(unix)]
        signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)?;
        seize(self.mouse)?;
        self.terminal.clear()
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        give_back();
        for words in last_words().drain(..) {
            eprintln!("{words}");
        }
    }
}

fn seize(mouse: bool) -> io::Result<()> {
    enable_raw_mode()?;
    HELD.store(true, Ordering::SeqCst);
    let taken = execute!(stdout(), EnterAlternateScreen, Hide);
    let taken = if mouse { taken.and_then(|()| execute!(stdout(), EnableMouseCapture)) } else { taken };
    taken.inspect_err(|_| give_back())
}

/// Errors are ignored on purpose: there is nobody left to tell, and the rest must still be tried.
fn give_back() {
    if HELD.swap(false, Ordering::SeqCst) {
        let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}

/// A panic of the dashboard's own thread gives the terminal back before it is reported. Another thread's must not tear
/// the screen: its report waits.
fn restore_in_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let own = std::thread::current().id();
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if std::thread::current().id() == own {
                give_back();
            } else if HELD.load(Ordering::SeqCst) {
                last_words().push(info.to_string());
                return;
            }
            before(info);
        }));
    });
}

fn last_words() -> MutexGuard<'static, Vec<String>> {
    LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How long the loop may take to notice that the process is asked to end.
#[cfg(unix)]
const GRACE: std::time::Duration = std::time::Duration::from_millis(500);

/// Knows when the process is asked to end (SIGTERM, SIGINT, SIGHUP). Listens until dropped.
pub struct Ending {
    asked: Arc<AtomicBool>,
    #[cfg(unix)]
    listener: signal_hook::iterator::Handle,
}

impl Ending {
    /// # Errors
    /// When the signals cannot be listened to.
    pub fn listen() -> io::Result<Self> {
        let asked = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        {
            use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
            let mut signals = signal_hook::iterator::Signals::new([SIGTERM, SIGINT, SIGHUP])?;
            let (listener, raise) = (signals.handle(), asked.clone());
            std::thread::Builder::new().name("signals".into()).spawn(move || {
                for signal in signals.forever() {
                    raise.store(true, Ordering::Relaxed);
                    std::thread::sleep(GRACE);
                    // A terminal that is gone can hold the loop inside a read that never returns: nobody is left to
                    // wait for, so the process ends from here.
                    if HELD.load(Ordering::SeqCst) {
                        give_back();
                        std::process::exit(128 + signal);
                    }
                }
            })?;
            Ok(Self { asked, listener })
        }
        #[cfg(not(unix))]
        Ok(Self { asked })
    }

    pub fn asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }
}

#[cfg(unix)]
impl Drop for Ending {
    fn drop(&mut self) {
        self.listener.close();
    }
}
