//! The dashboard, on a running world.

use super::prepared::LevelsFolder;
use super::{exit, print};
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
        self.has_failed().then(|| "the simulation ended".to_owned())
    }
}

/// Shows the dashboard until the person quits. `levels` reports nothing while the dashboard has the screen.
pub(super) fn main(setup: Setup, levels: &LevelsFolder) -> ExitCode {
    let mut runtime = match Runtime::start(setup, Options { watch: true, paused: false }) {
        Ok(runtime) => runtime,
        Err(faults) => {
            print::diagnostics(&faults);
            return ExitCode::from(exit::FAILED);
        }
    };
    levels.silence();
    let shown = ui::run(&mut runtime, UiOptions::from_env());
    let ended = runtime.stop();
    let failure = match (shown, ended) {
        (Ok(()), Ok(_)) => return ExitCode::SUCCESS,
        (Err(e), _) => e.to_string(),
        (Ok(()), Err(panic)) => format!("the simulation failed: {panic}"),
    };
    eprintln!("error: {failure}");
    ExitCode::from(exit::FAILED)
}
