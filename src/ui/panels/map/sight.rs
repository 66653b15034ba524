//! What the selected creature sees, and where it last saw or heard others.
//!
//! ```text
//!   ·····▓         · in sight; what is not is dim
//! w······▓   d     ? a creature was seen there last, and is out of sight
//!   ·····▓ ?       ! a creature was only heard, about there
//! ```

use super::agents::{set, set_at};
use super::texture;
use crate::ui::*;
use crate::world::World;

/// What is farther from the creature than this is left out, metres: the frame is drawn in time on any terminal.
const FARTHEST_M: f32 = 200.0;

/// Draws the ground that it sees.
pub(super) fn below(world: &World, focus: &Focus, view: &View, theme: &Theme, buf: &mut Buffer) {
    let dot = theme.pick('·', '.');
    for y in 0..view.area.height {
        for x in 0..view.area.width {
            let (column, row) = (view.area.x + x, view.area.y + y);
            let at = view.to_world(column, row);
            let size = world.size();
            if at.distance(focus.position) > FARTHEST_M || at.clamp(Vec2::ZERO, size) != at {
                continue;
            }
            let seen = focus.eyes.cover(focus.position, focus.heading, at)
                && world.sees(focus.position, at, focus.eyes.height_m).0;
            let Some(cell) = buf.cell_mut((column, row)) else { continue };
            match (seen, texture::is_solid(cell.symbol())) {
                (true, true) => {}
                (true, false) => set(buf, view, x, y, dot, theme.style(Role::Bright)),
                (false, _) => {
                    cell.set_style(theme.style(Role::Dim));
                }
            }
        }
    }
}

/// Draws where it last saw or heard creatures that are out of its sight.
pub(super) fn above(focus: &Focus, view: &View, theme: &Theme, buf: &mut Buffer) {
    for known in focus.known.iter().filter(|known| !known.in_sight) {
        set_at(buf, view, known.position, if known.heard { '!' } else { '?' }, theme.style(Role::Warn));
    }
}
