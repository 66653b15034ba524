//! The selected creature.
//!
//! ```text
//! ╭ wolf 17 ──────────────────────────────╮
//! │ attack! ▸ pursue          since 3.2 s │   state, tactic, how long
//! │ health ████████████░░░     31/40      │
//! │ moves  5.8 m/s ↗  at 31, 80           │
//! │ goal   deer 204, 9.4 m                │
//! │ search NO_NEW_PATH                    │   the last codes,
//! │ path   MORE_WAYPOINTS 3 of 7          │   with the reason of a failure
//! │ map    46×31  reused 12 of 19         │
//! │ timers graze in 3.2 s                 │   where it has any
//! │ groups pack of 6, guard of 2 (leads)  │   where it is in any
//! │ board  foe 17, home { x 31.50 … }     │   that of its faction, where it has any
//! │                                       │
//! │ memory                                │   a tree; enter folds
//! │ ▾ home                                │
//! │     x  31.50                          │
//! │                                       │
//! │ story                                 │   newest first, from the event recorder
//! │ 07:01.2 rest → attack    wolf.lua:38  │
//! ╰───────────────────────────────────────╯
//! ```

pub(crate) mod memory;
pub(crate) mod story;
mod summary;

use super::map::agents::arrow;
use crate::ui::*;

pub(crate) static PANEL: Panel = Panel {
    name: "creature",
    slot: Slot::Side,
    draw,
    rows: |d| d.focus().map_or(0, |(f, _)| memory_rows(d, f).len()),
    enter: fold,
    hints: &[("arrows", "memory"), ("enter", "fold"), ("a", "all events"), ("y", "why"), ("esc", "back")],
    of_selected: true,
    ..Panel::DEFAULT
};

/// Columns of the labels to the left.
const LABEL: usize = 7;

fn memory_rows(d: &Dashboard, f: &Focus) -> Vec<memory::Row> {
    memory::rows(&f.memory, &d.folded, d.snapshot().map_or(0, |s| slots(s)))
}

/// How many creatures there can have been at one time.
fn slots(s: &Snapshot) -> usize {
    s.agents.last().map_or(0, |a| a.id.slot() + 1)
}

/// Folds or unfolds the selected table of the memory.
fn fold(d: &mut Dashboard) {
    let row = d.row(&PANEL);
    let path = d.focus().and_then(|(f, _)| {
        let rows = memory_rows(d, f);
        rows.get(row).filter(|r| r.folds).map(|r| r.path.clone())
    });
    if let Some(path) = path {
        toggle(&mut d.folded, path);
    }
}

fn draw(d: &mut Dashboard, area: Rect, buf: &mut Buffer) {
    let (Some(s), t) = (d.snapshot(), &d.theme) else { return };
    let focus = d.focus();
    // Its details come with the next step; until then it is as the map has it.
    let mark = d.selected.filter(|_| focus.is_none()).and_then(|id| find::get(s, id));
    let called = |behaviour: &str, id| fit(&format!("{behaviour} {id}"), usize::from(area.width.saturating_sub(12)), t);
    let name = match (focus, mark) {
        (Some((f, _)), _) => called(&f.behaviour, f.id),
        (None, Some(mark)) => called(s.catalogue.symbols.name(mark.behaviour), mark.id),
        (None, None) => "no selection".into(),
    };
    let died = match focus {
        Some((_, false)) => vec![span(t, Role::Error, t.pick("✝ died", "+ died"))],
        _ => vec![],
    };
    let inner = bordered(d, &PANEL, area, (vec![heading(d, &PANEL, name)], died), buf);
    let Some((focus, alive)) = focus else {
        let lines = match mark {
            Some(mark) => outline(mark, s, t, inner.width),
            None => summary::lines(d, s, inner),
        };
        put_lines(buf, inner, &lines);
        return;
    };
    let facts = facts(focus, alive, s, t, inner.width);
    let used = (facts.len() as u16).min(inner.height);
    put_lines(buf, inner, &facts);
    draw_lists(d, focus, s, Rect { y: inner.y + used, height: inner.height - used, ..inner }, buf);
}

