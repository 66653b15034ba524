//! The log: newest entry last, marked by level. Scrolling stops it; the level filter stays over pauses and reloads.
//!
//! ```text
//! ╭ log ─────────────────────── all · 3 newer ╮
//! │ ✗ 07:01 wolf.lua:31: expected 'then',     │
//! │         got 'the'                         │
//! │ ✓ 07:02 wolf.lua v3 live in 41 ms         │
//! ╰───────────────────────────────────────────╯
//! ```

use crate::ui::*;
use std::sync::Arc;

pub(super) static PANEL: Panel = Panel {
    name: "log",
    slot: Slot::SideLow,
    draw,
    moved: |d, _, by| scroll(d, by.lines()),
    wheel: |d, notches, _| scroll(d, notches * NOTCH),
    enter: |d| {
        let shown = |s: &Arc<Snapshot>| shown(d, s).next().map(|l| l.text.clone());
        if let Some(text) = d.snapshot().and_then(shown) {
            d.edit(&text);
        }
    },
    hints: &[("arrows", "scroll"), ("enter", "edit the line of the last one shown"), ("m", "level"), ("esc", "back")],
    ..Panel::DEFAULT
};

/// Lines that a notch of the wheel scrolls.
const NOTCH: i32 = 3;
/// Lines of an entry at most.
const TALLEST: usize = 6;
/// In a narrower panel the lines below the first one of an entry begin near its edge, columns.
const NARROW: u16 = 40;

fn scroll(d: &mut Dashboard, lines: i32) {
    if let Some(s) = d.snapshot().cloned() {
        d.log.scroll(lines, &s.log);
    }
}

/// The lines that are shown, newest first.
fn shown<'a>(d: &'a Dashboard, s: &'a Snapshot) -> impl Iterator<Item = &'a LogLine> {
    s.log.iter().rev().filter(|l| d.log.shows(l) && d.log.held.is_none_or(|held| l.seq <= held))
}

fn draw(d: &mut Dashboard, area: Rect, buf: &mut Buffer) {
    let Some(s) = d.snapshot() else { return };
    let newer = d.log.held.map_or(0, |held| s.log.iter().filter(|l| d.log.shows(l) && l.seq > held).count());
    let least = (d.log.least != Level::Info).then(|| span(&d.theme, Role::Key, d.log.level_name()));
    let newer = (newer > 0).then(|| span(&d.theme, Role::Warn, format!("  {newer} newer")));
    let right = least.into_iter().chain(newer).collect();
    let inner = bordered(d, &PANEL, area, (vec![heading(d, &PANEL, "log")], right), buf);
    let mut space = usize::from(inner.height);
    let mut blocks = Vec::new();
    for line in shown(d, s) {
        // An entry that is too tall for the rows left at the top is cut at its end.
        let block = entry(line, s, inner.width, space.min(TALLEST), &d.theme);
        space -= block.len();
        blocks.push((block, &line.text));
        if space == 0 {
            break;
        }
    }
    let mut y = inner.y;
    for (block, text) in blocks.into_iter().rev() {
        let area = Rect { y, height: block.len() as u16, ..inner };
        put_lines(buf, area, &block);
        d.link(area, text);
        y += area.height;
    }
}

/// The styles of an entry's mark and of its text, and the mark.
fn look(level: Level, t: &Theme) -> (Role, Role, &'static str) {
    match level {
        Level::Info => (Role::Dim, Role::Text, t.pick("·", ".")),
        Level::Good => (Role::Good, Role::Good, t.pick("✓", "+")),
        Level::Warn => (Role::Warn, Role::Warn, "!"),
        Level::Error => (Role::Error, Role::Error, t.pick("✗", "x")),
    }
}

/// The lines of an entry, `most` of them: a longer one ends in `…`.
fn entry(line: &LogLine, s: &Snapshot, width: u16, most: usize, t: &Theme) -> Vec<Line<'static>> {
    let (role, text_role, sign) = look(line.level, t);
    let time = clock(seconds_at(s, line.step));
    let time = time.rsplit_once('.').map_or(time.as_str(), |(whole, _)| whole).to_owned();
    let first_indent = 2 + time.len() + 1;
    let indent = if width < NARROW { 2 } else { first_indent };
    let speaker = line.speaker.as_ref().map_or(String::new(), |(_, name)| format!("{name}: "));
    let again = if line.repeats > 0 { format!(" {}{}", t.pick("×", "x"), line.repeats + 1) } else { String::new() };
    // The first line is wrapped with blanks where its mark and time will be.
    let text = format!("{:hang$}{speaker}{}{again}", "", line.text, hang = first_indent - indent);
    let columns = usize::from(width).saturating_sub(indent);
    let mut texts = wrap(&text, columns);
    let rest = texts.split_off(texts.len().min(most));
    if let (Some(last), false) = (texts.last_mut(), rest.is_empty()) {
        *last = fit(&format!("{last} {}", rest.join(" ").trim_start()), columns, t);
    }
    let first = |text: String| {
        Line::from(vec![
            span(t, role, sign),
            span(t, Role::Dim, format!(" {time} ")),
            span(t, text_role, text.trim_start().to_owned()),
        ])
    };
    let more = |text: String| Line::from(span(t, text_role, format!("{}{text}", " ".repeat(indent))));
    texts.into_iter().enumerate().map(|(i, text)| if i == 0 { first(text) } else { more(text) }).collect()
}
