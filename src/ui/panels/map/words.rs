//! Words on the map.

use super::agents::set_symbol;
use crate::ui::*;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

/// Writes words that begin at a column and a row of the map; what lies outside is left out.
pub(super) fn write(words: &str, at: Vec2, style: Style, view: &View, buf: &mut Buffer) {
    let (mut x, y) = (at.x as i64, at.y as i64);
    let (columns, rows) = (i64::from(view.area.width), i64::from(view.area.height));
    // An accent may be a character of its own: it belongs to the cell of its letter.
    for grapheme in Span::raw(words).styled_graphemes(Style::default()) {
        let width = grapheme.symbol.width() as i64;
        if width > 0 && x >= 0 && x + width <= columns && (0..rows).contains(&y) {
            set_symbol(buf, view, x as u16, y as u16, grapheme.symbol, style);
            // A wide character covers the cells after it.
            (1..width).for_each(|after| set_symbol(buf, view, (x + after) as u16, y as u16, " ", style));
        }
        x += width;
    }
}
