//! The crowd over the ground: where time is lost.
//!
//! ```text
//! time lost · 2 6 + s       2 col/m     · less than half a second lately, digits: seconds, + ten or more
//!   · 1 2 2 1
//!   · 3 5 + 4 2   w
//! ```

use super::agents::set;
use crate::ui::*;
use glam::UVec2;

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
    let lost = s.time_lost.as_ref().map(|lost| Amounts {
        name: "time lost",
        unit: "s",
        levels: [20, 60],
        cell_m: lost.cell_m,
        tenths: Box::new(|at| lost.tenths(at)),
    });
    lost.into_iter()
}

impl Amounts<'_> {
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
