//! Why the selected creature is in its state, in front of everything: the chain of reasons, and below it all events of
//! the event recorder.
//!
//! ```text
//! ╭ why is wolf 17 in attack ────────────────────────────────╮
//! │ 06:41.0 flee → rest  by tick at npc/wolf.lua:52          │   newest last
//! │         there: return "rest"                             │   that line of the script
//! │ 06:58.3 rest → attack  by tick at npc/wolf.lua:21        │
//! │         because: memory.prey nil → 204                   │
//! │                                                          │
//! │ 41 events                                                │   newest first; arrows scroll
//! │ 07:01.2 hurt 5                                by deer 4  │
//! ╰──────────────────────────────────────────────────────────╯
//! ```

use super::creature::story;
use crate::ui::*;

pub(super) static PANEL: Panel = Panel {
    name: "why",
    slot: Slot::OverAll,
    draw,
    opened_by: (&['y'], ranked(Section::Creatures, "y", "why is it in this state?", 6, "why")),
    may_open: |d| {
        let can = d.focus().is_some();
        if can {
            d.set_row(&PANEL, 0);
        } else {
            d.complain(NOTHING_SELECTED);
        }
        can
    },
    hints: &[
        ("esc q", "back"),
        ("arrows", "scroll"),
        ("enter", "edit the line"),
        ("a", "all events"),
        ("space", "pause"),
        (".", "step"),
        ("n p", "next"),
        ("e", "export"),
    ],
    rows: |d| d.focus().map_or(0, |(f, _)| d.events(&f.story).count()),
    enter: |d| {
        let newest = d.focus().and_then(|(f, _)| f.why.iter().rev().find(|line| line.depth == 0));
        if let Some(text) = newest.map(|line| line.text.clone()) {
            d.edit(&text);
        }
    },
    of_selected: true,
    ..Panel::DEFAULT
};

/// Columns and rows that stay free around it.
const MARGIN: (u16, u16) = (4, 2);
const WIDEST: u16 = 112;
/// Columns of a time and the blank after it.
const TIME: usize = 8;

fn draw(d: &mut Dashboard, screen: Rect, buf: &mut Buffer) {
    let t = &d.theme;
    let (Some(s), Some((focus, _))) = (d.snapshot(), d.focus()) else { return };
    let wide = screen.width.saturating_sub(MARGIN.0).clamp(screen.width.min(40), WIDEST);
    let chain = chain(focus, s, usize::from(wide.saturating_sub(4)), t);
    let events: Vec<&EventText> = d.events(&focus.story).rev().collect();
    let wanted = (chain.len() + events.len() + 4).try_into().unwrap_or(u16::MAX);
    let area = centred(screen, wide, screen.height.saturating_sub(MARGIN.1).min(wanted));
    let name = format!("{} {} in {}", focus.behaviour, focus.id, focus.state);
    let title = format!(" why is {} ", fit(&name, usize::from(wide).saturating_sub(14), t));
    let inner = covering(t, area, &title, "", buf);
    // The chain takes two thirds at most, the events take the rest.
    let most = usize::from(inner.height) * 2 / 3;
    let chain = &chain[chain.len().saturating_sub(most)..];
    for ((line, text), y) in chain.iter().zip(inner.top()..inner.bottom()) {
        put(buf, inner.x, y, line, inner.width);
        d.link(Rect { y, height: 1, ..inner }, text.as_str());
    }
    let used = chain.len() as u16 + 1;
    let below = Rect { y: inner.y + used, height: inner.height.saturating_sub(used), ..inner };
    draw_events(d, &events, focus.story.len(), s, below, buf);
}

/// The lines of the chain of reasons, each with the text it is a part of.
fn chain(f: &Focus, s: &Snapshot, columns: usize, t: &Theme) -> Vec<(Line<'static>, String)> {
    if f.why.is_empty() {
        let text = "nothing is recorded about it ([sim] recorder_events)";
        return vec![(span(t, Role::Dim, fit(text, columns, t)).into(), String::new())];
    }
    f.why.iter().flat_map(|line| why_lines(line, s, columns, t).into_iter().map(|l| (l, line.text.clone()))).collect()
}

fn why_lines(line: &WhyLine, s: &Snapshot, columns: usize, t: &Theme) -> Vec<Line<'static>> {
    let time = if line.depth == 0 { clock(seconds_at(s, line.step)) } else { String::new() };
    let role = if line.depth == 0 { Role::Bright } else { Role::Text };
    let texts = wrap(&line.text, columns.saturating_sub(TIME));
    let part = |(i, text): (usize, String)| {
        let left = if i == 0 { time.as_str() } else { "" };
        Line::from(vec![span(t, Role::Dim, format!("{left:<TIME$}")), span(t, role, text)])
    };
    texts.into_iter().enumerate().map(part).collect()
}

/// The events that are shown, newest first, under how many there are of `all`.
fn draw_events(d: &Dashboard, events: &[&EventText], all: usize, s: &Snapshot, area: Rect, buf: &mut Buffer) {
    if area.height < 2 || all == 0 {
        return;
    }
    let t = &d.theme;
    let rows = usize::from(area.height) - 1;
    let first = d.row(&PANEL).min(events.len().saturating_sub(rows));
    let newer = if first > 0 { format!("{first} newer") } else { String::new() };
    let left_out = all - events.len();
    let more = if left_out > 0 { format!("  {left_out} of libraries: a") } else { String::new() };
    let head = [span(t, Role::Dim, counted(events.len(), "event")), span(t, Role::Dim, more)];
    put_section(buf, area, &sides(t, head.into(), vec![span(t, Role::Warn, newer)], area.width), &[]);
    let below = Rect { y: area.y + 1, height: area.height - 1, ..area };
    story::put_events(d, &events[first..], s, below, Role::Text, buf);
    put_marks(t, buf, below, first > 0, events.len() - first > rows);
}
