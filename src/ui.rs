//! The dashboard: draws snapshots, sends commands; one panel a file.
//!
//! Of the simulation it sees [`crate::sim::Snapshot`] and [`crate::sim::Command`] only, so drawing can never slow or
//! change a step. `run` owns the terminal; `Dashboard` knows none and can be drawn on any buffer.

mod act;
mod camera;
mod console;
mod dashboard;
mod dots;
mod draw;
mod find;
mod history;
mod keys;
mod layout;
mod log_view;
mod lua;
mod mouse;
mod obey;
mod options;
mod panel;
mod picture;
mod prompt;
mod run;
mod terminal;
#[cfg(test)]
mod tests;
mod text;
mod theme;
mod tone;
mod why;

pub use dashboard::Dashboard;
pub use options::{Colours, UiOptions};
pub use picture::{Picture, picture};
pub use run::{FrameSource, run};

/// Why the dashboard ended otherwise than by the person leaving.
#[derive(Debug, thiserror::Error)]
pub enum UiError {
    /// There is no terminal, or it went away.
    #[error("the terminal: {0}")]
    Terminal(#[from] std::io::Error),
    /// The world ended by itself.
    #[error("the simulation stopped: {0}")]
    Simulation(String),
}
