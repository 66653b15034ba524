//! The world.
//!
//! ```text
//! ╭ glade ─────────────────── 2 col/m · follow ╮
//! │  ·    ♣    d~    ≈≈≈≈                       │   ground, objects, creatures,
//! │      W!⠤⠤⠤•⠤⠤⟨d⟩   ≈≈≈≈   ▓▓▓▓▓             │   the chosen one's overlay
//! ├─────────────────────────────────────────────┤
//! │ calm ▂▃▅▇ 131   hunt! ▁▂▁ 7   fear~ ▁▅▃ 49  │   the strip, where there is room
//! ╰─────────────────────────────────────────────╯
//! ```

use super::map_agents::CrowdLook;
use super::{bordered, heading, map_overlay, map_speech, strip};
use crate::sim::Snapshot;
use crate::ui::camera::{Camera, View};
use crate::ui::dashboard::{Dashboard, Mode};
use crate::ui::find;
use crate::ui::layout::Panel;
use crate::ui::text::{fit, span};
use crate::ui::theme::Ink;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Span;

/// From this height of the panel on there is room for the strip.
const STRIP_FROM: u16 = 24;

pub fn draw(d: &mut Dashboard, area: Rect, buf: &mut Buffer) {
    let Some(s) = d.snapshot().cloned() else { return };
    let with_strip = d.layers.strip && area.height >= STRIP_FROM;
    // The map itself goes from border to border.
    let inner = Rect {
        x: area.x + 1,
        y: area.y + 1,
        width: area.width.saturating_sub(2),
        height: area.height.saturating_sub(2),
    };
    let map = Rect { height: inner.height.saturating_sub(if with_strip { 2 } else { 0 }), ..inner };
    d.map_area = map;
    let camera = d.camera.get_or_insert_with(|| {
        let player = s.player.and_then(|id| find::get(&s, id)).map(|a| a.position);
        Camera::first_look(s.world.size(), player, map)
    });
    camera.settle(map, s.world.size());
    let camera = *camera;
    let (left, right) = titles(d, &s, camera);
    bordered(d, Panel::World, area, left, right, buf);
    if map.is_empty() {
        return;
    }
    let view = camera.view(map);
    draw_ground(d, &s, view, buf);
    if let Some((focus, true)) = d.focus() {
        map_overlay::below(focus, &view, d.layers, &d.theme, buf);
    }
    let look = CrowdLook { theme: &d.theme, chosen: d.selected, query: &d.query, marks: d.layers.marks };
    d.crowd.draw(&s, &view, &look, &mut d.tones, buf);
    if let Some((focus, true)) = d.focus() {
        map_overlay::above(focus, &view, d.layers, &d.theme, buf);
    }
    if d.layers.speech {
        map_speech::draw(&s, &view, &d.theme, buf);
    }
    if with_strip {
        strip::draw(d, &s, Rect { y: map.bottom(), height: 2, ..inner }, buf);
    }
}

fn draw_ground(d: &mut Dashboard, s: &Snapshot, view: View, buf: &mut Buffer) {
    let theme = d.theme;
    let spots = d.ground.spots(&s.world, view, d.layers.objects, &theme);
    let width = usize::from(view.area.width);
    for (i, spot) in spots.iter().enumerate() {
        let (x, y) = (view.area.x + (i % width) as u16, view.area.y + (i / width) as u16);
        if let Some(cell) = buf.cell_mut((x, y)) {
            cell.set_char(spot.glyph).set_style(theme.style(spot.ink));
            if let Some(tint) = theme.tint(spot.tint) {
                cell.set_bg(tint);
            }
        }
    }
}

fn titles(d: &Dashboard, s: &Snapshot, camera: Camera) -> (Vec<Span<'static>>, Vec<Span<'static>>) {
    let t = &d.theme;
    let name = fit(&s.world.name, 32, t);
    let left = vec![heading(d, Panel::World, if name.is_empty() { "world".into() } else { name })];
    let m = camera.m_per_column();
    let scale = if m < 1.0 { format!("{:.0} col/m", 1.0 / m) } else { format!("{m:.0} m/col") };
    let mut right = vec![span(t, Ink::Dim, scale)];
    if !d.query.text().is_empty() {
        right.insert(0, span(t, Ink::Key, format!("/{}  ", fit(d.query.text(), 20, t))));
    }
    if d.mode == Mode::Player {
        right.push(span(t, Ink::Player, "  you walk"));
    } else if let (true, Some(a)) = (d.follow, d.selected.and_then(|id| find::get(s, id))) {
        right.push(span(t, Ink::Active, format!("  follows {}", fit(&find::name_of(a, s), 24, t))));
    }
    if d.frozen {
        right.push(span(t, Ink::Warn, "  view frozen"));
    }
    (left, right)
}
