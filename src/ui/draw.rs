//! Draws one frame: the areas, the panels in them, then what covers them.

use super::layout::{Areas, SMALLEST};
use super::{Buffer, Dashboard, Mode, Rect, Role, Slot, fit, key_line, put, put_lines, span, status, width};
use ratatui::Frame;
use ratatui::widgets::{Clear, Widget};

impl Dashboard {
    /// Draws the dashboard on the whole of a screen of any size.
    pub fn draw(&mut self, frame: &mut Frame) {
        let area = frame.area();
        self.draw_on(area, frame.buffer_mut());
    }

    pub(super) fn draw_on(&mut self, screen: Rect, buf: &mut Buffer) {
        buf.set_style(screen, self.theme.paper());
        if screen.width < SMALLEST.0 || screen.height < SMALLEST.1 {
            let times = self.theme.pick("×", "x");
            let smallest = format!("{}{times}{}", SMALLEST.0, SMALLEST.1);
            let text = format!("{}{times}{} is too small: {smallest}", screen.width, screen.height);
            self.middle(&text, screen, buf);
            // Where that sentence is cut off, the size that is needed is shown in the line below it.
            if width(&text) > screen.width.into() && screen.height > 2 {
                self.middle(&smallest, Rect { y: screen.y + 1, ..screen }, buf);
            }
            return;
        }
        if self.frame.is_none() {
            let text = self.failed.clone().unwrap_or_else(|| "waiting for the first step".into());
            self.middle(&text, screen, buf);
            return;
        }
        self.areas = Areas::new(screen, self.panel.slot);
        self.links.get_mut().clear();
        status::draw(self, self.areas.status, buf);
        for slot in Slot::TILED {
            if let (Some(area), Some(panel)) = (self.areas.at(slot), self.shown_in(slot)) {
                (panel.draw)(self, area, buf);
            }
        }
        if let (Some(panel), Some(area)) = (self.over_main, self.areas.at(Slot::Main)) {
            (panel.draw)(self, area, buf);
        }
        if let Mode::Over(panel) = self.mode {
            self.links.get_mut().clear();
            let keys = self.areas.keys.map_or(0, |keys| keys.height);
            (panel.draw)(self, Rect { height: screen.height - keys, ..screen }, buf);
        }
        self.draw_keys(screen, buf);
    }

    /// Where there is no line for keys, prompts and messages cover the last line of the screen; what needs more lines covers more of it.
    fn draw_keys(&mut self, screen: Rect, buf: &mut Buffer) {
        let urgent =
            matches!(self.mode, Mode::Prompt(_) | Mode::Layers) || self.notice.is_some() || self.failed.is_some();
        if self.areas.keys.is_none() && !urgent {
            return;
        }
        let lines = key_line::lines(self, usize::from(screen.width.saturating_sub(2)));
        let rows = (lines.len() as u16).min(screen.height);
        let area = Rect { y: screen.bottom() - rows, height: rows, ..screen };
        Clear.render(area, buf);
        buf.set_style(area, self.theme.paper());
        put_lines(buf, Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area }, &lines);
    }

    fn middle(&self, text: &str, screen: Rect, buf: &mut Buffer) {
        let text = fit(text, screen.width.into(), &self.theme);
        let columns = width(&text) as u16;
        let (x, y) = (screen.x + (screen.width - columns.min(screen.width)) / 2, screen.y + screen.height / 2);
        put(buf, x, y, &span(&self.theme, Role::Text, text).into(), screen.width);
    }
}
