//! What the file of a panel needs: the dashboard, the declaration of a panel, text and styles.

pub use super::dashboard::Dashboard;
pub use super::hint::{Hint, Section};
pub use super::layout::Slot;
pub use super::panel::{Move, Panel, Reach, bordered, centred, covering, first_row, heading, sides};
pub use super::text::{ago, bar, clock, fit, grouped, put, put_lines, seconds_at, span, width, wrap};
pub use super::theme::{Role, Theme};
pub use crate::sim::Snapshot;
pub use ratatui::buffer::Buffer;
pub use ratatui::layout::Rect;
pub use ratatui::text::{Line, Span};
