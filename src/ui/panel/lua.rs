//! The Lua prompt over the lower part of the screen, with what was asked and answered before.
//!
//! ```text
//! ╭ Lua as wolf 17 ──────────────────────────────────────────╮
//! │ > npc.memory.prey                                        │
//! │ 204                                                      │
//! │ > npc:look(204).state                                    │
//! │ "flee"                                                   │
//! │ > npc.me█                                                │   the line being typed
//! │ memory                                                   │   how it can go on
//! ╰──────────────────────────────────────────────────────────╯
//! ```

use super::keyline;
use crate::ui::dashboard::Dashboard;
use crate::ui::prompt::Prompt;
use crate::ui::text::{fit, put, span, wrap};
use crate::ui::theme::{Ink, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Widget};

/// Rows at least: a border, two lines of talk, the prompt and the words.
const LEAST_ROWS: u16 = 6;
/// Shown as long as nothing was asked.
const FIRST_WORDS: [&str; 3] = [
    "npc.health, npc:nearest { faction = \"prey\", within = 20 }, npc:why(): reading changes nothing.",
    "memory.KEY = VALUE, force(\"state\"), move(x, y), spawn(\"behaviour\", count, x, y) are done as commands.",
    "tab completes, the up arrow brings earlier lines back.",
];

pub fn draw(d: &Dashboard, prompt: &Prompt, screen: Rect, buf: &mut Buffer) {
    let t = &d.theme;
    let keys = d.areas.keys.map_or(0, |k| k.height);
    let height = (screen.height / 2).clamp(LEAST_ROWS, 18).min(screen.height - keys);
    let area = Rect { y: screen.bottom() - keys - height, height, ..screen };
    Clear.render(area, buf);
    buf.set_style(area, t.paper());
    let who = d.focus().map_or_else(|| "nobody".to_owned(), |(f, _)| format!("{} {}", f.behaviour, f.id));
    let title = format!(" Lua as {} ", fit(&who, usize::from(area.width).saturating_sub(14), t));
    let block = Block::bordered().border_set(t.border()).border_style(t.style(Ink::Active)).title(title);
    let inner = block.inner(area);
    block.render(area, buf);
    let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
    let columns = usize::from(inner.width);
    let room = usize::from(inner.height).saturating_sub(2);
    let lines = talk(d, columns, t);
    let skip = lines.len().saturating_sub(room);
    for (i, line) in lines[skip..].iter().enumerate() {
        put(buf, inner.x, inner.y + i as u16, line, inner.width);
    }
    let at = inner.y + (lines.len() - skip) as u16;
    put(buf, inner.x, at, &keyline::typed(prompt, columns, t), inner.width);
    let words = fit(&d.talk.words.join("  "), columns, t);
    put(buf, inner.x, at + 1, &span(t, Ink::Dim, words).into(), inner.width);
}

fn talk(d: &Dashboard, columns: usize, t: &Theme) -> Vec<Line<'static>> {
    let coloured = |text: &str, ink| wrap(text, columns).into_iter().map(move |l| Line::from(span(t, ink, l)));
    if d.talk.entries.is_empty() {
        return FIRST_WORDS.iter().flat_map(|text| coloured(text, Ink::Dim)).collect();
    }
    let mut lines = Vec::new();
    for entry in &d.talk.entries {
        lines.extend(coloured(&format!("> {}", entry.line), Ink::Dim));
        let ink = if entry.failed { Ink::Error } else { Ink::Bright };
        lines.extend(entry.lines.iter().flat_map(|text| coloured(text, ink)));
    }
    lines
}
