//! The chosen creature.
//!
//! ```text
//! ╭ wolf 17 ──────────────────────────────╮
//! │ attack! ▸ pursue          since 3.2 s │   state, tactic, how long
//! │ health ████████████░░░     31/40      │
//! │ moves  5.8 m/s ↗  at 31, 80           │
//! │ goal   deer 204, 9.4 m                │
//! │ path   NO_NEW_PATH                    │   last codes, by name;
//! │ way    MORE_WAYPOINTS 3 of 7          │   with the reason of a failure
//! │ map    46×31  reused 12 of 19         │
//! │                                       │
//! │ memory                                │   a tree; enter folds
//! │ ▾ home                                │
//! │     x  31.50                          │
//! │                                       │
//! │ story                                 │   newest first; the record has all of it
//! │ 07:01.2 seek → pursue    tactics:88   │
//! ╰───────────────────────────────────────╯
//! ```

use super::{bordered, first_row, heading, map_agents, memory, sides, summary};
use crate::sim::{CodeInfo, Focus, GoalInfo, Snapshot, StoryLine};
use crate::ui::dashboard::Dashboard;
use crate::ui::layout::Panel;
use crate::ui::text::{ago, bar, clock, fit, put, span, width};
use crate::ui::theme::{Ink, Theme};
use crate::ui::tone::Tone;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Columns of the labels to the left.
const LABEL: usize = 7;

pub fn draw(d: &Dashboard, area: Rect, buf: &mut Buffer) {
    let Some(s) = d.snapshot() else { return };
    let Some((focus, alive)) = d.focus() else {
        summary::draw(d, s, area, buf);
        return;
    };
    let name = fit(&format!("{} {}", focus.behaviour, focus.id), usize::from(area.width.saturating_sub(12)), &d.theme);
    let right = if alive { vec![] } else { vec![span(&d.theme, Ink::Error, d.theme.pick("✝ died", "+ died"))] };
    let inner = bordered(d, Panel::Creature, area, vec![heading(d, Panel::Creature, name)], right, buf);
    let facts = facts(focus, alive, s, &d.theme, inner.width);
    let used = (facts.len() as u16).min(inner.height);
    for (i, line) in facts.iter().take(used.into()).enumerate() {
        put(buf, inner.x, inner.y + i as u16, line, inner.width);
    }
    let rest = Rect { y: inner.y + used, height: inner.height - used, ..inner };
    draw_lists(d, focus, s, rest, buf);
}

fn labelled(theme: &Theme, label: &str, mut rest: Vec<Span<'static>>) -> Line<'static> {
    rest.insert(0, span(theme, Ink::Dim, format!("{label:<LABEL$}")));
    Line::from(rest)
}

fn facts(f: &Focus, alive: bool, s: &Snapshot, t: &Theme, columns: u16) -> Vec<Line<'static>> {
    let tone = Tone::of(&f.state);
    let mark = tone.mark(t).to_string();
    let seconds = |step: u64| s.step.saturating_sub(step) as f64 * f64::from(s.step_ms) / 1_000.0;
    let room = usize::from(columns);
    let mut state = vec![span(t, tone.ink(), format!("{}{}", fit(&f.state, room / 2, t), mark.trim()))];
    if !f.tactic.is_empty() {
        state.push(span(t, Ink::Dim, t.pick(" ▸ ", " > ")));
        state.push(span(t, Ink::Text, fit(&f.tactic, room / 3, t)));
    }
    let since = if alive { format!("since {:>6}", ago(seconds(f.state_since))) } else { "as last seen".into() };
    let share = if f.max_health > 0.0 { f.health / f.max_health } else { 0.0 };
    let (filled, empty) = bar(share, room.saturating_sub(LABEL + 12).clamp(4, 24), t);
    let health = match share {
        x if x < 0.25 => Ink::Error,
        x if x < 0.6 => Ink::Warn,
        _ => Ink::Good,
    };
    vec![
        sides(t, state, vec![span(t, Ink::Dim, since)], columns),
        labelled(
            t,
            "health",
            vec![
                span(t, health, filled),
                span(t, Ink::Chrome, empty),
                span(t, Ink::Text, format!(" {:>5.0}/{:.0}", f.health.max(0.0), f.max_health)),
            ],
        ),
        labelled(
            t,
            "moves",
            vec![
                span(t, Ink::Text, format!("{:>4.1} m/s {}", f.speed, map_agents::arrow(f.heading, t))),
                span(t, Ink::Dim, "  at "),
                span(t, Ink::Text, format!("{:.0}, {:.0}", f.position.x, f.position.y)),
            ],
        ),
        labelled(t, "goal", vec![span(t, Ink::Text, goal(f))]),
        labelled(t, "path", path(f, t)),
        labelled(t, "way", way(f, t)),
        labelled(t, "map", vec![span(t, Ink::Text, fit(&window(f, t), room.saturating_sub(LABEL), t))]),
    ]
}

fn goal(f: &Focus) -> String {
    match &f.path.goal {
        GoalInfo::Agent { seen: Some((name, at)), .. } => format!("{name}, {:.1} m", at.distance(f.position)),
        GoalInfo::Agent { id, seen: None } => format!("creature {id}, dead"),
        GoalInfo::Point(p) => format!("{:.1}, {:.1}, {:.1} m away", p.x, p.y, p.distance(f.position)),
        GoalInfo::None => "none".into(),
    }
}

