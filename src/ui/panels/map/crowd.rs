//! The crowd over the ground: how dense it is, where time is lost, what gates hold, and where the flow to a goal leads.
//!
//! ```text
//! density · 1 2 + a m²      2 col/m     · less than half a body, digits: bodies on a square metre, + ten or more
//! time lost · 2 6 + s       2 col/m     · less than half a second lately, digits: seconds, + ten or more
//! gates · 1 5 + m           2 col/m     · less than half a metre of potential, digits: metres, + ten or more
//!   · 1 2 2 1   → ↘ ↓                   arrows: where the path to the goal of the selected creature leads
//!   · 3 5 + 4   → → ◎
//! ```

use super::agents::set;
use super::texture;
use crate::sim::{ShownFlow, ShownLayer};
use crate::ui::*;
use glam::UVec2;
use ratatui::buffer::Cell;

/// A character of a distant map stands for so many cells of a layer a side at most that are looked at.
const MOST_LOOKS: u32 = 8;
/// Metres a column from which on a map is distant.
const FAR_M: f32 = 1.0;

/// Amounts by place.
struct Amounts<'s> {
    /// As the legend calls them …
    name: &'static str,
    /// … with their unit.
    unit: &'static str,
    /// The tenths from which on an amount is much, and too much.
    levels: [u8; 2],
    /// Side of a cell, metres.
    cell_m: f32,
    /// The tenths at a point.
    tenths: Box<dyn Fn(Vec2) -> u8 + 's>,
}

/// What the snapshot holds.
fn held(s: &Snapshot) -> impl Iterator<Item = Amounts<'_>> {
    let density = s.crowd.as_ref().map(|crowd| Amounts {
        name: "density",
        unit: "a m²",
        levels: [10, 20],
        cell_m: crowd.cell_m,
        tenths: Box::new(|at| crowd.at(at).map_or(0, |cell| cell.on_10_m2)),
    });
    let lost = s.time_lost.as_ref().map(|lost| Amounts::of(lost, "time lost", "s", [20, 60]));
    let gates = s.potentials.as_ref().map(|gates| Amounts::of(gates, "gates", "m", [10, 50]));
    [gates, density, lost].into_iter().flatten()
}

impl<'s> Amounts<'s> {
    fn of(shown: &'s ShownLayer, name: &'static str, unit: &'static str, levels: [u8; 2]) -> Self {
        Self { name, unit, levels, cell_m: shown.cell_m, tenths: Box::new(|at| shown.tenths(at)) }
    }

    fn role(&self, tenths: u8) -> Role {
        let [much, most] = self.levels;
        match tenths {
            n if n >= most => Role::Error,
            n if n >= much => Role::Warn,
            _ => Role::Good,
        }
    }

    fn draw(&self, view: &View, theme: &Theme, buf: &mut Buffer) {
        // A character is twice as high as wide. Of several cells below it the highest counts.
        let size = Vec2::new(view.m, view.m * 2.0);
        let looks = (size / self.cell_m).ceil().as_uvec2().clamp(UVec2::ONE, UVec2::splat(MOST_LOOKS));
        let part = size / looks.as_vec2();
        for y in 0..view.area.height {
            for x in 0..view.area.width {
                let corner = view.to_world(view.area.x + x, view.area.y + y) - size / 2.0 + part / 2.0;
                let places = (0..looks.y).flat_map(|row| (0..looks.x).map(move |column| UVec2::new(column, row)));
                let most = places.map(|place| (self.tenths)(corner + part * place.as_vec2())).max();
                if let Some(tenths) = most.filter(|tenths| *tenths > 0) {
                    set(buf, view, x, y, glyph(tenths, theme), theme.style(self.role(tenths)));
                }
            }
        }
    }
}

/// A digit for whole ones.
fn glyph(tenths: u8, theme: &Theme) -> char {
    match (u32::from(tenths) + 5) / 10 {
        0 => theme.pick('·', '.'),
        n => char::from_digit(n, 10).unwrap_or('+'),
    }
}

/// Whether the layers are drawn over the creatures: on a distant map, where one character stands for many.
pub(super) fn is_above(view: &View) -> bool {
    view.m >= FAR_M
}

/// Draws the directions of the flow, one arrow a cell or a character.
pub(super) fn draw_flow(flow: &ShownFlow, view: &View, theme: &Theme, buf: &mut Buffer) {
    let arrows = theme.pick(['→', '↘', '↓', '↙', '←', '↖', '↑', '↗'], ['>', '\\', 'v', '/', '<', '\\', '^', '/']);
    for y in 0..view.area.height {
        for x in 0..view.area.width {
            let at = view.to_world(view.area.x + x, view.area.y + y);
            // Where several characters lie in a cell, the one at its middle has the arrow.
            let off = ((at / flow.cell_m).floor() + 0.5) * flow.cell_m - at;
            let half = Vec2::new(view.m / 2.0, view.m);
            let is_middle = view.m >= flow.cell_m || (off.cmpgt(-half) & off.cmple(half)).all();
            let is_open = |cell: &Cell| !texture::is_solid(cell.symbol());
            let is_open = buf.cell((view.area.x + x, view.area.y + y)).is_some_and(is_open);
            if let Some(eighth) = flow.at(at).filter(|_| is_middle && is_open) {
                set(buf, view, x, y, arrows[usize::from(eighth) % 8], theme.style(Role::Path));
            }
        }
    }
}

/// Draws what the snapshot holds; where there are several layers, the last one is on top.
pub(super) fn draw(s: &Snapshot, view: &View, theme: &Theme, buf: &mut Buffer) {
    held(s).for_each(|amounts| amounts.draw(view, theme, buf));
}

/// What the characters mean.
pub(super) fn legend(s: &Snapshot, theme: &Theme) -> Vec<Span<'static>> {
    let one = |amounts: Amounts| {
        let [much, most] = amounts.levels;
        let level = |tenths: u8| span(theme, amounts.role(tenths), format!("{} ", glyph(tenths, theme)));
        let name = span(theme, Role::Dim, format!("{} ", amounts.name));
        [name, level(1), level(much), level(most), level(100), span(theme, Role::Dim, format!("{}  ", amounts.unit))]
    };
    held(s).flat_map(one).collect()
}
