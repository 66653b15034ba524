//! One frame: the areas, then every panel in its own.

use super::dashboard::{Dashboard, Mode};
use super::layout::{Areas, Panel, SMALLEST};
use super::panel::{creature, help, keyline, log, lua, map, profile, roster, scripts, status, why};
use super::text::{put, span};
use super::theme::Ink;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

type DrawPanel = fn(&Dashboard, Rect, &mut Buffer);

impl Dashboard {
    /// Draws the dashboard on the whole of a screen of any size.
    pub fn draw(&mut self, frame: &mut Frame) {
        let area = frame.area();
        self.draw_on(area, frame.buffer_mut());
    }

    pub(super) fn draw_on(&mut self, screen: Rect, buf: &mut Buffer) {
        buf.set_style(screen, self.theme.paper());
        if screen.width < SMALLEST.0 || screen.height < SMALLEST.1 {
            let text = {
                let times = self.theme.pick("×", "x");
                let (Rect { width, height, .. }, (w, h)) = (screen, SMALLEST);
                format!("{width}{times}{height} is too small: {w}{times}{h}")
            };
            self.middle(&text, screen, buf);
            // Where even that sentence is cut off, what is needed stands below it.
            if super::text::width(&text) > screen.width.into() && screen.height > 2 {
                let below = Rect { y: screen.y + 1, height: screen.height - 1, ..screen };
                let times = self.theme.pick("×", "x");
                self.middle(&format!("{}{times}{}", SMALLEST.0, SMALLEST.1), below, buf);
            }
            return;
        }
        if self.frame.is_none() {
            let text = self.failed.clone().unwrap_or_else(|| "the world is waking up".into());
            self.middle(&text, screen, buf);
            return;
        }
        self.areas = Areas::new(screen, self.panel);
        status::draw(self, self.areas.status, buf);
        map::draw(self, self.areas.world, buf);
        if self.profile {
            profile::draw(self, self.areas.world, buf);
        }
        let panels: [(Panel, DrawPanel); 4] = [
            (Panel::Creature, creature::draw),
            (Panel::Creatures, roster::draw),
            (Panel::Scripts, scripts::draw),
            (Panel::Log, log::draw),
        ];
        for (panel, draw) in panels {
            if let Some(area) = self.areas.at(panel) {
                draw(self, area, buf);
            }
        }
        if self.mode == Mode::Help {
            help::draw(self, screen, buf);
        }
        if let Mode::Lua(prompt) = &self.mode {
            lua::draw(self, prompt, screen, buf);
        }
        if self.mode == Mode::Why {
            why::draw(self, screen, buf);
        }
        self.draw_keys(screen, buf);
    }

    /// Where there is no line for keys, what is typed or was said lies over the map's lower edge.
    fn draw_keys(&mut self, screen: Rect, buf: &mut Buffer) {
        let urgent =
            matches!(self.mode, Mode::Prompt(_) | Mode::Layers) || self.notice.is_some() || self.failed.is_some();
        let last = Rect { y: screen.bottom() - 1, height: 1, ..screen };
        match self.areas.keys {
            Some(area) => keyline::draw(self, area, buf),
            None if urgent => {
                ratatui::widgets::Widget::render(ratatui::widgets::Clear, last, buf);
                buf.set_style(last, self.theme.paper());
                keyline::draw(self, last, buf);
            }
            None => {}
        }
    }

    fn middle(&self, text: &str, screen: Rect, buf: &mut Buffer) {
        let text = super::text::fit(text, screen.width.into(), &self.theme);
        let width = super::text::width(&text) as u16;
        let (x, y) = (screen.x + (screen.width - width.min(screen.width)) / 2, screen.y + screen.height / 2);
        put(buf, x, y, &span(&self.theme, Ink::Text, text).into(), screen.width);
    }
}
