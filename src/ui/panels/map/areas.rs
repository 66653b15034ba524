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
use ratatui::style::Style;
use std::collections::BTreeMap;

/// The mark of a place, with and without Unicode.
pub(crate) const PLACE: (char, char) = ('◇', '+');

/// Names of so many columns are never cut.
const SHORT: usize = 12;

pub(super) fn draw(world: &World, storey: Storey, view: &View, theme: &Theme, buf: &mut Buffer) {
    let mut names = Names::default();
    for (end, name) in ends(world, storey) {
        outline(end, Role::Window, view, theme, buf);
        names.write(name, view.to_area(end.min).floor(), theme.style(Role::Window), view, buf);
    }
    let areas = &world.on(storey).areas;
    for area in areas.all() {
        for part in &area.parts {
            outline(*part, Role::Area, view, theme, buf);
            let (from, to) = (view.to_area(part.min).floor(), view.to_area(part.max).floor());
            // Between the corners, but a short name is whole on a small area, too.
            let space = ((to.x - from.x - 3.0).max(0.0) as usize).max(SHORT);
            let name = format!(" {} ", fit(&area.name, space, theme));
            names.write(&name, from + Vec2::new(1.0, 0.0), theme.style(Role::Area), view, buf);
        }
    }
    // Marks before names: a name does not cover another place.
    let (mark, style) = (theme.pick(PLACE.0, PLACE.1).to_string(), theme.style(Role::Area));
    let places = || areas.points().map(|(name, at)| (name, view.to_area(at).floor()));
    places().for_each(|(_, at)| names.write(&mark, at, style, view, buf));
    places().for_each(|(name, at)| names.write(&format!(" {name}"), at + Vec2::new(1.0, 0.0), style, view, buf));
}

/// The names that are on the map: one that would lie on another is left out.
#[derive(Default)]
struct Names {
    /// By row: the first column of each, and the one after its last.
    written: BTreeMap<i64, Vec<(i64, i64)>>,
}

impl Names {
    /// What lies outside of the view is not looked at: maps have thousands of names.
    fn write(&mut self, name: &str, at: Vec2, style: Style, view: &View, buf: &mut Buffer) {
        let (row, from) = (at.y as i64, at.x as i64);
        let to = from + width(name) as i64;
        let (columns, rows) = (i64::from(view.area.width), i64::from(view.area.height));
        if !(0..rows).contains(&row) || to <= 0 || from >= columns {
            return;
        }
        let others = self.written.entry(row).or_default();
        if others.iter().all(|(begin, end)| to <= *begin || from >= *end) {
            others.push((from, to));
            write(name, at, style, view, buf);
        }
    }
}

/// The ends of portals on a storey, and what the portals are called.
fn ends(world: &World, storey: Storey) -> impl Iterator<Item = (Aabb, &str)> {
    let portals = world.portals();
    portals.on(storey).iter().map(|at| (portals.end(*at).area, portals.of(*at).name.as_str()))
}
