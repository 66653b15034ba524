//! Keys while the reasons are open: scrolling the record, and everything about time.

use super::dashboard::{Dashboard, Mode};
use super::keys::{self, Action};
use crossterm::event::KeyEvent;

/// Lines that page up and page down move by.
const PAGE: usize = 10;

impl Dashboard {
    /// Opens the reasons of the chosen creature, or closes them.
    pub(super) fn ask_why(&mut self) {
        if self.mode == Mode::Why {
            self.mode = Mode::Normal;
        } else if self.focus().is_none() {
            self.complain("nobody is chosen: click a creature, or press n");
        } else {
            self.mode = Mode::Why;
            self.why_row = 0;
        }
    }

    pub(super) fn why_key(&mut self, key: &KeyEvent) {
        let rows = self.focus().map_or(0, |(f, _)| f.story.len().saturating_sub(1));
        match keys::action(key) {
            Some(Action::Escape | Action::Why) => self.mode = Mode::Normal,
            Some(Action::Move { y, far, .. }) => {
                let by = if far { PAGE } else { 1 };
                self.why_row = if y < 0 { self.why_row.saturating_sub(by) } else { (self.why_row + by).min(rows) };
            }
            Some(Action::Home) => self.why_row = 0,
            Some(Action::End) => self.why_row = rows,
            Some(
                action @ (Action::Pause
                | Action::Step
                | Action::Faster
                | Action::Slower
                | Action::Next
                | Action::Previous
                | Action::Export
                | Action::Quit),
            ) => self.act(action),
            _ => {}
        }
    }
}
