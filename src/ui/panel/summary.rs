//! What the creature's panel shows while nobody is chosen: how the pathfinder answers, all in all.
//!
//! ```text
//! ╭ nobody chosen ─────────────────╮
//! │ click a creature, or press n   │
//! │                                │
//! │ answers of the pathfinder      │
//! │ SEARCHING              12 345  │
//! ╰────────────────────────────────╯
//! ```

use super::{bordered, heading, sides};
use crate::sim::{CodeInfo, CodeOutcome, Snapshot};
use crate::ui::dashboard::Dashboard;
use crate::ui::layout::Panel;
use crate::ui::text::{grouped, put, span};
use crate::ui::theme::Ink;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

pub fn draw(d: &Dashboard, s: &Snapshot, area: Rect, buf: &mut Buffer) {
    let t = &d.theme;
    let inner = bordered(d, Panel::Creature, area, vec![heading(d, Panel::Creature, "nobody chosen")], vec![], buf);
    let mut lines = vec![span(t, Ink::Text, "click a creature, or press n").into()];
    if d.selected.is_some() {
        lines = vec![span(t, Ink::Dim, "looking for it").into()];
    }
    if inner.height as usize >= s.codes.len() + 4 {
        lines.push(span(t, Ink::Text, "").into());
    }
    lines.push(span(t, Ink::Dim, "answers of the pathfinder").into());
    for (code, count) in s.codes.iter().copied() {
        let ink = if count == 0 { Ink::Dim } else { ink_of_code(code) };
        lines.push(sides(t, vec![span(t, ink, code.name)], vec![span(t, Ink::Text, grouped(count))], inner.width));
    }
    lines.push(sides(
        t,
        vec![span(t, Ink::Dim, "arrivals")],
        vec![span(t, Ink::Text, grouped(s.arrivals))],
        inner.width,
    ));
    for (i, line) in lines.iter().take(inner.height.into()).enumerate() {
        put(buf, inner.x, inner.y + i as u16, line, inner.width);
    }
}

/// How good or bad news an answer is.
pub fn ink_of_code(code: CodeInfo) -> Ink {
    match code.outcome {
        CodeOutcome::Good => Ink::Good,
        CodeOutcome::Neutral => Ink::Text,
        CodeOutcome::Warning => Ink::Warn,
        CodeOutcome::Failed => Ink::Error,
    }
}
