//! The dashboard: draws snapshots, sends commands; one panel a file.
//!
//! Of the simulation it sees [`crate::sim::Snapshot`] and [`crate::sim::Command`] only, so drawing can never slow or
//! change a step. `run` owns the terminal; `Dashboard` knows none and can be drawn on any buffer.

pub(crate) mod braille;
pub(crate) mod camera;
mod changes;
mod console;
mod dashboard;
mod draw;
mod find;
mod input;
mod key_line;
mod keys;
mod layers;
pub(crate) mod layout;
mod log_view;
pub(crate) mod mood;
mod panel;
pub(crate) mod panels;
mod perform;
pub(crate) mod place;
mod prompt;
mod replay;
mod run;
pub(crate) mod screenshot;
mod shades;
mod status;
mod storeys;
mod talk;
pub(crate) mod terminal;
pub(crate) mod text;
pub(crate) mod theme;

pub use dashboard::Dashboard;
pub(crate) use run::run;
pub(crate) use theme::Background;
pub use theme::{Colours, Theme};

// What the files below have in common.
use crate::body::AgentId;
use crate::diag::counted;
use crate::geom::Vec2;
use crate::runtime::{Control, Frame, Pacing, SPEEDS};
use crate::sim::{AgentMark, CodeInfo, CodeOutcome, Command, ErrorGroup, EventText, Focus, GoalInfo, Level, LogLine};
use crate::sim::{ProfileRow, RosterRow, ScriptRow, ScriptStatus, SleepInfo, Snapshot, WhyLine};
use braille::Braille;
use camera::{Camera, View};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use dashboard::{Mode, NOTHING_SELECTED, toggle};
use find::Query;
use layers::Layer;
use layout::Slot;
use mood::Mood;
use panel::{Hint, Move, Panel, Reach, Section, Titles, hint, ranked};
use panel::{bordered, centred, covering, first_row, heading, put_list, put_marks, sides};
use panels::PANELS;
use prompt::{Prompt, Purpose};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use text::{
    ago, bar, clock, fit, fit_parts, flow, grouped, padded, put, put_lines, put_section, seconds_at, span, width, wrap,
};
use theme::Role;