fn code(code: Option<CodeInfo>, t: &Theme) -> Span<'static> {
    let ink = code.map_or(Ink::Dim, summary::ink_of_code);
    span(t, ink, code.map_or("not called", |c| c.name))
}

fn path(f: &Focus, t: &Theme) -> Vec<Span<'static>> {
    let mut spans = vec![code(f.path.tick, t)];
    if let Some(reason) = f.path.reason {
        spans.push(span(t, Ink::Warn, format!("  {reason}")));
    }
    spans
}

fn way(f: &Focus, t: &Theme) -> Vec<Span<'static>> {
    let mut spans = vec![code(f.path.waypoint, t)];
    if let n @ 1.. = f.path.waypoints.len() {
        spans.push(span(t, Ink::Text, format!(" {} of {n}", f.path.next.clamp(1, n))));
    }
    spans
}

fn window(f: &Focus, t: &Theme) -> String {
    let p = &f.path;
    let times = t.pick("×", "x");
    let size = p.window.map_or_else(|| "none".into(), |w| format!("{}{times}{}", w.columns, w.rows));
    let searches = format!("reused {} of {}", p.reused, p.searches);
    format!("{size}  {searches}  {} nodes  {:.1} m", p.expanded, p.buffer_m)
}

/// Memory and story share what is left below the facts.
fn draw_lists(d: &Dashboard, f: &Focus, s: &Snapshot, area: Rect, buf: &mut Buffer) {
    let rows = memory::rows(&f.memory, &d.folded);
    let room = usize::from(area.height);
    let air = usize::from(room >= 8);
    // Memory takes what it needs up to half; a story needs at least its heading and a line.
    let wanted = if rows.is_empty() { 0 } else { rows.len() + 1 + air };
    let for_memory = wanted.min(if f.story.is_empty() { room } else { room / 2 });
    if for_memory >= 2 + air {
        let at = Rect { y: area.y + air as u16, height: (for_memory - air) as u16, ..area };
        draw_memory(d, &rows, at, buf);
    }
    let below = Rect { y: area.y + for_memory as u16, height: (room - for_memory) as u16, ..area };
    let air = air.min(usize::from(below.height));
    draw_story(
        &f.story,
        s,
        Rect { y: below.y + air as u16, height: below.height - air as u16, ..below },
        &d.theme,
        buf,
    );
}

fn draw_memory(d: &Dashboard, rows: &[memory::Row], area: Rect, buf: &mut Buffer) {
    let t = &d.theme;
    put(buf, area.x, area.y, &span(t, Ink::Dim, "memory").into(), area.width);
    let room = usize::from(area.height.saturating_sub(1));
    let active = d.panel == Panel::Creature;
    let first = first_row(d.creature_row, rows.len(), room);
    let keys = rows.iter().map(|r| r.depth * 2 + width(&r.key)).max().unwrap_or(0);
    let keys = keys.min(usize::from(area.width) / 2);
    for (i, row) in rows.iter().enumerate().skip(first).take(room) {
        let fold = match (row.folds, row.open) {
            (false, _) => "  ",
            (_, true) => t.pick("▾ ", "- "),
            (_, false) => t.pick("▸ ", "+ "),
        };
        let key = fit(&format!("{}{}", "  ".repeat(row.depth), row.key), keys, t);
        let pad = keys.saturating_sub(width(&key));
        let text = fit(&row.text, usize::from(area.width).saturating_sub(keys + 4), t);
        let mut line = Line::from(vec![
            span(t, Ink::Dim, fold),
            span(t, Ink::Text, format!("{key}{}  ", " ".repeat(pad))),
            span(t, Ink::Bright, text),
        ]);
        if active && i == d.creature_row {
            line = line.style(t.chosen(Ink::Text));
        }
        put(buf, area.x, area.y + 1 + (i - first) as u16, &line, area.width);
    }
}

fn draw_story(story: &[StoryLine], s: &Snapshot, area: Rect, t: &Theme, buf: &mut Buffer) {
    if area.height < 2 || story.is_empty() {
        return;
    }
    put(buf, area.x, area.y, &span(t, Ink::Dim, "story").into(), area.width);
    let lines = story.iter().rev().filter(|l| !l.minor).take(usize::from(area.height) - 1);
    for (i, line) in lines.enumerate() {
        let ink = if i == 0 { Ink::Bright } else { Ink::Text };
        put(buf, area.x, area.y + 1 + i as u16, &story_line(line, s, area.width, t, ink), area.width);
    }
}

/// One thing that happened: when, what, and to the right where or why.
pub fn story_line(line: &StoryLine, s: &Snapshot, columns: u16, t: &Theme, ink: Ink) -> Line<'static> {
    let time = clock(line.step as f64 * f64::from(s.step_ms) / 1_000.0);
    let room = usize::from(columns).saturating_sub(time.len() + 1);
    let what = fit(&line.what, room, t);
    // Of a place the file and the line say enough; words are left whole or cut.
    let why = if line.why.contains(' ') { &line.why } else { line.why.rsplit('/').next().unwrap_or("") };
    let why = fit(why, room.saturating_sub(width(&what) + 2), t);
    let left = vec![span(t, Ink::Dim, format!("{time} ")), span(t, ink, what)];
    sides(t, left, vec![span(t, Ink::Dim, why)], columns)
}
