//! The overlay of the selected creature on the map: its search window, its path, its feelers, its target.
//!
//! ```text
//! ╭╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╮   window
//! ╎   W⠤⠤⠤•⢄        ╎   path and waypoints
//! ╎  ╱│╲    ⠑⠤•⠤⠤◎  ╎   feelers, target
//! ╰╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╯
//! ```

use super::agents::{set, set_at};
use super::texture;
use crate::geom::{Aabb, Vec2};
use crate::sim::ShownGraph;
use crate::ui::*;

/// What a creature steers to is one of its waypoints when it is as near to that as this, metres.
const ON_PATH_M: f32 = 0.5;

/// Draws what lies below the creatures.
pub(super) fn below(d: &Dashboard, focus: &Focus, view: &View, buf: &mut Buffer) {
    let theme = &d.theme;
    if let Some(window) = focus.path.window.filter(|_| d.shows(Layer::Window)) {
        outline(window.area, Role::Window, view, theme, buf);
    }
    if d.shows(Layer::Path) {
        let left = focus.path.waypoints.get(focus.path.next.saturating_sub(1)..).unwrap_or_default();
        // A creature that steers elsewhere, such as straight to its prey, does not follow its path.
        let is_on_path = |to: Vec2| left.iter().chain(&focus.path.line).any(|p| p.distance(to) < ON_PATH_M);
        let follows = focus.steering.is_none_or(is_on_path);
        let (left, rest) = if follows { (left, &*focus.path.line) } else { Default::default() };
        let ahead = if rest.is_empty() { focus.steering.as_slice() } else { rest };
        let from = std::iter::once(&focus.position).chain(ahead);
        dotted(from.copied().zip(ahead.iter().copied()), Role::Path, view, theme, buf);
        for p in left {
            set_at(buf, view, *p, theme.pick('•', 'o'), theme.style(Role::Path));
        }
    }
    if d.shows(Layer::Feelers) {
        for (touching, role) in [(false, Role::Feeler), (true, Role::Touch)] {
            let feelers = focus.feelers.iter().filter(|f| f.is_touching() == touching);
            dotted(feelers.map(|f| (f.from, f.to)), role, view, theme, buf);
        }
        for f in focus.feelers.iter().filter(|f| f.is_touching()) {
            set_at(buf, view, f.to, theme.pick('✕', 'x'), theme.style(Role::Touch));
        }
    }
}

/// Draws the lines of a graph that can be seen.
pub(super) fn graph(graph: &ShownGraph, view: &View, theme: &Theme, buf: &mut Buffer) {
    let (first, last) = (view.area.as_position(), (view.area.right(), view.area.bottom()));
    let seen = Aabb::new(view.to_world(first.x, first.y), view.to_world(last.0, last.1)).grown(view.m * 2.0);
    let lines = graph.lines.iter().filter(|(from, to)| Aabb::new(*from, *to).overlaps(seen));
    dotted(lines.copied(), Role::Window, view, theme, buf);
}

/// Draws the places that a search has looked at by now, the latest of them brighter.
pub(super) fn search(d: &Dashboard, view: &View, buf: &mut Buffer) {
    let (theme, [before, latest]) = (&d.theme, d.replay.shown(d.storey, d.now));
    for (places, role) in [(before, Role::Window), (latest, Role::Bright)] {
        if d.replay.has_few() {
            places.iter().for_each(|at| set_at(buf, view, *at, '+', theme.style(role)));
        } else {
            dotted(places.iter().map(|at| (*at, *at)), role, view, theme, buf);
        }
    }
}

/// Draws the target, above the creatures unless it is one of them.
pub(super) fn above(d: &Dashboard, focus: &Focus, view: &View, buf: &mut Buffer) {
    let theme = &d.theme;
    match &focus.path.goal {
        _ if !d.shows(Layer::Path) => {}
        GoalInfo::Point(p) => set_at(buf, view, *p, theme.pick('◎', 'X'), theme.style(Role::Target)),
        GoalInfo::Agent { seen: Some((_, p)), .. } => brackets(*p, view, theme, buf),
        _ => {}
    }
}

/// A moving target keeps its letter, between brackets.
fn brackets(p: Vec2, view: &View, theme: &Theme, buf: &mut Buffer) {
    if view.to_cell(p).is_some() {
        for (side, glyph) in [(-view.m, theme.pick('⟨', '<')), (view.m, theme.pick('⟩', '>'))] {
            set_at(buf, view, p + Vec2::X * side, glyph, theme.style(Role::Target));
        }
    }
}

/// Draws lines dot by dot.
fn dotted(lines: impl Iterator<Item = (Vec2, Vec2)>, role: Role, view: &View, theme: &Theme, buf: &mut Buffer) {
    let mut canvas = Braille::new(view.area.width, view.area.height);
    lines.for_each(|(from, to)| canvas.line(view, from, to));
    let style = theme.style(role);
    canvas.each(|x, y, pattern| set(buf, view, x, y, if theme.ascii { '.' } else { pattern }, style));
}

/// The border of an area, on the characters just inside it; walls and objects stay visible.
pub(super) fn outline(area: Aabb, role: Role, view: &View, theme: &Theme, buf: &mut Buffer) {
    let Aabb { min, max } = area;
    let (lo, hi) = (view.to_area(min).floor(), view.to_area(max).ceil() - Vec2::ONE);
    let (width, height) = (i32::from(view.area.width), i32::from(view.area.height));
    let (x0, y0, x1, y1) = (lo.x as i32, lo.y as i32, hi.x as i32, hi.y as i32);
    let style = theme.style(role);
    let mut dash = |x: i32, y: i32, glyph: char| {
        if (0..width).contains(&x) && (0..height).contains(&y) {
            let (x, y) = (x as u16, y as u16);
            let covered = buf.cell((view.area.x + x, view.area.y + y)).map_or(" ", |c| c.symbol());
            if !texture::is_solid(covered) {
                set(buf, view, x, y, glyph, style);
            }
        }
    };
    let (across, down) = theme.pick(('╌', '╎'), ('-', '|'));
    for x in x0.max(0)..=x1.min(width) {
        dash(x, y0, across);
        dash(x, y1, across);
    }
    for y in y0.max(0)..=y1.min(height) {
        dash(x0, y, down);
        dash(x1, y, down);
    }
    let corners = theme.pick(['╭', '╮', '╰', '╯'], ['+'; 4]);
    for ((x, y), glyph) in [(x0, y0), (x1, y0), (x0, y1), (x1, y1)].into_iter().zip(corners) {
        dash(x, y, glyph);
    }
}
