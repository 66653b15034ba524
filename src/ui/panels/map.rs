//! The map: ground, objects, creatures, and the overlay of the selected one.
//!
//! ```text
//! ╭ glade ─────────────────── 2 col/m · follow ╮
//! │  ·    ♣    d~    ≈≈≈≈                       │   ground, objects, creatures,
//! │      W!⠤⠤⠤•⠤⠤⟨d⟩   ≈≈≈≈   ▓▓▓▓▓             │   the overlay of the selected one
//! ├─────────────────────────────────────────────┤
//! │ calm ▂▃▅▇ 131   attack! ▁▂▁ 7   fear~ ▁▅▃ 49│   the strip of moods, where there is space
//! ╰─────────────────────────────────────────────╯
//! ```

pub(crate) mod agents;
pub(crate) mod areas;
mod crowd;
pub(crate) mod ground;
mod influence;
mod mood_strip;
mod overlay;
mod sight;
mod speech;
mod terrain;
mod texture;
mod words;

use crate::body::MoveClass;
use crate::geom::Storey;
use crate::ui::*;
use agents::Creatures;
use ratatui::layout::Margin;
use terrain::Shown;

pub(crate) static PANEL: Panel = Panel {
    name: "world",
    slot: Slot::Main,
    draw,
    moved: |d, _, by| pan(d, by),
    clicked: select,
    wheel: |d, notches, at| d.with_camera(|camera, area, size| camera.zoom_at(notches, at, area, size)),
    ..Panel::DEFAULT
};

/// How near to a creature a click must be, in columns: a character is twice as high as wide.
const PICK_COLUMNS: f32 = 1.5;
/// Rows of the panel from which on the strip is drawn.
const STRIP_FROM: u16 = 24;

fn pan(d: &mut Dashboard, by: Move) {
    d.follow = false;
    let (columns, rows) = match by.reach {
        Reach::Step => (4, 2),
        Reach::Page => (24, 10),
        Reach::End => (0, 100_000),
    };
    d.with_camera(|camera, _, size| camera.pan(by.x * columns, by.y * rows, size));
}

fn select(d: &mut Dashboard, at: (u16, u16)) {
    if !d.map_area.contains(at.into()) {
        return;
    }
    d.drag = Some(at);
    let Some((s, camera)) = d.snapshot().zip(d.camera) else { return };
    let view = camera.view(d.map_area);
    let point = view.to_world(at.0, at.1);
    let hit = find::nearest(s, d.storey, point, view.m * PICK_COLUMNS);
    d.pointed = Some(point);
    if hit.is_some() {
        d.select(hit);
    }
}

fn draw(d: &mut Dashboard, area: Rect, buf: &mut Buffer) {
    let Some(s) = d.snapshot().cloned() else { return };
    let with_strip = d.shows(Layer::Moods) && area.height >= STRIP_FROM;
    // The map has no blank column at the border.
    let inner = area.inner(Margin::new(1, 1));
    let map = Rect { height: inner.height.saturating_sub(if with_strip { 2 } else { 0 }), ..inner };
    d.map_area = map;
    let camera = d.camera.get_or_insert_with(|| {
        let player = s.player.and_then(|id| find::get(&s, id)).map(|a| a.position);
        Camera::first_look(s.world.on(d.storey).size(), player, map)
    });
    camera.settle(map, s.world.on(d.storey).size());
    let camera = *camera;
    bordered(d, &PANEL, area, titles(d, &s, camera), buf);
    if map.is_empty() {
        return;
    }
    let view = camera.view(map);
    draw_ground(d, &s, view, buf);
    // What is known of the crowd and of influence is the ground's.
    let on_ground = d.storey == Storey::GROUND;
    if d.shows(Layer::Influence) && on_ground {
        influence::draw(&s, &view, &d.theme, buf);
    }
    if let Some(flow) = s.flow.as_ref().filter(|_| on_ground) {
        crowd::draw_flow(flow, &view, &d.theme, buf);
    }
    if let Some(graph) = s.graph.as_ref().filter(|graph| graph.storey == d.storey) {
        overlay::graph(graph, &view, &d.theme, buf);
    }
    overlay::search(d, &view, buf);
    if !crowd::is_above(&view) && on_ground {
        crowd::draw(&s, &view, &d.theme, buf);
    }
    if d.shows(Layer::Areas) {
        areas::draw(&s.world, d.storey, &view, &d.theme, buf);
    }
    let focus = || d.focus().filter(|(_, lives)| *lives && d.shows_storey_of_selected());
    if let Some((focus, _)) = focus() {
        if d.shows(Layer::Sight) {
            sight::below(s.world.on(d.storey), focus, &view, &d.theme, buf);
        }
        overlay::below(d, focus, &view, buf);
    }
    let marks = d.shows(Layer::Marks);
    let (storey, theme, selected, query) = (d.storey, &d.theme, d.selected, &d.query);
    let creatures = Creatures { s: &s, storey, view: &view, theme, selected, query, marks };
    creatures.draw_ghosts(buf);
    creatures.draw(&mut d.moods, buf);
    if crowd::is_above(&view) && on_ground {
        crowd::draw(&s, &view, &d.theme, buf);
    }
    if let Some((focus, _)) = d.focus().filter(|(_, lives)| *lives && d.shows_storey_of_selected()) {
        if d.shows(Layer::Sight) {
            sight::above(focus, &view, &d.theme, buf);
        }
        overlay::above(d, focus, &view, buf);
    }
    if d.shows(Layer::Speech) {
        speech::draw(&s, d.storey, &view, &d.theme, buf);
    }
    if with_strip {
        mood_strip::draw(d, &s, Rect { y: map.bottom(), height: 2, ..inner }, buf);
    }
}

