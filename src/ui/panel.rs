//! The panels: one file each, its layout drawn in its first lines. Here is what they share.

pub mod creature;
pub mod ground;
pub mod help;
pub mod keyline;
pub mod log;
pub mod lua;
pub mod map;
pub mod map_agents;
pub mod map_overlay;
pub mod map_speech;
pub mod memory;
pub mod profile;
pub mod roster;
pub mod scripts;
pub mod status;
pub mod strip;
pub mod summary;
pub mod texture;
pub mod why;

use super::dashboard::Dashboard;
use super::layout::Panel;
use super::text::span;
use super::theme::{Ink, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Widget};

/// Draws a panel's border with its titles, left and right, and answers what is inside, a blank column to each side.
pub fn bordered(d: &Dashboard, panel: Panel, area: Rect, left: Vec<Span>, right: Vec<Span>, buf: &mut Buffer) -> Rect {
    let active = d.panel == panel;
    let block = Block::bordered().border_set(d.theme.border()).border_style(d.theme.style(if active {
        Ink::Active
    } else {
        Ink::Chrome
    }));
    let inner = block.inner(area);
    block.render(area, buf);
    let room = usize::from(area.width.saturating_sub(4));
    let taken = title(left, room, area.x + 2, area.y, buf);
    let rest = Line::from(right);
    // A right title only where it leaves air between the two.
    if rest.width() > 0 && taken + rest.width() + 4 <= room {
        let width = rest.width() as u16 + 2;
        title(rest.spans, room, area.right() - 2 - width, area.y, buf);
    }
    Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner }
}

fn title(spans: Vec<Span>, room: usize, x: u16, y: u16, buf: &mut Buffer) -> usize {
    let mut line = Line::from(spans);
    if line.width() == 0 {
        return 0;
    }
    line.spans.insert(0, Span::raw(" "));
    line.spans.push(Span::raw(" "));
    let width = line.width().min(room);
    super::text::put(buf, x, y, &line, width as u16);
    width
}

/// The name of a panel as its title.
pub fn heading(d: &Dashboard, panel: Panel, text: impl Into<String>) -> Span<'static> {
    span(&d.theme, if d.panel == panel { Ink::Active } else { Ink::Text }, text)
}

/// The first of `len` rows to show in `room` so that row `chosen` is among them, near the middle where it can be.
pub fn first_row(chosen: usize, len: usize, room: usize) -> usize {
    chosen.saturating_sub(room / 2).min(len.saturating_sub(room))
}

/// A line with one part to the left and one to the right; the right one leaves first when there is no room.
pub fn sides(theme: &Theme, left: Vec<Span<'static>>, right: Vec<Span<'static>>, width: u16) -> Line<'static> {
    let (mut l, r) = (Line::from(left), Line::from(right));
    let gap = usize::from(width).saturating_sub(l.width() + r.width());
    if gap > 0 || r.width() == 0 {
        l.spans.push(span(theme, Ink::Text, " ".repeat(gap)));
        l.spans.extend(r.spans);
    }
    l
}
