//! The chosen creature's own picture on the map: its search window, the way it means to go, its feelers, its target.
//!
//! ```text
//! ╭╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╮   window
//! ╎   W⠤⠤⠤•⢄        ╎   way and waypoints
//! ╎  ╱│╲    ⠑⠤•⠤⠤◎  ╎   feelers, target
//! ╰╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╯
//! ```

use super::map_agents::{set, set_at};
use super::texture;
use crate::geom::{Aabb, Vec2};
use crate::sim::{Focus, GoalInfo, WindowInfo};
use crate::ui::camera::View;
use crate::ui::dashboard::Layers;
use crate::ui::dots::Dots;
use crate::ui::theme::{Ink, Theme};
use ratatui::buffer::Buffer;
use ratatui::style::Style;

/// Draws what lies below the creatures.
pub fn below(focus: &Focus, view: &View, layers: Layers, theme: &Theme, buf: &mut Buffer) {
    if layers.window
        && let Some(window) = focus.path.window
    {
        outline(window, view, theme, buf);
    }
    let mut dots = Dots::default();
    if layers.path {
        dots.reset(view.area.width, view.area.height);
        way(focus, view, &mut dots);
        dotted(&dots, view, theme.style(Ink::Path), theme, buf);
        for p in focus.path.waypoints.iter().skip(focus.path.next.saturating_sub(1)) {
            set_at(buf, view, *p, theme.pick('•', 'o'), theme.style(Ink::Path));
        }
    }
    if layers.feelers {
        for touching in [false, true] {
            dots.reset(view.area.width, view.area.height);
            for f in focus.feelers.iter().filter(|f| f.touching == touching) {
                dots.line(view, f.from, f.to);
            }
            let ink = if touching { Ink::Touch } else { Ink::Feeler };
            dotted(&dots, view, theme.style(ink), theme, buf);
        }
        for f in focus.feelers.iter().filter(|f| f.touching) {
            set_at(buf, view, f.to, theme.pick('✕', 'x'), theme.style(Ink::Touch));
        }
    }
}

/// Draws the target, above the creatures unless it is one of them.
pub fn above(focus: &Focus, view: &View, layers: Layers, theme: &Theme, buf: &mut Buffer) {
    if !layers.path {
        return;
    }
    match &focus.path.goal {
        GoalInfo::Point(p) => set_at(buf, view, *p, theme.pick('◎', 'X'), theme.style(Ink::Target)),
        GoalInfo::Agent { seen: Some((_, p)), .. } => brackets(*p, view, theme, buf),
        _ => {}
    }
}

/// A target that moves keeps its letter: brackets stand beside it.
fn brackets(p: Vec2, view: &View, theme: &Theme, buf: &mut Buffer) {
    if let Some((x, y)) = view.to_cell(p) {
        if x > 0 {
            set(buf, view, x - 1, y, theme.pick('⟨', '<'), theme.style(Ink::Target));
        }
        if x + 1 < view.area.width {
            set(buf, view, x + 1, y, theme.pick('⟩', '>'), theme.style(Ink::Target));
        }
    }
}

fn way(focus: &Focus, view: &View, dots: &mut Dots) {
    let rest = focus.path.waypoints.get(focus.path.next.saturating_sub(1)..).unwrap_or_default();
    let mut from = focus.position;
    for to in rest {
        dots.line(view, from, *to);
        from = *to;
    }
    if let (Some(to), []) = (focus.steering, rest) {
        dots.line(view, from, to);
    }
}

fn dotted(dots: &Dots, view: &View, style: Style, theme: &Theme, buf: &mut Buffer) {
    dots.each(|x, y, pattern| set(buf, view, x, y, if theme.ascii { '.' } else { pattern }, style));
}

/// The window's border, on the characters just inside it; walls and other things stay visible.
fn outline(window: WindowInfo, view: &View, theme: &Theme, buf: &mut Buffer) {
    let Aabb { min, max } = window.area;
    let (lo, hi) = (view.to_area(min).floor(), view.to_area(max).ceil() - Vec2::ONE);
    let (width, height) = (i32::from(view.area.width), i32::from(view.area.height));
    let (x0, y0, x1, y1) = (lo.x as i32, lo.y as i32, hi.x as i32, hi.y as i32);
    let style = theme.style(Ink::Window);
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
