//! The dashboard, on a running world.

use super::exit::{Ended, Stop};
use super::prepared::LevelsFolder;
use crate::runtime::{Control, Frame, Options, Runtime};
use crate::sim::Setup;
use crate::ui::{self, FrameSource, UiOptions};

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
pub(super) fn main(setup: Setup, levels: &LevelsFolder) -> Ended {
    let mut runtime = Runtime::start(setup, Options { watch: true, paused: false })?;
    levels.silence();
    let shown = ui::run(&mut runtime, UiOptions::from_env());
    let ended = runtime.stop();
    shown.map_err(Stop::failed)?;
    ended.map(drop).map_err(|panic| Stop::failed(format!("the simulation failed: {panic}")))
}
