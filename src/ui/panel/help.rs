//! Every key, over everything else.
//!
//! ```text
//! ╭ keys ────────────────────────────────────────────────────╮
//! │ time                          creatures                  │
//! │   space   pause, go on          n p   next, previous     │
//! │                                                          │
//! │ W! hunts   d~ flees   G› on duty   M" social   @ you     │
//! ╰──────────────────────────────────────────────────────────╯
//! ```

use crate::ui::dashboard::Dashboard;
use crate::ui::keys::{Binding, HELP};
use crate::ui::text::{put, span};
use crate::ui::theme::{Ink, Theme};
use crate::ui::tone::Tone;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Widget};

const COLUMN: u16 = 38;
const KEYS: usize = 12;

pub fn draw(d: &Dashboard, screen: Rect, buf: &mut Buffer) {
    let t = &d.theme;
    let sections: Vec<Vec<Line>> = HELP.iter().map(|(name, keys)| section(name, keys, t)).collect();
    let two = screen.width >= COLUMN * 2 + 4;
    let columns: Vec<Vec<Line>> =
        if two { vec![sections[..2].concat(), sections[2..].concat()] } else { vec![sections.concat()] };
    let tallest = columns.iter().map(Vec::len).max().unwrap_or(0) as u16;
    let width = (COLUMN * columns.len() as u16 + 4).min(screen.width);
    let height = (tallest + 3).min(screen.height);
    let area =
        Rect { x: screen.x + (screen.width - width) / 2, y: screen.y + (screen.height - height) / 2, width, height };
    Clear.render(area, buf);
    buf.set_style(area, t.paper());
    let block = Block::bordered().border_set(t.border()).border_style(t.style(Ink::Active)).title(" keys ");
    let inner = block.inner(area);
    block.render(area, buf);
    for (i, column) in columns.iter().enumerate() {
        let x = inner.x + 1 + i as u16 * COLUMN;
        for (y, line) in column.iter().take(usize::from(inner.height.saturating_sub(1))).enumerate() {
            put(buf, x, inner.y + y as u16, line, COLUMN.min(inner.width.saturating_sub(2)));
        }
    }
    put(buf, inner.x + 1, inner.bottom().saturating_sub(1), &legend(t), inner.width.saturating_sub(2));
}

fn section(name: &str, keys: &[Binding], t: &Theme) -> Vec<Line<'static>> {
    let mut lines = vec![span(t, Ink::Bright, name.to_owned()).into()];
    for Binding(key, what) in keys {
        lines.push(Line::from(vec![span(t, Ink::Key, format!("  {key:<KEYS$}")), span(t, Ink::Text, *what)]));
    }
    lines
}

fn legend(t: &Theme) -> Line<'static> {
    let all = [
        (Tone::Hunt, "hunts"),
        (Tone::Fear, "flees"),
        (Tone::Duty, "on its way"),
        (Tone::Social, "social"),
        (Tone::Calm, "calm"),
    ];
    let mut line = Line::default();
    for (tone, what) in all {
        line.spans.push(span(t, tone.ink(), format!("w{}", tone.mark(t)).trim().to_owned()));
        line.spans.push(span(t, Ink::Dim, format!(" {what}   ")));
    }
    line.spans.push(span(t, Ink::Player, "@"));
    line.spans.push(span(t, Ink::Dim, " you"));
    line
}
