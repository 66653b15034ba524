//! The named places and areas of the world, below the creatures.
//!
//! ```text
//! ╭ pen ╌╌╌╌╌╌╌╮
//! ╎            ╎   ◇ post
//! ╰╌╌╌╌╌╌╌╌╌╌╌╌╯
//! ```

use super::overlay::outline;
use super::words::write;
use crate::ui::*;

/// The mark of a place, with and without Unicode.
pub(crate) const PLACE: (char, char) = ('◇', '+');

pub(super) fn draw(s: &Snapshot, view: &View, theme: &Theme, buf: &mut Buffer) {
    for area in s.world.areas.all() {
        for part in &area.parts {
            outline(*part, Role::Area, view, theme, buf);
            let corner = view.to_area(part.min).floor() + Vec2::new(1.0, 0.0);
            write(&format!(" {} ", area.name), corner, theme.style(Role::Area), view, buf);
        }
    }
    for (name, at) in s.world.areas.points() {
        let mark = theme.pick(PLACE.0, PLACE.1);
        write(&format!("{mark} {name}"), view.to_area(at).floor(), theme.style(Role::Area), view, buf);
    }
}
