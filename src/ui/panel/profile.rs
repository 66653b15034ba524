//! Who spends the time of the scripts, over the map: a line for each function, the dearest of the last seconds first.
//!
//! ```text
//! ╭ profile ──────────────────────────────────── instructions, last 2 to 4 s ╮
//! │ function              share  a step     calls    each  worst             │
//! │ wolf.attack.tick     48.1 %  0.31 ms   12 034     412  2 204  wolf 17    │
//! │ deer.graze.tick      20.6 %  0.13 ms   70 211      31    118  deer 204   │
//! ╰──────────────────────────────────────────────────────────────────────────╯
//! ```

use crate::sim::{ProfileRow, Snapshot};
use crate::ui::dashboard::Dashboard;
use crate::ui::text::{fit, grouped, put, span, width};
use crate::ui::theme::{Ink, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Widget};

/// Columns of the numbers: share, time a step, calls, instructions each, the worst call's.
const NUMBERS: usize = 7 + 9 + 10 + 7 + 7;
const SHORTEST_NAME: usize = 12;

pub fn draw(d: &Dashboard, area: Rect, buf: &mut Buffer) {
    let Some(s) = d.snapshot() else { return };
    let t = &d.theme;
    Clear.render(area, buf);
    buf.set_style(area, t.paper());
    let block = Block::bordered()
        .border_set(t.border())
        .border_style(t.style(Ink::Active))
        .title(" profile ")
        .title(Line::from(" instructions of the last seconds ").right_aligned());
    let inner = block.inner(area);
    block.render(area, buf);
    let columns = usize::from(inner.width.saturating_sub(2));
    let mut rows: Vec<&ProfileRow> = s.profile.iter().collect();
    rows.sort_by_key(|r| std::cmp::Reverse((r.recent, r.instructions)));
    let names: Vec<String> = rows.iter().map(|r| name(r, s)).collect();
    let longest = names.iter().map(|n| width(n)).max().unwrap_or(0).max(SHORTEST_NAME);
    let room = longest.min(columns.saturating_sub(NUMBERS).max(SHORTEST_NAME));
    let mut lines = vec![heading(room, t)];
    if rows.is_empty() {
        lines.push(span(t, Ink::Dim, "no script was called yet").into());
    }
    let all: u64 = rows.iter().map(|r| r.recent).sum();
    for (row, name) in rows.iter().zip(&names) {
        lines.push(line(row, &fit(name, room, t), room, all, s, t));
    }
    for (y, line) in lines.iter().take(usize::from(inner.height)).enumerate() {
        put(buf, inner.x + 1, inner.y + y as u16, line, columns as u16);
    }
}

fn heading(room: usize, t: &Theme) -> Line<'static> {
    let text =
        format!("{:<room$}{:>7}{:>9}{:>10}{:>7}{:>7}  whose", "function", "share", "a step", "calls", "each", "worst");
    span(t, Ink::Dim, text).into()
}

/// `wolf.attack.tick`; `wolf.on_reload` for what belongs to no state.
fn name(row: &ProfileRow, s: &Snapshot) -> String {
    let symbols = &s.catalogue.symbols;
    let behaviour = symbols.name(row.behaviour);
    match row.state {
        Some(state) => format!("{behaviour}.{}.{}", symbols.name(state), row.function),
        None => format!("{behaviour}.{}", row.function),
    }
}

fn line(row: &ProfileRow, name: &str, room: usize, all: u64, s: &Snapshot, t: &Theme) -> Line<'static> {
    let share = row.recent as f64 / all.max(1) as f64;
    let (percent, ms) = (share * 100.0, share * f64::from(s.phases.script));
    let each = grouped(row.instructions / row.calls.max(1));
    let worst = grouped(row.worst);
    let whose =
        row.worst_by.map_or(String::new(), |id| format!("  {} at step {}", id.number(), grouped(row.worst_step)));
    let pad = " ".repeat(room.saturating_sub(width(name)));
    Line::from(vec![
        span(t, Ink::Bright, format!("{name}{pad}")),
        span(t, if share >= 0.25 { Ink::Warn } else { Ink::Text }, format!("{percent:>5.1} %")),
        span(t, Ink::Text, format!("{ms:>6.2} ms{:>10}{each:>7}{worst:>7}", grouped(row.calls))),
        span(t, Ink::Dim, whose),
    ])
}
