//! The dashboard, on a running world.

use super::prepared::Shelf;
use super::{exit, setup};
use crate::runtime::{Control, Frame, Options, Runtime};
use crate::sim::Setup;
use crate::ui::{self, FrameSource, UiOptions};
use std::process::ExitCode;

impl FrameSource for Runtime {
    fn latest(&mut self) -> Option<Frame> {
        Runtime::latest(self)
    }

    fn send(&mut self, control: Control) {
        Runtime::send(self, control);
    }

    fn failed(&self) -> Option<String> {
        self.has_failed().then(|| "the simulation ended by itself".to_owned())
    }
}

/// `shelf` is asked to tell nothing once the dashboard has the screen.
pub(super) fn main(setup: Setup, shelf: &Shelf) -> ExitCode {
    let mut runtime = match Runtime::start(setup, Options { watch: true, paused: false }) {
        Ok(runtime) => runtime,
        Err(faults) => {
            setup::tell(&faults);
            return ExitCode::from(exit::FAILED);
        }
    };
    shelf.hush();
    let shown = ui::run(&mut runtime, UiOptions::from_env());
    let ended = runtime.stop();
    match (shown, ended) {
        (Ok(()), Ok(_)) => ExitCode::SUCCESS,
        (Err(e), _) => {
            eprintln!("error: {e}");
            ExitCode::from(exit::FAILED)
        }
        (Ok(()), Err(panic)) => {
            eprintln!("error: the simulation failed: {panic}");
            ExitCode::from(exit::FAILED)
        }
    }
}
