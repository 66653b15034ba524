//! The named places and areas of a storey, and the ends of its portals, below the creatures.
//!
//! ```text
//! ╭ pen ╌╌╌╌╌╌╌╮
//! ╎            ╎   ◇ post
//! ╰╌╌╌╌╌╌╌╌╌╌╌╌╯
//! ```

use super::overlay::outline;
use super::words::write;
use crate::geom::{Aabb, Storey};
use crate::ui::*;
use crate::world::World;

/// The mark of a place, with and without Unicode.
pub(crate) const PLACE: (char, char) = ('◇', '+');

pub(super) fn draw(world: &World, storey: Storey, view: &View, theme: &Theme, buf: &mut Buffer) {
    for (end, name) in ends(world, storey) {
        outline(end, Role::Window, view, theme, buf);
        write(name, view.to_area(end.min).floor(), theme.style(Role::Window), view, buf);
    }
    let areas = &world.on(storey).areas;
    for area in areas.all() {
        for part in &area.parts {
            outline(*part, Role::Area, view, theme, buf);
            let corner = view.to_area(part.min).floor() + Vec2::new(1.0, 0.0);
            write(&format!(" {} ", area.name), corner, theme.style(Role::Area), view, buf);
        }
    }
    for (name, at) in areas.points() {
        let mark = theme.pick(PLACE.0, PLACE.1);
        write(&format!("{mark} {name}"), view.to_area(at).floor(), theme.style(Role::Area), view, buf);
    }
}

/// The ends of portals on a storey, and what the portals are called.
fn ends(world: &World, storey: Storey) -> impl Iterator<Item = (Aabb, &str)> {
    let portals = world.portals();
    portals.on(storey).iter().map(|at| (portals.end(*at).area, portals.of(*at).name.as_str()))
}
