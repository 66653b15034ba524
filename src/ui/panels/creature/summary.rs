//! What the creature's panel shows without a selection: the results of all pathfinders so far.
//!
//! ```text
//! ╭ no selection ──────────────────╮
//! │ click a creature, or press n   │
//! │                                │
//! │ results of the pathfinder      │
//! │ SEARCHING              12 345  │
//! ╰────────────────────────────────╯
//! ```

use crate::ui::*;

pub(super) fn lines(d: &Dashboard, s: &Snapshot, area: Rect) -> Vec<Line<'static>> {
    let t = &d.theme;
    let mut lines = vec![span(t, Role::Text, "click a creature, or press n").into()];
    if usize::from(area.height) >= s.codes.len() + 4 {
        lines.push(Line::default());
    }
    lines.push(span(t, Role::Dim, "results of the pathfinder").into());
    let mut row = |role, name, count| {
        let count = vec![span(t, Role::Text, grouped(count))];
        lines.push(sides(t, vec![span(t, role, name)], count, area.width));
    };
    for (code, count) in &s.codes {
        row(if *count == 0 { Role::Dim } else { role_of(*code) }, code.name, *count);
    }
    row(Role::Dim, "arrivals", s.arrivals);
    lines
}

/// The style of a code.
pub(super) fn role_of(code: CodeInfo) -> Role {
    match code.outcome {
        CodeOutcome::Good => Role::Good,
        CodeOutcome::Neutral => Role::Text,
        CodeOutcome::Warning => Role::Warn,
        CodeOutcome::Failed => Role::Error,
    }
}
