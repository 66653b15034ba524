//! The scripts: which version runs, since when, and why a newer one was rejected or rolled back.
//!
//! ```text
//! ╭ scripts 12 ──────────────── 1 rejected ╮
//! │ npc/wolf.lua     v3 live      2 s ago  │
//! │ npc/guard.lua    v4 rejected, v3 live  │
//! │ └ guard.lua:31: expected 'then'        │
//! │ npc/deer.lua   v3 rolled back, v2 live │
//! │ └ deer.lua:12: attempt to index nil    │
//! │ npc/hare.lua     v1 live  84 errors    │
//! │ └ 84× :20: no such prey                │
//! │ npc/stag.lua     v2 live  1 warning    │
//! │ └ :31: npc has no 'helth'              │
//! ╰────────────────────────────────────────╯
//! ```

use crate::ui::*;

pub(super) static PANEL: Panel = Panel {
    name: "scripts",
    slot: Slot::LowRight,
    draw,
    rows: |d| d.snapshot().map_or(0, |s| s.scripts.len()),
    moved: |d, panel, by| {
        let shown = d.snapshot().map_or(0, |s| selected_row(d, s));
        d.set_row(panel, shown);
        d.move_row(panel, by);
    },
    enter: |d| {
        let row = d.snapshot().and_then(|s| s.scripts.get(selected_row(d, s)).map(|row| place(row, s)));
        if let Some(text) = row {
            d.edit(&text);
        }
    },
    hints: &[("arrows", "select"), ("enter", "edit"), ("esc", "back")],
    ..Panel::DEFAULT
};

/// Places of errors, and of warnings, shown below a script.
const MOST_PLACES: usize = 3;

fn draw(d: &mut Dashboard, area: Rect, buf: &mut Buffer) {
    let Some(s) = d.snapshot() else { return };
    let t = &d.theme;
    let rejected = s.scripts.iter().filter(|r| matches!(r.status, ScriptStatus::Rejected { .. })).count();
    let rolled_back = s.scripts.iter().filter(|r| matches!(r.status, ScriptStatus::RolledBack { .. })).count();
    let remarks = s.scripts.iter().map(|r| r.remarks.len()).sum();
    let failed = match (rejected, rolled_back) {
        (0, 0) if remarks == 0 => String::new(),
        (0, 0) => counted(remarks, "warning"),
        (n, 0) => format!("{n} rejected"),
        (0, n) => format!("{n} rolled back"),
        (n, m) => format!("{} failed", n + m),
    };
    let left = vec![heading(d, &PANEL, "scripts"), span(t, Role::Bright, format!(" {}", s.scripts.len()))];
    let role = if rejected + rolled_back > 0 { Role::Error } else { Role::Warn };
    let right = if failed.is_empty() { vec![] } else { vec![span(t, role, failed)] };
    let inner = bordered(d, &PANEL, area, (left, right), buf);
    let selected = selected_row(d, s);
    let active = d.panel == &PANEL;
    let (mut lines, mut places) = (Vec::new(), Vec::new());
    let mut at = 0;
    for (i, row) in s.scripts.iter().enumerate() {
        if i == selected {
            at = lines.len();
        }
        lines.push(row_line(row, s, active && i == selected, inner.width, t));
        places.push(place(row, s));
        let troubles = troubles(row, s);
        if i == selected {
            // Its errors and warnings stay visible with it.
            at += troubles.len().min(usize::from(inner.height).saturating_sub(1));
        }
        for (role, text) in troubles {
            places.push(text.find(':').map_or_else(String::new, |at| format!("{}{}", row.label, &text[at..])));
            let text = fit(&text, usize::from(inner.width).saturating_sub(4), t);
            lines.push(Line::from(vec![span(t, Role::Chrome, t.pick("  └ ", "  ` ")), span(t, role, text)]));
        }
    }
    put_list(t, buf, inner, &lines, at);
    let first = first_row(at, lines.len(), inner.height.into());
    for (text, y) in places[first..].iter().zip(inner.top()..inner.bottom()) {
        d.link(Rect { y, height: 1, ..inner }, text.as_str());
    }
}

/// The line of a script that matters most: that of its first trouble.
fn place(row: &ScriptRow, s: &Snapshot) -> String {
    let trouble = troubles(row, s).into_iter().next();
    let numbered = trouble.and_then(|(_, text)| text.find(':').map(|at| text[at..].to_owned()));
    format!("{}{}", row.label, numbered.as_deref().unwrap_or(":1"))
}

