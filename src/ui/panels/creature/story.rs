//! The story of the selected creature: what the event recorder has, one line an event.

use crate::ui::*;

/// The newest events that are not minor, under a heading; nothing in an area of less than two rows.
pub(crate) fn draw(story: &[EventText], s: &Snapshot, area: Rect, t: &Theme, buf: &mut Buffer) {
    if story.is_empty() {
        return;
    }
    let lines = story.iter().rev().filter(|l| !l.is_minor()).take(area.height.into());
    let lines: Vec<Line> = lines
        .enumerate()
        .map(|(i, event)| line(event, s, area.width, t, if i == 0 { Role::Bright } else { Role::Text }))
        .collect();
    put_section(buf, area, &span(t, Role::Dim, "story").into(), &lines);
}

/// One event: when, what, and to the right where or why.
pub(crate) fn line(event: &EventText, s: &Snapshot, columns: u16, t: &Theme, role: Role) -> Line<'static> {
    let time = clock(seconds_at(s, event.step));
    let space = usize::from(columns).saturating_sub(time.len() + 1);
    let what = fit(&event.what, space, t);
    // Of a place, only the file and the line are shown.
    let why = if event.why.contains(' ') { &event.why } else { event.why.rsplit('/').next().unwrap_or("") };
    let why = fit(why, space.saturating_sub(width(&what) + 2), t);
    let left = vec![span(t, Role::Dim, format!("{time} ")), span(t, role, what)];
    sides(t, left, vec![span(t, Role::Dim, why)], columns)
}
