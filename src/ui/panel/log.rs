//! The log: newest below, marked by level. Scrolling holds it; the filter outlives pauses and reloads.
//!
//! ```text
//! ╭ log ─────────────────────── all · 3 newer ╮
//! │ ✗ 07:01 wolf.lua:31: expected 'then',     │
//! │         got 'the'                         │
//! │ ✓ 07:02 wolf.lua v3 live in 41 ms         │
//! ╰───────────────────────────────────────────╯
//! ```

use super::{bordered, heading};
use crate::sim::{Level, LogLine, Snapshot};
use crate::ui::dashboard::Dashboard;
use crate::ui::layout::Panel;
use crate::ui::log_view::level_name;
use crate::ui::text::{clock, put, span, wrap};
use crate::ui::theme::{Ink, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

/// Lines one entry may take.
const TALLEST: usize = 6;

pub fn draw(d: &Dashboard, area: Rect, buf: &mut Buffer) {
    let Some(s) = d.snapshot() else { return };
    let newer = d.log.held.map_or(0, |held| s.log.iter().filter(|l| d.log.shows(l) && l.seq > held).count());
    let mut right = Vec::new();
    if d.log.least != Level::Info {
        right.push(span(&d.theme, Ink::Key, level_name(d.log.least)));
    }
    if newer > 0 {
        right.push(span(&d.theme, Ink::Warn, format!("  {newer} newer")));
    }
    let inner = bordered(d, Panel::Log, area, vec![heading(d, Panel::Log, "log")], right, buf);
    let mut room = usize::from(inner.height);
    let shown = s.log.iter().rev().filter(|l| d.log.shows(l) && d.log.held.is_none_or(|held| l.seq <= held));
    let mut blocks = Vec::new();
    for line in shown {
        let mut block = entry(line, s, inner.width, &d.theme);
        block.truncate(TALLEST);
        // An entry that is too tall for what is left at the top keeps its end off rather than its beginning.
        block.truncate(room);
        room -= block.len();
        blocks.push(block);
        if room == 0 {
            break;
        }
    }
    for (i, line) in blocks.iter().rev().flatten().enumerate() {
        put(buf, inner.x, inner.y + i as u16, line, inner.width);
    }
}

fn mark(level: Level, t: &Theme) -> (Ink, &'static str) {
    match level {
        Level::Info => (Ink::Dim, t.pick("·", ".")),
        Level::Good => (Ink::Good, t.pick("✓", "+")),
        Level::Warn => (Ink::Warn, "!"),
        Level::Error => (Ink::Error, t.pick("✗", "x")),
    }
}

fn entry(line: &LogLine, s: &Snapshot, width: u16, t: &Theme) -> Vec<Line<'static>> {
    let (ink, sign) = mark(line.level, t);
    let time = clock(line.step as f64 * f64::from(s.step_ms) / 1_000.0);
    let time = time.rsplit_once('.').map_or(time.as_str(), |(whole, _)| whole).to_owned();
    let indent = 2 + time.len() + 1;
    let who = line.who.as_ref().map_or(String::new(), |(_, name)| format!("{name}: "));
    let again = if line.repeats > 0 { format!(" {}{}", t.pick("×", "x"), line.repeats + 1) } else { String::new() };
    let texts = wrap(&format!("{who}{}{again}", line.text), usize::from(width).saturating_sub(indent));
    let text_ink = match line.level {
        Level::Info => Ink::Text,
        Level::Good => Ink::Good,
        Level::Warn => Ink::Warn,
        Level::Error => Ink::Error,
    };
    let first = |text: String| {
        Line::from(vec![span(t, ink, sign), span(t, Ink::Dim, format!(" {time} ")), span(t, text_ink, text)])
    };
    let more = |text: String| Line::from(span(t, text_ink, format!("{}{text}", " ".repeat(indent))));
    texts.into_iter().enumerate().map(|(i, text)| if i == 0 { first(text) } else { more(text) }).collect()
}
