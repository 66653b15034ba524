//! What the file of a panel needs: the dashboard, the declaration of a panel, text and styles.

pub(super) use super::dashboard::Dashboard;
pub(super) use super::layout::Slot;
pub(super) use super::panel::{
    Hint, Move, Panel, Reach, Section, bordered, centred, covering, first_row, heading, put_list, sides,
};
pub(super) use super::text::{
    ago, bar, clock, fit, grouped, padded, put, put_lines, put_section, seconds_at, span, width, wrap,
};
pub(super) use super::theme::{Role, Theme};
pub(super) use crate::sim::Snapshot;
pub(super) use ratatui::buffer::Buffer;
pub(super) use ratatui::layout::Rect;
pub(super) use ratatui::text::{Line, Span};
