//! Why the chosen creature is in its state, over everything else: the chain of reasons, and below it the whole record.
//!
//! ```text
//! ╭ why is wolf 17 in attack ────────────────────────────────╮
//! │ 06:41.0 flee → rest  by tick at npc/wolf.lua:52          │   newest last
//! │         there: return "rest"                             │   what the line says
//! │ 06:58.3 rest → attack  by tick at npc/wolf.lua:21        │
//! │         because: memory.prey nil → 204                   │
//! │                                                          │
//! │ recorded, 41 events                                      │   newest first; arrows scroll
//! │ 07:01.2 hurt 5                                by deer 4  │
//! ╰──────────────────────────────────────────────────────────╯
//! ```

use super::{creature, sides};
use crate::sim::{Focus, Snapshot, WhyLine};
use crate::ui::dashboard::Dashboard;
use crate::ui::text::{clock, fit, put, span, wrap};
use crate::ui::theme::{Ink, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Widget};

/// Columns and rows of air around it.
const AIR: (u16, u16) = (4, 2);
const WIDEST: u16 = 112;
/// Columns of a time and the blank after it.
const TIME: usize = 8;

pub fn draw(d: &Dashboard, screen: Rect, buf: &mut Buffer) {
    let t = &d.theme;
    let (Some(s), Some((focus, _))) = (d.snapshot(), d.focus()) else { return };
    let wide = screen.width.saturating_sub(AIR.0).clamp(screen.width.min(40), WIDEST);
    let columns = usize::from(wide.saturating_sub(4));
    let chain = chain(focus, s, columns, t);
    let wanted = chain.len() + focus.story.len() + 4;
    let tall = screen.height.saturating_sub(AIR.1).min(wanted.try_into().unwrap_or(u16::MAX));
    let area = Rect {
        x: screen.x + (screen.width - wide) / 2,
        y: screen.y + (screen.height - tall) / 2,
        width: wide,
        height: tall,
    };
    Clear.render(area, buf);
    buf.set_style(area, t.paper());
    let name = format!("{} {} in {}", focus.behaviour, focus.id, focus.state);
    let title = format!(" why is {} ", fit(&name, usize::from(wide).saturating_sub(14), t));
    let block = Block::bordered().border_set(t.border()).border_style(t.style(Ink::Active)).title(title);
    let inner = block.inner(area);
    block.render(area, buf);
    let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
    // The record keeps a third, and takes what the chain leaves.
    let most = usize::from(inner.height) * 2 / 3;
    let skip = chain.len().saturating_sub(most);
    let mut y = inner.y;
    for line in &chain[skip..] {
        put(buf, inner.x, y, line, inner.width);
        y += 1;
    }
    let below = Rect { y: y + 1, height: inner.bottom().saturating_sub(y + 1), ..inner };
    draw_record(d, focus, s, below, buf);
}

fn chain(f: &Focus, s: &Snapshot, columns: usize, t: &Theme) -> Vec<Line<'static>> {
    if f.why.is_empty() {
        let text = "nothing is recorded of it ([sim] recorder_events)";
        return vec![span(t, Ink::Dim, fit(text, columns, t)).into()];
    }
    f.why.iter().flat_map(|line| why_lines(line, s, columns, t)).collect()
}

fn why_lines(line: &WhyLine, s: &Snapshot, columns: usize, t: &Theme) -> Vec<Line<'static>> {
    let time = if line.depth == 0 { time(line.step, s) } else { String::new() };
    let ink = if line.depth == 0 { Ink::Bright } else { Ink::Text };
    let texts = wrap(&line.text, columns.saturating_sub(TIME));
    let part = |(i, text): (usize, String)| {
        let left = if i == 0 { time.as_str() } else { "" };
        Line::from(vec![span(t, Ink::Dim, format!("{left:<TIME$}")), span(t, ink, text)])
    };
    texts.into_iter().enumerate().map(part).collect()
}

fn draw_record(d: &Dashboard, f: &Focus, s: &Snapshot, area: Rect, buf: &mut Buffer) {
    if area.height < 2 || f.story.is_empty() {
        return;
    }
    let t = &d.theme;
    let rows = usize::from(area.height) - 1;
    let first = d.why_row.min(f.story.len().saturating_sub(rows));
    let head = format!("recorded, {} event{}", f.story.len(), if f.story.len() == 1 { "" } else { "s" });
    let newer = if first > 0 { format!("{first} newer") } else { String::new() };
    let head = sides(t, vec![span(t, Ink::Dim, head)], vec![span(t, Ink::Warn, newer)], area.width);
    put(buf, area.x, area.y, &head, area.width);
    for (i, line) in f.story.iter().rev().skip(first).take(rows).enumerate() {
        put(buf, area.x, area.y + 1 + i as u16, &creature::story_line(line, s, area.width, t, Ink::Text), area.width);
    }
}

fn time(step: u64, s: &Snapshot) -> String {
    clock(step as f64 * f64::from(s.step_ms) / 1_000.0)
}
