//! Who lives here: one row a behaviour, with how many are in which state.
//!
//! ```text
//! ╭ creatures 248 ──────────────────────────╮
//! │ ▸ wolf        12  attack! 7  rest 4     │
//! │   deer       180  graze 131  flee~ 49   │
//! ╰─────────────────────────────────────────╯
//! ```

use super::{bordered, first_row, heading};
use crate::sim::RosterRow;
use crate::ui::dashboard::Dashboard;
use crate::ui::layout::Panel;
use crate::ui::text::{fit, put, span, width};
use crate::ui::theme::{Ink, Theme};
use crate::ui::tone::Tone;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

const NAME: usize = 11;

pub fn draw(d: &Dashboard, area: Rect, buf: &mut Buffer) {
    let Some(s) = d.snapshot() else { return };
    let alive: u64 = s.roster.iter().map(|r| u64::from(r.alive)).sum();
    let left = vec![heading(d, Panel::Creatures, "creatures"), span(&d.theme, Ink::Bright, format!(" {alive}"))];
    let died: u64 = s.roster.iter().map(|r| u64::from(r.died)).sum();
    let right = vec![span(&d.theme, Ink::Dim, format!("{died} died"))];
    let inner = bordered(d, Panel::Creatures, area, left, right, buf);
    let room = usize::from(inner.height);
    let chosen = d.roster_row.min(s.roster.len().saturating_sub(1));
    let first = first_row(chosen, s.roster.len(), room);
    for (i, row) in s.roster.iter().enumerate().skip(first).take(room) {
        let active = d.panel == Panel::Creatures && i == chosen;
        let line = row_line(row, active, inner.width, &d.theme);
        put(buf, inner.x, inner.y + (i - first) as u16, &line, inner.width);
    }
}

/// The row under a line of the screen, of `len` rows with `chosen` among them.
pub fn row_at(area: Rect, chosen: usize, len: usize, y: u16) -> Option<usize> {
    let room = usize::from(area.height.saturating_sub(2));
    let line = usize::from(y.checked_sub(area.y + 1)?);
    let row = first_row(chosen.min(len.saturating_sub(1)), len, room) + line;
    (line < room && row < len).then_some(row)
}

fn row_line(row: &RosterRow, active: bool, columns: u16, t: &Theme) -> Line<'static> {
    let name = fit(&row.behaviour, NAME, t);
    let pad = " ".repeat(NAME.saturating_sub(width(&name)));
    let ink = if row.alive == 0 { Ink::Dim } else { Ink::Text };
    let mut line = Line::from(vec![
        span(t, Ink::Active, if active { t.pick("▸ ", "> ") } else { "  " }),
        span(t, if active { Ink::Bright } else { ink }, format!("{name}{pad}")),
        span(t, if row.alive == 0 { Ink::Dim } else { Ink::Bright }, format!("{:>4}  ", row.alive)),
    ]);
    // The fullest states first, as many as fit whole.
    let mut states: Vec<&(String, u32)> = row.states.iter().filter(|(_, n)| *n > 0).collect();
    states.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    let mut used = line.width();
    for (state, count) in states {
        let tone = Tone::of(state);
        let label = format!("{}{}", fit(state, 16, t), tone.mark(t).to_string().trim());
        let text = format!("{label} {count}  ");
        used += width(&text);
        if used > usize::from(columns) + 2 {
            break;
        }
        line.spans.push(span(t, tone.ink(), label));
        line.spans.push(span(t, Ink::Dim, format!(" {count}  ")));
    }
    line
}