fn labelled(theme: &Theme, label: &str, mut rest: Vec<Span<'static>>) -> Line<'static> {
    rest.insert(0, span(theme, Role::Dim, format!("{label:<LABEL$}")));
    Line::from(rest)
}

/// What the map knows of a creature.
fn outline(mark: &AgentMark, s: &Snapshot, t: &Theme, columns: u16) -> Vec<Line<'static>> {
    let name = |symbol| s.catalogue.symbols.name(symbol);
    let asleep = span(t, Role::Dim, if mark.asleep { "asleep" } else { "" });
    let mut health = health(mark.health, columns, t);
    health.push(span(t, Role::Text, format!(" {:>5.0} %", mark.health * 100.0)));
    let at = format!("{:.0}, {:.0}", mark.position.x, mark.position.y);
    vec![
        sides(t, vec![state(name(mark.behaviour), name(mark.state), s, t, columns)], vec![asleep], columns),
        labelled(t, "health", health),
        labelled(t, "at", vec![span(t, Role::Text, at)]),
        span(t, Role::Dim, "the details follow").into(),
    ]
}

/// A state, in the colour of its mood.
fn state(behaviour: &str, state: &str, s: &Snapshot, t: &Theme, columns: u16) -> Span<'static> {
    let mood = s.catalogue.mood(behaviour, state);
    let mark = mood.mark(t).to_string();
    span(t, Role::Mood(mood), format!("{}{}", fit(state, usize::from(columns) / 2, t), mark.trim()))
}

/// A bar of the share of its health that is left.
fn health(share: f32, columns: u16, t: &Theme) -> Vec<Span<'static>> {
    let (filled, empty) = bar(share, usize::from(columns).saturating_sub(LABEL + 12).clamp(4, 24), t);
    let role = match share {
        x if x < 0.25 => Role::Error,
        x if x < 0.6 => Role::Warn,
        _ => Role::Good,
    };
    vec![span(t, role, filled), span(t, Role::Chrome, empty)]
}

fn facts(f: &Focus, alive: bool, s: &Snapshot, t: &Theme, columns: u16) -> Vec<Line<'static>> {
    let seconds = seconds_at(s, s.step.saturating_sub(f.state_since));
    let space = usize::from(columns);
    let mut state = vec![state(&f.behaviour, &f.state, s, t, columns)];
    if !f.tactic.is_empty() {
        state.push(span(t, Role::Dim, t.pick(" ▸ ", " > ")));
        state.push(span(t, Role::Text, fit(&f.tactic, space / 3, t)));
    }
    let since = if alive { format!("since {:>6}", ago(seconds)) } else { "as last seen".into() };
    let share = if f.max_health > 0.0 { f.health / f.max_health } else { 0.0 };
    let text = |text: String| span(t, Role::Text, text);
    let mut health = health(share, columns, t);
    health.push(text(format!(" {:>5.0}/{:.0}", f.health.max(0.0), f.max_health)));
    let moves = vec![
        text(format!("{:>4.1} m/s {}", f.speed, arrow(f.heading, t))),
        span(t, Role::Dim, "  at "),
        text(format!("{:.0}, {:.0}", f.position.x, f.position.y)),
    ];
    let mut lines = vec![
        sides(t, state, vec![span(t, Role::Dim, since)], columns),
        labelled(t, "health", health),
        labelled(t, "moves", moves),
        labelled(t, "goal", vec![text(goal(f))]),
        labelled(t, "search", search(f, t)),
        labelled(t, "path", path(f, t)),
        labelled(t, "map", vec![text(window(f, space.saturating_sub(LABEL), t))]),
    ];
    if let Some(sleep) = &f.sleep {
        lines.push(labelled(t, "sleeps", vec![text(sleeps(sleep, s, space.saturating_sub(LABEL), t))]));
    }
    if !f.timers.is_empty() {
        lines.push(labelled(t, "timers", vec![text(timers(f, s, space.saturating_sub(LABEL), t))]));
    }
    if !f.groups.is_empty() {
        lines.push(labelled(t, "groups", vec![text(groups(f, space.saturating_sub(LABEL), t))]));
    }
    if !f.board.is_empty() {
        let slots = slots(s);
        let all: Vec<String> = f.board.iter().map(|(key, v)| format!("{key} {}", memory::abridged(v, slots))).collect();
        let all = fit_parts(all.iter().map(String::as_str), ", ", space.saturating_sub(LABEL), t);
        lines.push(labelled(t, "board", vec![text(all)]));
    }
    lines
}

/// How long it sleeps, and what ends that sooner.
fn sleeps(sleep: &SleepInfo, s: &Snapshot, columns: usize, t: &Theme) -> String {
    let left = ago(seconds_at(s, sleep.until.saturating_sub(s.step)));
    let unless = sleep.unless.iter().map(|filter| format!("unless {filter}"));
    let parts: Vec<String> = std::iter::once(format!("{left} more")).chain(unless).collect();
    fit_parts(parts.iter().map(String::as_str), ", ", columns, t)
}

