//! The named places and areas of the world, below the creatures.
//!
//! ```text
//! ╭ pen ╌╌╌╌╌╌╌╮
//! ╎            ╎   ◇ post
//! ╰╌╌╌╌╌╌╌╌╌╌╌╌╯
//! ```

use super::agents::set;
use super::overlay::outline;
use crate::ui::*;
use unicode_width::UnicodeWidthChar;

/// The mark of a place, with and without Unicode.
pub(crate) const PLACE: (char, char) = ('◇', '+');

pub(super) fn draw(s: &Snapshot, view: &View, theme: &Theme, buf: &mut Buffer) {
    for area in s.world.areas.all() {
        for part in &area.parts {
            outline(*part, Role::Area, view, theme, buf);
            let corner = view.to_area(part.min).floor() + Vec2::new(1.0, 0.0);
            label(&format!(" {} ", area.name), corner, view, theme, buf);
        }
    }
    for (name, at) in s.world.areas.points() {
        let mark = theme.pick(PLACE.0, PLACE.1);
        label(&format!("{mark} {name}"), view.to_area(at).floor(), view, theme, buf);
    }
}

/// Writes a name that begins at a column and a row of the map; what lies outside is left out.
fn label(text: &str, at: Vec2, view: &View, theme: &Theme, buf: &mut Buffer) {
    let (mut x, y) = (at.x as i64, at.y as i64);
    for c in text.chars() {
        if (0..i64::from(view.area.width)).contains(&x) && (0..i64::from(view.area.height)).contains(&y) {
            set(buf, view, x as u16, y as u16, c, theme.style(Role::Area));
        }
        x += c.width().unwrap_or(0) as i64;
    }
}
