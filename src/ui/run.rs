//! The loop: takes events and the latest frame, and draws when something changed.

use super::terminal::{Guard, Signals};
use super::{Control, Dashboard, KeyCode, KeyModifiers, Theme};
use crate::runtime::{FRAME, Runtime};
use crossterm::event::{self, Event};
use std::time::{Duration, Instant};

/// Why the dashboard ended, other than by the person quitting.
#[derive(Debug, thiserror::Error)]
pub(crate) enum UiError {
    /// There is no terminal, or it went away.
    #[error("the terminal: {0}")]
    Terminal(#[from] std::io::Error),
    /// The simulation ended by itself.
    #[error("the simulation stopped: {0}")]
    Simulation(String),
}

/// How long one wait for a key may take.
const POLL: Duration = Duration::from_millis(16);

/// Shows the dashboard until the person quits or a signal ends the process. Restores the terminal in every case.
///
/// # Errors
/// When there is no terminal, or it went away, or the simulation had failed when the person quit.
pub(crate) fn run(runtime: &Runtime, theme: Theme) -> Result<(), UiError> {
    let signals = Signals::listen()?;
    let mut guard = Guard::hold()?;
    let mut dashboard = Dashboard::new(theme);
    let start = Instant::now();
    let (mut drawn_at, mut dirty) = (None, true);
    while !dashboard.quit {
        if signals.received() {
            runtime.send(Control::Quit);
            break;
        }
        dirty |= read_events(&mut dashboard, &mut guard)?;
        dirty |= dashboard.pass(start.elapsed());
        if let Some(frame) = runtime.latest() {
            dirty |= dashboard.take(frame);
        }
        if runtime.has_failed() && dashboard.failed.is_none() {
            dashboard.failed = Some("the simulation ended".into());
            dirty = true;
        }
        for control in dashboard.controls() {
            runtime.send(control);
        }
        if let Some(place) = dashboard.take_place() {
            if let Err(e) = guard.aside(|| place.edit())? {
                dashboard.complain(e.to_string());
            }
            dirty = true;
        }
        if dirty && drawn_at.is_none_or(|at: Instant| at.elapsed() >= FRAME) {
            guard.terminal.draw(|f| dashboard.draw(f))?;
            (drawn_at, dirty) = (Some(Instant::now()), false);
        }
    }
    drop(guard);
    match dashboard.failed {
        Some(why) => Err(UiError::Simulation(why)),
        None => Ok(()),
    }
}

/// Waits for the first event and takes all that are pending. True when the screen may have changed.
fn read_events(dashboard: &mut Dashboard, guard: &mut Guard) -> Result<bool, UiError> {
    let mut changed = false;
    let mut wait = POLL;
    while event::poll(wait)? {
        wait = Duration::ZERO;
        match event::read()? {
            Event::Key(k) if k.code == KeyCode::Char('z') && k.modifiers.contains(KeyModifiers::CONTROL) => {
                guard.suspend()?;
                changed = true;
            }
            Event::Key(k) => {
                dashboard.key(k);
                changed = true;
            }
            Event::Mouse(m) => changed |= dashboard.mouse(m),
            Event::Resize(..) => changed = true,
            _ => {}
        }
    }
    Ok(changed)
}