fn draw_ground(d: &mut Dashboard, s: &Snapshot, view: View, buf: &mut Buffer) {
    let theme = d.theme;
    // Where both are on, the costs are shown.
    let shown = match (d.shows(Layer::Costs), d.shows(Layer::Heights)) {
        (true, _) => Shown::Costs(d.focus().map_or(MoveClass::WALK, |(focus, _)| focus.moves)),
        (_, true) => Shown::Heights,
        _ => Shown::Look,
    };
    let spots = d.ground.spots(&s.world, view, (shown, d.shows(Layer::Objects), d.storey), &theme);
    let width = usize::from(view.area.width);
    for (i, spot) in spots.iter().enumerate() {
        let (x, y) = (view.area.x + (i % width) as u16, view.area.y + (i / width) as u16);
        if let Some(cell) = buf.cell_mut((x, y)) {
            cell.set_char(spot.glyph).set_style(theme.style(spot.role));
            if let Some(tint) = theme.tint(spot.tint) {
                cell.set_bg(tint);
            }
        }
    }
}

fn titles(d: &Dashboard, s: &Snapshot, camera: Camera) -> Titles {
    let t = &d.theme;
    let name = fit(&s.world.name, 32, t);
    let left = vec![heading(d, &PANEL, if name.is_empty() { "world".into() } else { name })];
    let m = camera.m_per_column();
    let scale = if m < 1.0 { format!("{:.0} col/m", 1.0 / m) } else { format!("{m:.0} m/col") };
    let mut right = vec![span(t, Role::Dim, scale)];
    if d.shows(Layer::Influence) {
        right.splice(0..0, influence::legend(s, t));
    }
    right.splice(0..0, crowd::legend(s, t));
    let missing = [
        (Layer::Graph, s.graph.is_none(), "graph: this creature has none  "),
        (Layer::Search, s.search.is_none(), "search: none of this creature  "),
        (Layer::Flow, s.flow.is_none(), "flow: none for the selected creature  "),
        (Layer::Potentials, s.potentials.is_none(), "gates: this world has none  "),
    ];
    for (.., said) in missing.iter().filter(|(layer, is_missing, _)| *is_missing && d.shows(*layer)) {
        right.insert(0, span(t, Role::Dim, *said));
    }
    if let Some(graph) = &s.graph {
        let lines =
            if graph.lines.is_empty() { " (too large)".to_owned() } else { format!(" of {} lines", graph.lines.len()) };
        right.insert(0, span(t, Role::Dim, format!("graph: {}{lines}  ", graph.kind)));
    }
    if let Some(legend) = d.replay.legend(d.now) {
        right.insert(0, span(t, Role::Dim, format!("{legend}  ")));
    }
    if d.shows(Layer::Sight) && d.selected.is_none() {
        right.insert(0, span(t, Role::Dim, "sight: select a creature (n)  "));
    }
    if !d.query.text().is_empty() {
        right.insert(0, span(t, Role::Key, format!("/{}  ", fit(d.query.text(), 20, t))));
    }
    if d.mode == Mode::Player {
        right.push(span(t, Role::Player, "  you walk"));
    } else if let (true, Some(a)) = (d.follow, d.selected.and_then(|id| find::get(s, id))) {
        right.push(span(t, Role::Active, format!("  follows {}", fit(&find::name_of(a, s), 24, t))));
    }
    if d.frozen {
        right.push(span(t, Role::Warn, "  view frozen"));
    }
    (left, right)
}
