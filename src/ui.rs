//! The dashboard: draws snapshots, sends commands; one panel a file.
//!
//! Of the simulation it sees [`crate::sim::Snapshot`] and [`crate::sim::Command`] only, so drawing can never slow or
//! change a step. `run` owns the terminal; `Dashboard` knows none and can be drawn on any buffer.

mod braille;
mod camera;
mod console;
mod dashboard;
mod draw;
mod execute;
mod find;
mod hint;
mod history;
mod input;
mod key_line;
mod keys;
mod layers;
mod layout;
mod log_view;
mod mood;
mod options;
mod panel;
mod panels;
mod perform;
mod prelude;
mod prompt;
mod run;
mod screenshot;
mod status;
mod talk;
mod terminal;
#[cfg(test)]
mod tests;
mod text;
mod theme;

pub use dashboard::Dashboard;
pub use options::{Colours, UiOptions};
pub use run::{FrameSource, UiError, run};
pub use screenshot::{ScreenshotFormat, screenshot};
