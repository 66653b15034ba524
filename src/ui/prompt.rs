//! A line being typed: commands, words to find, Lua.

use super::{KeyCode, KeyEvent, KeyModifiers, Line, Role, Span, Theme, span, width};

/// What the line is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Purpose {
    Command,
    Find,
    /// Lua, evaluated as the selected creature.
    #[default]
    Lua,
}

/// A line being typed. The cursor counts characters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Prompt {
    pub purpose: Purpose,
    text: Vec<char>,
    cursor: usize,
    /// Which of the earlier lines is shown, counted from the newest; 0: none of them.
    back: usize,
}

/// What a key did to a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    Edited,
    Done,
    Left,
}

/// Characters of a line at most.
const LONGEST: usize = 256;

impl Prompt {
    pub(super) fn new(purpose: Purpose) -> Self {
        Self { purpose, ..Self::default() }
    }

    pub(super) fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// Replaces the line; the cursor is after its end.
    pub(super) fn write(&mut self, text: &str) {
        self.text = text.chars().take(LONGEST).collect();
        self.cursor = self.text.len();
    }

    /// Edits as shells do; `past` holds earlier lines, oldest first.
    pub(super) fn key(&mut self, key: &KeyEvent, past: &[String]) -> Typed {
        let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Enter => return Typed::Done,
            KeyCode::Esc => return Typed::Left,
            KeyCode::Char('c') if ctrl => return Typed::Left,
            KeyCode::Backspace if self.text.is_empty() => return Typed::Left,
            KeyCode::Backspace if self.cursor > 0 => {
                self.cursor -= 1;
                self.text.remove(self.cursor);
            }
            KeyCode::Delete if self.cursor < self.text.len() => {
                self.text.remove(self.cursor);
            }
            KeyCode::Char('u') if ctrl => {
                self.text.drain(..self.cursor);
                self.cursor = 0;
            }
            KeyCode::Char('a') if ctrl => self.cursor = 0,
            KeyCode::Char('e') if ctrl => self.cursor = self.text.len(),
            KeyCode::Left => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Right => self.cursor = (self.cursor + 1).min(self.text.len()),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.text.len(),
            KeyCode::Up => self.recall(self.back + 1, past),
            KeyCode::Down => self.recall(self.back.saturating_sub(1), past),
            KeyCode::Char(c) if !ctrl && !c.is_control() && self.text.len() < LONGEST => {
                self.text.insert(self.cursor, c);
                self.cursor += 1;
            }
            _ => {}
        }
        Typed::Edited
    }

    /// The line with its cursor, in at most `space` columns: of a longer line the end near the cursor stays visible.
    pub(super) fn line(&self, space: usize, t: &Theme) -> Line<'static> {
        let sign = match self.purpose {
            Purpose::Command => ":",
            Purpose::Find => "/",
            Purpose::Lua => "> ",
        };
        let (before, after) = self.text.split_at(self.cursor.min(self.text.len()));
        let mut before: String = before.iter().collect();
        let under = after.first().copied().unwrap_or(' ');
        while width(&before) + 3 > space && !before.is_empty() {
            before.remove(0);
        }
        Line::from(vec![
            span(t, Role::Key, sign),
            span(t, Role::Bright, before),
            Span::styled(under.to_string(), t.selected_style(Role::Text)),
            span(t, Role::Bright, after.iter().skip(1).collect::<String>()),
        ])
    }

    fn recall(&mut self, back: usize, past: &[String]) {
        if back > past.len() {
            return;
        }
        self.back = back;
        self.text = if back == 0 { Vec::new() } else { past[past.len() - back].chars().collect() };
        self.cursor = self.text.len();
    }
}
