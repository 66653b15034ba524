//! The living creatures: one row a behaviour, with how many are in which state.
//!
//! ```text
//! ╭ creatures 248 ──────────────────────────╮
//! │ ▸ wolf        12  attack! 7  rest 4     │
//! │   deer       180  graze 131  flee~ 49   │
//! ╰─────────────────────────────────────────╯
//! ```

use crate::agent::Catalogue;
use crate::ui::*;

pub(super) static PANEL: Panel = Panel {
    name: "creatures",
    slot: Slot::LowLeft,
    draw,
    rows: |d| d.snapshot().map_or(0, |s| s.roster.len()),
    enter: select_next,
    hints: &[("arrows", "kind"), ("enter", "next of this kind"), ("esc", "back")],
    clicked: |d, (_, y)| {
        let area = d.areas.at(Slot::LowLeft).unwrap_or_default();
        if let Some(row) = row_at(area, d.row(&PANEL), (PANEL.rows)(d), y) {
            d.set_row(&PANEL, row);
            select_next(d);
        }
    },
    ..Panel::DEFAULT
};

/// Columns of a behaviour's name.
const NAME: usize = 11;
/// Columns of the number of creatures, at least.
const LEAST_DIGITS: usize = 4;

/// The rows in their order: behaviours without any life so far come last.
fn rows(s: &Snapshot) -> Vec<&RosterRow> {
    let mut rows: Vec<&RosterRow> = s.roster.iter().collect();
    rows.sort_by_key(|row| row.spawned == 0);
    rows
}

/// Selects the next creature of the behaviour in the selected row.
fn select_next(d: &mut Dashboard) {
    let Some(s) = d.snapshot() else { return };
    let row = rows(s).get(d.row(&PANEL)).copied();
    if let Some(id) = row.and_then(|row| Query::new(&row.behaviour).step(s, d.selected, true)) {
        d.show(id);
    }
}

fn draw(d: &mut Dashboard, area: Rect, buf: &mut Buffer) {
    let Some(s) = d.snapshot() else { return };
    let alive: u64 = s.roster.iter().map(|r| u64::from(r.alive)).sum();
    let left = vec![heading(d, &PANEL, "creatures"), span(&d.theme, Role::Bright, format!(" {}", grouped(alive)))];
    let died: u64 = s.roster.iter().map(|r| u64::from(r.died)).sum();
    let asleep: u64 = s.roster.iter().map(|r| u64::from(r.asleep)).sum();
    let asleep = if asleep > 0 { format!("{} asleep  ", grouped(asleep)) } else { String::new() };
    let right = vec![span(&d.theme, Role::Dim, format!("{asleep}{} died", grouped(died)))];
    let inner = bordered(d, &PANEL, area, (left, right), buf);
    let selected = d.row(&PANEL).min(s.roster.len().saturating_sub(1));
    let active = |i: usize| d.panel == &PANEL && i == selected;
    let rows = rows(s);
    let digits = rows.iter().map(|row| width(&grouped(row.alive.into()))).max().unwrap_or(0).max(LEAST_DIGITS);
    let line = |(i, row): (usize, &&RosterRow)| row_line(row, &s.catalogue, active(i), (inner.width, digits), &d.theme);
    put_list(&d.theme, buf, inner, &rows.iter().enumerate().map(line).collect::<Vec<_>>(), selected);
}

/// The row at a line of the screen, of `len` rows with `selected` among those shown.
fn row_at(area: Rect, selected: usize, len: usize, y: u16) -> Option<usize> {
    let space = usize::from(area.height.saturating_sub(2));
    let line = usize::from(y.checked_sub(area.y + 1)?);
    let row = first_row(selected.min(len.saturating_sub(1)), len, space) + line;
    (line < space && row < len).then_some(row)
}

/// In so many columns, the number of creatures in some of them.
fn row_line(
    row: &RosterRow,
    catalogue: &Catalogue,
    active: bool,
    (columns, digits): (u16, usize),
    t: &Theme,
) -> Line<'static> {
    let role = if row.alive == 0 { Role::Dim } else { Role::Text };
    let mut line = Line::from(vec![
        span(t, Role::Active, if active { t.pick("▸ ", "> ") } else { "  " }),
        span(t, if active { Role::Bright } else { role }, padded(&row.behaviour, NAME, t)),
        span(
            t,
            if row.alive == 0 { Role::Dim } else { Role::Bright },
            format!("{:>digits$}  ", grouped(row.alive.into())),
        ),
    ]);
    // The largest counts first, as many as fit.
    let mut states: Vec<&(String, u32)> = row.states.iter().filter(|(_, n)| *n > 0).collect();
    states.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    let mut used = line.width();
    for (state, count) in states {
        let mood = catalogue.mood(&row.behaviour, state);
        let label = format!("{}{}", fit(state, 16, t), mood.mark(t).to_string().trim());
        let text = format!("{label} {count}  ");
        used += width(&text);
        if used > usize::from(columns) + 2 {
            break;
        }
        line.extend([span(t, Role::Mood(mood), label), span(t, Role::Dim, format!(" {count}  "))]);
    }
    line
}
