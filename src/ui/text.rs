//! Text on the screen: numbers of constant width, cutting, wrapping, and drawing of lines.

use super::{Buffer, Line, Rect, Role, Snapshot, Span, Theme};
use crate::diag::is_control;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns of a text.
pub fn width(text: &str) -> usize {
    text.width()
}

/// `12 345 678`: grouped by thousands.
pub fn grouped(n: u64) -> String {
    let digits: Vec<char> = n.to_string().chars().collect();
    digits.rchunks(3).rev().map(String::from_iter).collect::<Vec<_>>().join(" ")
}

/// `07:01.5`, or `1:07:01.5` from an hour on.
pub fn clock(seconds: f64) -> String {
    let tenths = (seconds * 10.0).max(0.0) as u64;
    let (h, m, s, t) = (tenths / 36_000, tenths / 600 % 60, tenths / 10 % 60, tenths % 10);
    if h > 0 { format!("{h}:{m:02}:{s:02}.{t}") } else { format!("{m:02}:{s:02}.{t}") }
}

/// `3.2 s`, `4 min`, `2 h`.
pub fn ago(seconds: f64) -> String {
    match seconds {
        s if s < 9.95 => format!("{s:.1} s"),
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 6_000.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.0} h", s / 3_600.0),
    }
}

/// At most `max` columns of a text; a longer one ends in `…`. Control characters become blanks.
pub fn fit(text: &str, max: usize, theme: &Theme) -> String {
    let mut out = text.replace(is_control, " ");
    if width(&out) <= max {
        return out;
    }
    let mut used = 0;
    let end = out.char_indices().find(|(_, c)| {
        used += c.width().unwrap_or(0);
        used + 1 > max
    });
    out.truncate(end.map_or(out.len(), |(at, _)| at));
    out + if max > 0 { theme.pick("…", "~") } else { "" }
}

/// As many parts of a list as fit into `max` columns, joined by `between`; a first part that does not fit is cut.
pub(crate) fn fit_parts<'a>(
    parts: impl IntoIterator<Item = &'a str>,
    between: &str,
    max: usize,
    theme: &Theme,
) -> String {
    let mut out = String::new();
    for part in parts {
        if out.is_empty() {
            out = fit(part, max, theme);
        } else if width(&out) + width(between) + width(part) <= max {
            out = out + between + part;
        } else {
            break;
        }
    }
    out
}

/// Exactly `columns` columns: cut as by [`fit`], or with blanks at its end.
pub(crate) fn padded(text: &str, columns: usize, theme: &Theme) -> String {
    let text = fit(text, columns, theme);
    let pad = " ".repeat(columns.saturating_sub(width(&text)));
    text + &pad
}

/// A text in lines of at most `max` columns, broken between words where possible; at least one line.
pub fn wrap(text: &str, max: usize) -> Vec<String> {
    let max = max.max(1);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_inclusive(' ') {
            if !line.is_empty() && width(&line) + width(word.trim_end()) > max {
                lines.push(std::mem::take(&mut line));
            }
            for c in word.chars().filter(|c| !is_control(*c)) {
                if width(&line) + c.width().unwrap_or(0) <= max {
                    line.push(c);
                } else if c != ' ' {
                    lines.push(std::mem::replace(&mut line, c.into()));
                }
            }
        }
        lines.push(line);
    }
    if lines.is_empty() {
        lines.push(String::new());
    }
    lines.iter_mut().for_each(|l| l.truncate(l.trim_end().len()));
    lines
}

/// A bar of eighths: `share` (0..=1) of `columns`.
pub fn bar(share: f32, columns: usize, theme: &Theme) -> (String, String) {
    let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
    let eighths = (share * columns as f32 * 8.0).round() as usize;
    let (full, rest) = (eighths / 8, eighths % 8);
    let mut filled = theme.pick("█", "#").repeat(full);
    let mut used = full;
    if rest > 0 && !theme.ascii {
        filled.push(['▏', '▎', '▍', '▌', '▋', '▊', '▉'][rest - 1]);
        used += 1;
    }
    (filled, theme.pick("░", ".").repeat(columns.saturating_sub(used)))
}

/// A part of a line in the style of a role.
pub(crate) fn span(theme: &Theme, role: Role, text: impl Into<String>) -> Span<'static> {
    Span::styled(text.into(), theme.style(role))
}

/// Writes a line, cut at `max` columns; a position off the screen is ignored.
pub(crate) fn put(buf: &mut Buffer, x: u16, y: u16, line: &Line<'_>, max: u16) {
    if x < buf.area.right() && y < buf.area.bottom() && x >= buf.area.left() && y >= buf.area.top() {
        buf.set_line(x, y, line, max);
    }
}

/// Writes lines from the top of an area down; lines that do not fit are left out.
pub(crate) fn put_lines(buf: &mut Buffer, area: Rect, lines: &[Line]) {
    for (line, y) in lines.iter().zip(area.top()..area.bottom()) {
        put(buf, area.x, y, line, area.width);
    }
}

/// Entries side by side, in as many lines of at most `max` columns as they need. Blanks at the end of an entry may be cut.
pub(crate) fn flow(entries: impl IntoIterator<Item = Vec<Span<'static>>>, max: usize) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    for entry in entries {
        let text: String = entry.iter().map(|span| span.content.as_ref()).collect();
        match lines.last_mut() {
            Some(line) if line.width() == 0 || line.width() + width(text.trim_end()) <= max => line.extend(entry),
            _ => lines.push(entry.into()),
        }
    }
    lines
}

/// Writes lines below a heading; nothing in an area of less than two rows.
pub(crate) fn put_section(buf: &mut Buffer, area: Rect, head: &Line, lines: &[Line]) {
    if area.height >= 2 {
        put(buf, area.x, area.y, head, area.width);
        put_lines(buf, Rect { y: area.y + 1, height: area.height - 1, ..area }, lines);
    }
}

/// The world's time at a step, seconds.
pub(crate) fn seconds_at(s: &Snapshot, step: u64) -> f64 {
    step as f64 * f64::from(s.step_ms) / 1_000.0
}
