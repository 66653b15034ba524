//! Layers of influence over the ground: where there is any, the tenths of the layer that has most there, in that layer's colour.
//!
//! ```text
//! threat scent          2 col/m     the layers that hold anything, each in its colour
//!      1 1 2 1                      + from 10 tenths on
//!    1 3 5 + 4 2   w
//! ```

use super::agents::set;
use crate::sim::ShownLayer;
use crate::ui::*;

/// The colours of the layers, in their order, again from the first one after the last.
const ROLES: [Role; 5] = [Role::Error, Role::Path, Role::Warn, Role::Good, Role::Target];

fn role(layer: usize) -> Role {
    ROLES[layer % ROLES.len()]
}

pub(super) fn draw(s: &Snapshot, view: &View, theme: &Theme, buf: &mut Buffer) {
    for y in 0..view.area.height {
        for x in 0..view.area.width {
            let at = view.to_world(view.area.x + x, view.area.y + y);
            // Of equal ones the first.
            let most = s.influence.iter().map(|layer| layer.tenths(at)).enumerate().rev().max_by_key(|(_, n)| *n);
            if let Some((layer, tenths)) = most.filter(|(_, tenths)| *tenths > 0) {
                let glyph = char::from_digit(tenths.into(), 10).unwrap_or('+');
                set(buf, view, x, y, glyph, theme.style(role(layer)));
            }
        }
    }
}

/// The names of the layers that hold anything.
pub(super) fn legend(s: &Snapshot, theme: &Theme) -> Vec<Span<'static>> {
    let held = s.influence.iter().enumerate().filter(|(_, layer): &(usize, &ShownLayer)| !layer.tiles.is_empty());
    held.map(|(i, layer)| span(theme, role(i), format!("{}  ", fit(&layer.name, 16, theme)))).collect()
}
