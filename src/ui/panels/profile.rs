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

/// The columns beside the name: what is above each, and how wide it is.
const NUMBERS: [(&str, usize); 5] = [("share", 7), ("a step", 9), ("calls", 10), ("each", 7), ("worst", 7)];
const SHORTEST_NAME: usize = 12;

fn draw(d: &mut Dashboard, area: Rect, buf: &mut Buffer) {
    let (Some(s), t) = (d.snapshot(), &d.theme) else { return };
    let inner = covering(t, area, " profile ", " instructions of the last seconds ", buf);
    let columns = usize::from(inner.width);
    let mut rows: Vec<&ProfileRow> = s.profile.iter().collect();
    rows.sort_by_key(|r| std::cmp::Reverse((r.recent, r.instructions)));
    let names: Vec<String> = rows.iter().map(|r| r.name(&s.catalogue.symbols)).collect();
    let longest = names.iter().map(|n| width(n)).max().unwrap_or(0).max(SHORTEST_NAME);
    // What has no room is left out, from the last column on: a number that is cut is another number.
    let fits = |shown: &usize| SHORTEST_NAME + NUMBERS[..*shown].iter().map(|(_, w)| w).sum::<usize>() <= columns;
    let shown = (1..=NUMBERS.len()).rev().find(fits).unwrap_or(0);
    let numbers: usize = NUMBERS[..shown].iter().map(|(_, w)| w).sum();
    let space = longest.min(columns.saturating_sub(numbers).max(SHORTEST_NAME));
    let callers: Vec<String> = rows.iter().map(|r| caller(r)).collect();
    let left = columns.saturating_sub(space + numbers);
    let has_callers = shown == NUMBERS.len() && callers.iter().all(|by| width(by) <= left);
    let heads = NUMBERS[..shown].iter().map(|(head, w)| format!("{head:>w$}")).collect::<String>();
    let head = format!("{:<space$}{heads}{}", "function", if has_callers { "  by" } else { "" });
    let mut lines: Vec<Line> = vec![span(t, Role::Dim, head).into()];
    if rows.is_empty() {
        lines.push(span(t, Role::Dim, "no script has been called yet").into());
    }
    let all: u64 = rows.iter().map(|r| r.recent).sum();
    for ((row, name), by) in rows.iter().zip(&names).zip(callers) {
        let share = row.recent as f64 / all.max(1) as f64;
        let numbers = numbers_of(row, share, s).into_iter().zip(NUMBERS).take(shown);
        let cells = numbers.enumerate().map(|(i, (number, (_, w)))| {
            let role = if i == 0 && share >= 0.25 { Role::Warn } else { Role::Text };
            span(t, role, format!("{number:>w$}"))
        });
        let mut line: Line = span(t, Role::Bright, padded(name, space, t)).into();
        line.extend(cells);
        line.extend(has_callers.then(|| span(t, Role::Dim, by)));
        lines.push(line);
    }
    put_lines(buf, inner, &lines);
}

/// What [`NUMBERS`] names.
fn numbers_of(row: &ProfileRow, share: f64, s: &Snapshot) -> [String; NUMBERS.len()] {
    let ms = share * f64::from(s.phases.script);
    let each = grouped(row.instructions / row.calls.max(1));
    [format!("{:.1} %", share * 100.0), format!("{ms:.2} ms"), grouped(row.calls), each, grouped(row.worst)]
}

/// The creature of the worst call, and its step.
fn caller(row: &ProfileRow) -> String {
    row.worst_by.map_or(String::new(), |id| format!("  {id} at step {}", grouped(row.worst_step)))
}
