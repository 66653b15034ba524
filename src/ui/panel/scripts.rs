//! The scripts: which version runs, since when, and why a newer one does not.
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

use super::{bordered, heading, sides};
use crate::sim::{ErrorGroup, ScriptRow, ScriptStatus, Snapshot};
use crate::ui::dashboard::Dashboard;
use crate::ui::layout::Panel;
use crate::ui::text::{ago, fit, put, span, width};
use crate::ui::theme::{Ink, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

/// Columns kept for `v4 rolled back, v3 live`, for `v4 rejected, v3 live`, and for `v3 live` with how long ago.
const ROLLED_BACK: usize = 24;
const REJECTED: usize = 21;
const LIVE: usize = 18;
/// Places of errors, and of warnings, shown below a script.
const MOST_PLACES: usize = 3;

pub fn draw(d: &Dashboard, area: Rect, buf: &mut Buffer) {
    let Some(s) = d.snapshot() else { return };
    let t = &d.theme;
    let rejected = s.scripts.iter().filter(|r| matches!(r.status, ScriptStatus::Rejected { .. })).count();
    let rolled_back = s.scripts.iter().filter(|r| matches!(r.status, ScriptStatus::RolledBack { .. })).count();
    let remarks = s.scripts.iter().map(|r| r.remarks.len()).sum();
    let failed = match (rejected, rolled_back) {
        (0, 0) => warnings(remarks),
        (n, 0) => format!("{n} rejected"),
        (0, n) => format!("{n} rolled back"),
        (n, m) => format!("{} failed", n + m),
    };
    let left = vec![heading(d, Panel::Scripts, "scripts"), span(t, Ink::Bright, format!(" {}", s.scripts.len()))];
    let ink = if rejected + rolled_back > 0 { Ink::Error } else { Ink::Warn };
    let right = if failed.is_empty() { vec![] } else { vec![span(t, ink, failed)] };
    let inner = bordered(d, Panel::Scripts, area, left, right, buf);
    let chosen = chosen_row(d, s);
    let active = d.panel == Panel::Scripts;
    let mut lines = Vec::new();
    let mut at = 0;
    for (i, row) in s.scripts.iter().enumerate() {
        if i == chosen {
            at = lines.len();
        }
        lines.push(row_line(row, s, active && i == chosen, inner.width, t));
        let troubles = troubles(row, s);
        if i == chosen {
            // What is wrong with it is kept in sight with it.
            at += troubles.len().min(usize::from(inner.height).saturating_sub(1));
        }
        for (ink, text) in troubles {
            let text = fit(&text, usize::from(inner.width).saturating_sub(4), t);
            lines.push(Line::from(vec![span(t, Ink::Chrome, t.pick("  └ ", "  ` ")), span(t, ink, text)]));
        }
    }
    let room = usize::from(inner.height);
    let first = super::first_row(at, lines.len(), room);
    for (i, line) in lines.iter().skip(first).take(room).enumerate() {
        put(buf, inner.x, inner.y + i as u16, line, inner.width);
    }
}

/// Why the newest text does not run, the places where the one that runs raises errors, and what checks say of it.
fn troubles(row: &ScriptRow, s: &Snapshot) -> Vec<(Ink, String)> {
    let mut found = Vec::new();
    if let ScriptStatus::Rejected { message, .. } | ScriptStatus::RolledBack { message, .. } = &row.status {
        // Folder and kind are told by the row: the columns are for line and reason.
        let first = message.lines().next().unwrap_or("");
        let first = first.split_once("/npc/").map_or(first, |(_, rest)| rest);
        found.push((Ink::Error, first.replacen(": error: ", ": ", 1)));
    }
    if row.errors > 0 {
        let theirs = s.errors.iter().filter(|g| (&g.path, &g.mod_name) == (&row.path, &row.mod_name));
        let told = |g: &ErrorGroup| (Ink::Error, format!("{}× :{}: {}", g.count, g.line, g.message));
        found.extend(theirs.take(MOST_PLACES).map(told));
    }
    let remarks = row.remarks.iter().take(MOST_PLACES);
    found.extend(remarks.map(|d| (Ink::Warn, format!(":{}: {}", d.line, d.advice()))));
    found
}

fn warnings(n: usize) -> String {
    match n {
        0 => String::new(),
        1 => "1 warning".into(),
        n => format!("{n} warnings"),
    }
}

/// The row kept in sight: the one a person moved to, else the one that changed last: there an edit is seen to take.
fn chosen_row(d: &Dashboard, s: &Snapshot) -> usize {
    if d.panel == Panel::Scripts {
        return d.script_row.min(s.scripts.len().saturating_sub(1));
    }
    let latest = s.scripts.iter().enumerate().rev().max_by_key(|(_, r)| r.since_step);
    latest.filter(|(_, r)| r.since_step > 0).map_or(0, |(i, _)| i)
}

fn row_line(row: &ScriptRow, s: &Snapshot, active: bool, columns: u16, t: &Theme) -> Line<'static> {
    let longest = s.scripts.iter().map(|r| width(&r.path)).max().unwrap_or(0);
    let widest = s.scripts.iter().map(|r| match r.status {
        ScriptStatus::Live => LIVE,
        ScriptStatus::Rejected { .. } => REJECTED,
        ScriptStatus::RolledBack { .. } => ROLLED_BACK,
    });
    let kept = widest.max().unwrap_or(LIVE);
    let pad_to = longest.min(usize::from(columns).saturating_sub(kept).max(8));
    // Where the folder does not fit, the file's name says more than half a path.
    let file = row.path.rsplit('/').next().unwrap_or("");
    let path = fit(if width(&row.path) <= pad_to { &row.path } else { file }, pad_to, t);
    let pad = " ".repeat(pad_to.saturating_sub(width(&path)) + 1);
    let mut left = vec![span(t, if active { Ink::Active } else { Ink::Text }, format!("{path}{pad}"))];
    match &row.status {
        ScriptStatus::Live => {
            left.push(span(t, Ink::Bright, format!("v{}", row.version)));
            left.push(span(t, Ink::Good, " live"));
        }
        ScriptStatus::Rejected { version, .. } | ScriptStatus::RolledBack { version, .. } => {
            let rejected = matches!(row.status, ScriptStatus::Rejected { .. });
            left.push(span(t, Ink::Bright, format!("v{version}")));
            left.push(span(t, Ink::Error, if rejected { " rejected" } else { " rolled back" }));
            if row.version > 0 {
                left.push(span(t, Ink::Dim, format!(", v{} live", row.version)));
            }
        }
    }
    if row.errors > 0 {
        left.push(span(t, Ink::Error, format!("  {} errors", row.errors)));
    }
    if !row.remarks.is_empty() {
        left.push(span(t, Ink::Warn, format!("  {}", warnings(row.remarks.len()))));
    }
    let seconds = s.step.saturating_sub(row.since_step) as f64 * f64::from(s.step_ms) / 1_000.0;
    let right = if row.since_step > 0 {
        format!("{} ago", ago(seconds))
    } else if row.users > 1 {
        format!("{} users", row.users)
    } else {
        String::new()
    };
    sides(t, left, vec![span(t, Ink::Dim, right)], columns)
}
