//! Screenshots of the dashboard as text or as SVG, for documentation.

use super::{Buffer, Colours, Dashboard, Frame, Rect, Theme};
use ratatui::buffer::Cell;
use ratatui::style::{Color, Modifier};
use std::fmt::Write as _;

/// The form of a screenshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenshotFormat {
    /// Characters only, without trailing blanks.
    Plain,
    /// Characters and 24-bit colours.
    Svg,
}

/// Draws a frame as the dashboard shows it on a terminal of `width` × `height` characters, with its focus selected.
pub fn screenshot(frame: &Frame, width: u16, height: u16, format: ScreenshotFormat) -> String {
    let colours = if format == ScreenshotFormat::Svg { Colours::True } else { Colours::None };
    let mut dashboard = Dashboard::new(Theme { colours, ..Theme::default() });
    dashboard.selected = frame.snapshot.focus.as_ref().map(|f| f.id);
    dashboard.take(frame.clone());
    let area = Rect::new(0, 0, width, height);
    let mut buf = Buffer::empty(area);
    dashboard.draw_on(area, &mut buf);
    if dashboard.selected_is_outside() {
        dashboard.centre_on_selected();
        buf.reset();
        dashboard.draw_on(area, &mut buf);
    }
    match format {
        ScreenshotFormat::Plain => plain(&buf),
        ScreenshotFormat::Svg => svg(&buf, &dashboard.theme),
    }
}

/// The characters of a buffer, one line a row.
pub fn plain(buf: &Buffer) -> String {
    let mut out = String::new();
    for y in buf.area.top()..buf.area.bottom() {
        let row: String = (buf.area.left()..buf.area.right()).map(|x| buf[(x, y)].symbol()).collect();
        out.push_str(row.trim_end());
        out.push('\n');
    }
    out
}

/// Size of a character in an SVG, pixels.
const CELL: (f32, f32) = (8.4, 17.0);
const DEFAULT_COLOUR: &str = "#c8ccd4";
const DEFAULT_PAPER: &str = "#14171c";

fn svg(buf: &Buffer, theme: &Theme) -> String {
    debug_assert_eq!(theme.colours, Colours::True);
    let (w, h) = (f32::from(buf.area.width) * CELL.0, f32::from(buf.area.height) * CELL.1);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-8 -8 {:.0} {:.0}\" font-family=\"ui-monospace, \
         'DejaVu Sans Mono', 'Cascadia Mono', Menlo, Consolas, monospace\" font-size=\"14\" xml:space=\"preserve\">\n\
         <rect x=\"-8\" y=\"-8\" width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{DEFAULT_PAPER}\"/>\n",
        w + 16.0,
        h + 16.0
    );
    for y in 0..buf.area.height {
        let backgrounds = |x, columns, cell: &Cell, _: &str| {
            if let Some(fill) = css(cell.bg).filter(|c| c != DEFAULT_PAPER) {
                fill_rect(&mut out, (x, y), columns, &fill);
            }
        };
        runs(buf, y, |c| c.bg, backgrounds);
        runs(buf, y, |c| (c.fg, c.modifier), |x, n, cell, text| text_run(&mut out, (x, y), n, cell, text));
    }
    out.push_str("</svg>\n");
    out
}

/// Calls `found` with every run of characters of one row that have the same `key`: column, length, first cell, text.
fn runs<K: PartialEq>(buf: &Buffer, y: u16, key: impl Fn(&Cell) -> K, mut found: impl FnMut(u16, u16, &Cell, &str)) {
    let mut x = 0;
    while x < buf.area.width {
        let first = &buf[(x, y)];
        let (start, kind, mut text) = (x, key(first), String::new());
        while x < buf.area.width && key(&buf[(x, y)]) == kind {
            text.push_str(buf[(x, y)].symbol());
            x += 1;
        }
        found(start, x - start, first, &text);
    }
}

/// The upper left corner of a character, pixels.
fn corner(at: (u16, u16)) -> (f32, f32) {
    (f32::from(at.0) * CELL.0, f32::from(at.1) * CELL.1)
}

fn fill_rect(out: &mut String, at: (u16, u16), columns: u16, fill: &str) {
    let ((x, y), (width, height)) = (corner(at), (f32::from(columns) * CELL.0, CELL.1));
    _ = writeln!(out, "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{fill}\"/>");
}

fn text_run(out: &mut String, at: (u16, u16), columns: u16, cell: &Cell, text: &str) {
    let (x, y) = corner(at);
    let mut colour = css(cell.fg).unwrap_or_else(|| DEFAULT_COLOUR.into());
    if cell.modifier.contains(Modifier::REVERSED) {
        fill_rect(out, at, columns, &colour);
        colour = DEFAULT_PAPER.into();
    }
    if text.trim().is_empty() {
        return;
    }
    // Leading blanks move the text; its length is fixed so that columns are aligned in any font.
    let lead = text.len() - text.trim_start().len();
    let trimmed = text.trim();
    let (x, width) = (x + lead as f32 * CELL.0, super::text::width(trimmed) as f32 * CELL.0);
    let bold = if cell.modifier.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
    let line = if cell.modifier.contains(Modifier::UNDERLINED) { " text-decoration=\"underline\"" } else { "" };
    let safe = trimmed.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    _ = writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{:.1}\" textLength=\"{width:.1}\" lengthAdjust=\"spacingAndGlyphs\" \
         fill=\"{colour}\"{bold}{line}>{safe}</text>",
        y + CELL.1 * 0.76
    );
}

fn css(colour: Color) -> Option<String> {
    match colour {
        Color::Rgb(r, g, b) => Some(format!("#{r:02x}{g:02x}{b:02x}")),
        _ => None,
    }
}
