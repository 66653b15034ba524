//! The mouse: click picks, drag pans, the wheel zooms at the pointer or scrolls the panel under it. Never required.

use super::dashboard::Dashboard;
use super::find;
use super::keys::Action;
use super::layout::Panel;
use super::panel::roster;
use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

/// How near a click must be, in columns.
const PICK_COLUMNS: f32 = 1.5;
/// Lines a notch of the wheel scrolls.
const NOTCH: i32 = 3;

impl Dashboard {
    /// Takes a mouse event. True when it may have changed the screen.
    pub fn mouse(&mut self, event: MouseEvent) -> bool {
        let at = (event.column, event.row);
        match event.kind {
            MouseEventKind::Down(MouseButton::Left) => self.press(at),
            MouseEventKind::Drag(MouseButton::Left) => self.drag_to(at),
            MouseEventKind::Up(MouseButton::Left) => self.drag = None,
            MouseEventKind::ScrollUp => self.wheel(-1, at),
            MouseEventKind::ScrollDown => self.wheel(1, at),
            _ => return false,
        }
        true
    }

    fn press(&mut self, at: (u16, u16)) {
        let Some(panel) = self.areas.hit(at.0, at.1) else { return };
        self.panel = panel;
        let Some(s) = self.snapshot().cloned() else { return };
        match panel {
            Panel::World if self.map_area.contains(at.into()) => {
                self.drag = Some(at);
                let Some(camera) = self.camera else { return };
                let view = camera.view(self.map_area);
                let point = view.to_world(at.0, at.1);
                self.pointed = Some(point);
                // A character is twice as high as wide: the reach covers its height.
                if let Some(id) = find::nearest(&s, point, view.m * PICK_COLUMNS) {
                    self.select(Some(id));
                }
            }
            Panel::Creatures => {
                let area = self.areas.at(panel).unwrap_or_default();
                if let Some(row) = roster::row_at(area, self.roster_row, s.roster.len(), at.1) {
                    self.roster_row = row;
                    self.act(Action::Inspect);
                }
            }
            _ => {}
        }
    }

    fn drag_to(&mut self, at: (u16, u16)) {
        let Some(from) = self.drag.replace(at) else { return };
        let Some(size) = self.snapshot().map(|s| s.world.size()) else { return };
        self.follow = false;
        if let Some(camera) = &mut self.camera {
            camera.pan(i32::from(from.0) - i32::from(at.0), i32::from(from.1) - i32::from(at.1), size);
        }
    }

    fn wheel(&mut self, by: i32, at: (u16, u16)) {
        let Some(s) = self.snapshot().cloned() else { return };
        match self.areas.hit(at.0, at.1) {
            Some(Panel::World) => {
                let (area, size) = (self.map_area, s.world.size());
                if let Some(camera) = &mut self.camera {
                    camera.zoom_at(by, at, area, size);
                }
            }
            Some(Panel::Log) => self.log.scroll(by * NOTCH, &s.log),
            _ => {}
        }
    }
}
