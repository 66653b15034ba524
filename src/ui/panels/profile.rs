//! What the scripts cost, in front of the map: one line a function, the most expensive of the last seconds first.
//!
//! ```text
//! ╭ profile ──────────────────────────────────── instructions of the last seconds ╮
//! │ function              share  a step     calls    each  worst                  │
//! │ wolf.attack.tick     48.1 %  0.31 ms   12 034     412  2 204  17 at step 312  │
//! │ deer.graze.tick      20.6 %  0.13 ms   70 211      31    118  204 at step 90  │
//! ╰───────────────────────────────────────────────────────────────────────────────╯
//! ```

use crate::ui::*;

pub(super) static PANEL: Panel = Panel {
    name: "profile",
    slot: Slot::OverMain,
    draw,
    opened_by: (&['P'], hint(Section::View, "P", "what scripts cost")),
    ..Panel::DEFAULT
};

/// Columns of the numbers: share, time a step, calls, instructions each, the worst call's.
const NUMBERS: usize = 7 + 9 + 10 + 7 + 7;
const SHORTEST_NAME: usize = 12;

fn draw(d: &mut Dashboard, area: Rect, buf: &mut Buffer) {
    let (Some(s), t) = (d.snapshot(), &d.theme) else { return };
    let inner = covering(t, area, " profile ", " instructions of the last seconds ", buf);
    let columns = usize::from(inner.width);
    let mut rows: Vec<&ProfileRow> = s.profile.iter().collect();
    rows.sort_by_key(|r| std::cmp::Reverse((r.recent, r.instructions)));
    let names: Vec<String> = rows.iter().map(|r| r.name(&s.catalogue.symbols)).collect();
    let longest = names.iter().map(|n| width(n)).max().unwrap_or(0).max(SHORTEST_NAME);
    let space = longest.min(columns.saturating_sub(NUMBERS).max(SHORTEST_NAME));
    let mut lines = vec![heading(space, t)];
    if rows.is_empty() {
        lines.push(span(t, Role::Dim, "no script has been called yet").into());
    }
    let all: u64 = rows.iter().map(|r| r.recent).sum();
    for (row, name) in rows.iter().zip(&names) {
        lines.push(line(row, padded(name, space, t), all, s, t));
    }
    put_lines(buf, inner, &lines);
}

fn heading(space: usize, t: &Theme) -> Line<'static> {
    let text =
        format!("{:<space$}{:>7}{:>9}{:>10}{:>7}{:>7}  by", "function", "share", "a step", "calls", "each", "worst");
    span(t, Role::Dim, text).into()
}

fn line(row: &ProfileRow, name: String, all: u64, s: &Snapshot, t: &Theme) -> Line<'static> {
    let share = row.recent as f64 / all.max(1) as f64;
    let (percent, ms) = (share * 100.0, share * f64::from(s.phases.script));
    let each = grouped(row.instructions / row.calls.max(1));
    let worst = grouped(row.worst);
    let by = row.worst_by.map_or(String::new(), |id| format!("  {id} at step {}", grouped(row.worst_step)));
    Line::from(vec![
        span(t, Role::Bright, name),
        span(t, if share >= 0.25 { Role::Warn } else { Role::Text }, format!("{percent:>5.1} %")),
        span(t, Role::Text, format!("{ms:>6.2} ms{:>10}{each:>7}{worst:>7}", grouped(row.calls))),
        span(t, Role::Dim, by),
    ])
}