/// Why the newest version was rejected or rolled back, where the live version raises errors, and its warnings.
fn troubles(row: &ScriptRow, s: &Snapshot) -> Vec<(Role, String)> {
    let mut found = Vec::new();
    if let ScriptStatus::Rejected { message, .. } | ScriptStatus::RolledBack { message, .. } = &row.status {
        // The row shows the folder: the columns are for the line and the reason.
        let first = message.lines().next().unwrap_or("");
        let first = first.split_once("/npc/").map_or(first, |(_, rest)| rest);
        found.push((Role::Error, first.replacen(": error: ", ": ", 1)));
    }
    if row.errors > 0 {
        let theirs = s.errors.iter().filter(|g| (&g.path, &g.mod_name) == (&row.path, &row.mod_name));
        let line = |g: &ErrorGroup| (Role::Error, format!("{}× :{}: {}", g.count, g.line, g.message));
        found.extend(theirs.take(MOST_PLACES).map(line));
    }
    let remarks = row.remarks.iter().take(MOST_PLACES);
    found.extend(remarks.map(|d| (Role::Warn, format!(":{}: {}", d.line, d.advice()))));
    found
}

/// The row that stays visible: the one that changed last, until a person selects one.
fn selected_row(d: &Dashboard, s: &Snapshot) -> usize {
    if d.panel == &PANEL && d.rows.iter().any(|(panel, _)| *panel == &PANEL) {
        return d.row(&PANEL).min(s.scripts.len().saturating_sub(1));
    }
    let latest = s.scripts.iter().enumerate().rev().max_by_key(|(_, r)| r.since_step);
    latest.filter(|(_, r)| r.since_step > 0).map_or(0, |(i, _)| i)
}

/// `v4 rolled back, v3 live`, `v4 rejected, v3 live`, or `v3 live`, with the counts of errors and warnings.
fn status(row: &ScriptRow, t: &Theme) -> Vec<Span<'static>> {
    let (version, role, word) = match row.status {
        ScriptStatus::Live => (row.version, Role::Good, " live"),
        ScriptStatus::Rejected { version, .. } => (version, Role::Error, " rejected"),
        ScriptStatus::RolledBack { version, .. } => (version, Role::Error, " rolled back"),
    };
    let mut spans = vec![span(t, Role::Bright, format!("v{version}")), span(t, role, word)];
    if version != row.version && row.version > 0 {
        spans.push(span(t, Role::Dim, format!(", v{} live", row.version)));
    }
    if row.errors > 0 {
        spans.push(span(t, Role::Error, format!("  {} errors", row.errors)));
    }
    if !row.remarks.is_empty() {
        spans.push(span(t, Role::Warn, format!("  {}", counted(row.remarks.len(), "warning"))));
    }
    spans
}

/// A name of a row's file, with its mod where another mod has a file of the same path.
fn shown(row: &ScriptRow, s: &Snapshot, name: &str) -> String {
    let twin = s.scripts.iter().any(|r| r.path == row.path && r.mod_name != row.mod_name);
    if twin { format!("{}: {name}", row.mod_name) } else { name.to_owned() }
}

fn row_line(row: &ScriptRow, s: &Snapshot, active: bool, columns: u16, t: &Theme) -> Line<'static> {
    let longest = s.scripts.iter().map(|r| width(&shown(r, s, &r.path))).max().unwrap_or(0);
    let status = status(row, t);
    let kept = status.iter().map(Span::width).sum::<usize>() + 1;
    let pad_to = longest.min(usize::from(columns).saturating_sub(kept).max(8));
    // Where the path does not fit, only the file's name is shown.
    let file = row.path.rsplit('/').next().unwrap_or("");
    let (path, short) = (shown(row, s, &row.path), shown(row, s, file));
    let path = padded(if width(&path) <= pad_to { &path } else { &short }, pad_to, t);
    let mut left = vec![span(t, if active { Role::Active } else { Role::Text }, path + " ")];
    left.extend(status);
    let right = if row.since_step > 0 {
        format!("{} ago", ago(seconds_at(s, s.step.saturating_sub(row.since_step))))
    } else if row.users > 1 {
        format!("{} users", row.users)
    } else {
        String::new()
    };
    sides(t, left, vec![span(t, Role::Dim, right)], columns)
}