/// How long until each of its timers is due.
fn timers(f: &Focus, s: &Snapshot, columns: usize, t: &Theme) -> String {
    let left = |due: u64| ago(seconds_at(s, due.saturating_sub(s.step)));
    let all: Vec<String> = f.timers.iter().map(|(name, due)| format!("{name} in {}", left(*due))).collect();
    fit_parts(all.iter().map(String::as_str), ", ", columns, t)
}

/// The groups that it is in, how many members each has, and which of them it leads.
fn groups(f: &Focus, columns: usize, t: &Theme) -> String {
    let leads = |leads: bool| if leads { " (leads)" } else { "" };
    let all: Vec<String> = f.groups.iter().map(|g| format!("{} of {}{}", g.name, g.members, leads(g.leads))).collect();
    fit_parts(all.iter().map(String::as_str), ", ", columns, t)
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
    code.map_or_else(|| span(t, Role::Dim, "not called"), |c| span(t, summary::role_of(c), c.name))
}

/// The last result of `tick`.
fn search(f: &Focus, t: &Theme) -> Vec<Span<'static>> {
    let reason = f.path.reason.map(|reason| span(t, Role::Warn, format!("  {reason}")));
    std::iter::once(code(f.path.tick, t)).chain(reason).collect()
}

/// The last result of `next_waypoint`.
fn path(f: &Focus, t: &Theme) -> Vec<Span<'static>> {
    let mut spans = vec![code(f.path.waypoint, t)];
    if let n @ 1.. = f.path.waypoints.len() {
        spans.push(span(t, Role::Text, format!(" {} of {n}", f.path.next.clamp(1, n))));
    }
    spans
}

fn window(f: &Focus, columns: usize, t: &Theme) -> String {
    let p = &f.path;
    let times = t.pick("×", "x");
    let size = p.window.map_or_else(|| "none".into(), |w| format!("{}{times}{}", w.columns, w.rows));
    let searches = format!("reused {} of {}", p.reused, p.searches);
    let (nodes, buffer) = (format!("{} nodes", p.expanded), format!("{:.1} m", p.buffer_m));
    fit_parts([&*size, &searches, &nodes, &buffer], "  ", columns, t)
}

/// Memory and story share the rows below the facts.
fn draw_lists(d: &Dashboard, f: &Focus, s: &Snapshot, area: Rect, buf: &mut Buffer) {
    let rows = memory_rows(d, f);
    let space = usize::from(area.height);
    let gap = usize::from(space >= 8);
    // Memory takes up to half; a story needs at least its heading and a line.
    let wanted = if rows.is_empty() { 0 } else { rows.len() + 1 + gap };
    let for_memory = wanted.min(if f.story.is_empty() { space } else { space / 2 });
    if for_memory >= 2 + gap {
        let at = Rect { y: area.y + gap as u16, height: (for_memory - gap) as u16, ..area };
        draw_memory(d, &rows, at, buf);
    }
    let below = Rect { y: area.y + for_memory as u16, height: (space - for_memory) as u16, ..area };
    let gap = (gap as u16).min(below.height);
    story::draw(d, &f.story, s, Rect { y: below.y + gap, height: below.height - gap, ..below }, buf);
}

fn draw_memory(d: &Dashboard, rows: &[memory::Row], area: Rect, buf: &mut Buffer) {
    let t = &d.theme;
    let selected = d.row(&PANEL);
    let keys = rows.iter().map(|r| r.depth * 2 + width(&r.key)).max().unwrap_or(0);
    let keys = keys.min(usize::from(area.width) / 2);
    let line = |(i, row): (usize, &memory::Row)| {
        let fold = match (row.folds, row.open) {
            (false, _) => "  ",
            (_, true) => t.pick("▾ ", "- "),
            (_, false) => t.pick("▸ ", "+ "),
        };
        let key = padded(&format!("{}{}", "  ".repeat(row.depth), row.key), keys, t) + "  ";
        let text = fit(&row.text, usize::from(area.width).saturating_sub(keys + 4), t);
        let line = Line::from(vec![span(t, Role::Dim, fold), span(t, Role::Text, key), span(t, Role::Bright, text)]);
        let active = d.panel == &PANEL && i == selected;
        if active { line.style(t.selected_style(Role::Text)) } else { line }
    };
    let lines: Vec<Line> = rows.iter().enumerate().map(line).collect();
    let first = first_row(selected, rows.len(), usize::from(area.height.saturating_sub(1)));
    put_section(buf, area, &span(t, Role::Dim, "memory").into(), &lines[first..]);
    let below = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    put_marks(t, buf, below, first > 0, lines.len() - first > below.height.into());
}
