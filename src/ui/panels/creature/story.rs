//! The story of the selected creature: what the event recorder has, one line an event.

use crate::ui::*;

/// The newest events, under a heading; nothing in an area of less than two rows.
pub(crate) fn draw(d: &Dashboard, story: &[EventText], s: &Snapshot, area: Rect, buf: &mut Buffer) {
    let t = &d.theme;
    let shown: Vec<&EventText> = d.events(story).rev().take(area.height.saturating_sub(1).into()).collect();
    if !shown.is_empty() {
        put_section(buf, area, &span(t, Role::Dim, "story").into(), &[]);
        let below = Rect { y: area.y + 1, height: area.height - 1, ..area };
        put_events(d, &shown, s, below, Role::Bright, buf);
    }
}

/// Events, one line each; the first may be brighter.
pub(crate) fn put_events(
    d: &Dashboard,
    events: &[&EventText],
    s: &Snapshot,
    area: Rect,
    first: Role,
    buf: &mut Buffer,
) {
    for ((i, event), y) in events.iter().enumerate().zip(area.top()..area.bottom()) {
        let role = if i == 0 { first } else { Role::Text };
        put(buf, area.x, y, &line(event, s, area.width, &d.theme, role), area.width);
        d.link(Rect { y, height: 1, ..area }, &*event.why);
    }
}

/// One event: when, what, and to the right where or why.
fn line(event: &EventText, s: &Snapshot, columns: u16, t: &Theme, role: Role) -> Line<'static> {
    let time = clock(seconds_at(s, event.step));
    let space = usize::from(columns).saturating_sub(time.len() + 1);
    let what = fit(&event.what, space, t);
    // Of a place, only the file and the line are shown.
    let why = if event.why.contains(' ') { &event.why } else { event.why.rsplit('/').next().unwrap_or("") };
    let why = fit_parts(why.split(", "), ", ", space.saturating_sub(width(&what) + 2), t);
    let left = vec![span(t, Role::Dim, format!("{time} ")), span(t, role, what)];
    sides(t, left, vec![span(t, Role::Dim, why)], columns)
}
