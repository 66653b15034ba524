//! Keyboard and mouse → actions, by mode and by panel. The mouse is never required: click selects, drag pans, the wheel
//! zooms or scrolls.

use super::keys::{self, Action};
use super::place::Place;
use super::prompt::Typed;
use super::{Dashboard, Layer, Mode, Panel, Purpose, Query, Vec2, toggle};
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};

impl Dashboard {
    /// Takes a key.
    pub fn key(&mut self, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            if keys::direction(key.code).is_some() && self.mode == Mode::Player {
                self.walk(None);
            }
            return;
        }
        let action = keys::action(&key);
        match self.mode {
            Mode::Prompt(_) => self.prompt_key(&key),
            Mode::Over(Panel { typed: Some(typed), .. }) => typed(self, &key, action.and_then(Action::movement)),
            _ if keys::is_interrupt(&key) => self.leave(),
            Mode::Layers => self.layer_key(key.code, action),
            Mode::Over(panel) => self.covered_key(panel, action),
            Mode::Player => self.player_key(key.code, action),
            Mode::Normal => match (action, key.code) {
                (Some(action), _) => self.perform(action),
                (None, KeyCode::Char(c)) => self.complain(format!("'{c}' does nothing here; ? shows the keys")),
                // Keys that the terminal itself uses.
                (None, _) => {}
            },
        }
    }

    /// A key while a panel covers everything: it scrolls, closes, or is about time and selection.
    fn covered_key(&mut self, panel: &'static Panel, action: Option<Action>) {
        match action {
            Some(Action::Escape) => self.mode = Mode::Normal,
            Some(Action::Toggle(opened)) if opened == panel => self.mode = Mode::Normal,
            Some(Action::Move(by)) => (panel.moved)(self, panel, by),
            Some(Action::Enter) => (panel.enter)(self),
            Some(Action::Always(act)) => act(self),
            _ => {}
        }
    }

    fn player_key(&mut self, code: KeyCode, action: Option<Action>) {
        match (keys::direction(code), action) {
            (Some((x, y)), _) => self.walk(Some(Vec2::new(x, y))),
            (None, Some(Action::Escape)) => {
                self.walk(None);
                self.mode = Mode::Normal;
            }
            (None, Some(action)) => self.perform(action),
            (None, None) => {}
        }
    }

    /// A key that is no layer's ends the mode, and does what it does elsewhere if it is about time and selection.
    fn layer_key(&mut self, code: KeyCode, action: Option<Action>) {
        match (Layer::ALL.into_iter().find(|(_, key, _)| code == KeyCode::Char(*key)), action) {
            (Some((layer, ..)), _) => {
                toggle(&mut self.switched, layer);
                self.outbox.extend(layer.sent(self.shows(layer)));
            }
            (None, Some(Action::Always(act))) => {
                act(self);
                if self.mode == Mode::Layers {
                    self.mode = Mode::Normal;
                }
            }
            (None, _) => self.mode = Mode::Normal,
        }
    }

    /// Takes a mouse event. True when it may have changed the screen.
    pub fn mouse(&mut self, event: MouseEvent) -> bool {
        let at = (event.column, event.row);
        match event.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                if let Some(text) = self.link_at(at) {
                    self.edit(&text);
                } else if let Some(panel) = self.panel_at(at).filter(|_| !matches!(self.mode, Mode::Over(_))) {
                    self.panel = panel;
                    (panel.clicked)(self, at);
                }
            }
            MouseEventKind::Drag(MouseButton::Left) => self.drag_to(at),
            MouseEventKind::Up(MouseButton::Left) => self.drag = None,
            MouseEventKind::ScrollUp => self.turn_wheel(-1, at),
            MouseEventKind::ScrollDown => self.turn_wheel(1, at),
            _ => return false,
        }
        true
    }

    fn link_at(&self, at: (u16, u16)) -> Option<String> {
        let (links, s) = (self.links.borrow(), self.snapshot()?);
        let (_, text) = links.iter().find(|(area, _)| area.contains(at.into()))?;
        Place::named_in(text, &s.scripts).map(|_| text.clone())
    }

    fn panel_at(&self, at: (u16, u16)) -> Option<&'static Panel> {
        self.areas.hit(at.0, at.1).and_then(|slot| self.shown_in(slot))
    }

    fn turn_wheel(&mut self, notches: i32, at: (u16, u16)) {
        if let Some(panel) = self.panel_at(at) {
            (panel.wheel)(self, notches, at);
        }
    }

    fn drag_to(&mut self, at: (u16, u16)) {
        let Some(from) = self.drag.replace(at) else { return };
        self.follow = false;
        let (columns, rows) = (i32::from(from.0) - i32::from(at.0), i32::from(from.1) - i32::from(at.1));
        self.with_camera(|camera, _, size| camera.pan(columns, rows, size));
    }

    fn prompt_key(&mut self, key: &KeyEvent) {
        let Mode::Prompt(prompt) = &mut self.mode else { return };
        let (typed, purpose) = (prompt.key(key, &self.past), prompt.purpose);
        let text = prompt.text();
        match (typed, purpose) {
            (Typed::Left, _) => {
                self.mode = Mode::Normal;
                if purpose == Purpose::Find {
                    self.query = Query::default();
                }
            }
            // Matching creatures are highlighted while the words are typed.
            (Typed::Edited, Purpose::Find) => self.query = Query::new(&text),
            (Typed::Edited, Purpose::Command) | (_, Purpose::Lua) => {}
            (Typed::Done, Purpose::Find) => {
                self.mode = Mode::Normal;
                self.find(&text);
            }
            (Typed::Done, Purpose::Command) => {
                self.mode = Mode::Normal;
                if self.past.last() != Some(&text) && !text.trim().is_empty() {
                    self.past.push(text.clone());
                }
                if let Err(e) = self.execute(&text) {
                    self.complain(e.to_string());
                }
            }
        }
    }

    pub(super) fn find(&mut self, words: &str) {
        self.query = Query::new(words);
        let count = self.snapshot().map_or(0, |s| self.query.count(s));
        if count > 0 {
            self.step_creature(true);
            self.say(format!("{count} found · n next · p previous · esc clears"));
        } else {
            self.complain(format!("no creature matches '{}'", self.query.text()));
        }
    }
}
