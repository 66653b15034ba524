//! Screenshots of the dashboard, for documentation: text, and SVG whose frames take turns.

use super::{Buffer, Colours, Dashboard, Rect, Theme};
use ratatui::buffer::Cell;
use ratatui::style::{Color, Modifier};
use std::collections::BTreeMap;

impl Dashboard {
    /// One for screenshots in 24-bit colours.
    pub fn for_screenshots() -> Self {
        Self::new(Theme { colours: Colours::True, ..Theme::default() })
    }

    /// What it shows on a terminal of `width` × `height` characters.
    pub fn screenshot(&mut self, width: u16, height: u16) -> Buffer {
        let area = Rect::new(0, 0, width, height);
        let mut buf = Buffer::empty(area);
        self.draw_on(area, &mut buf);
        buf
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

/// Screenshots of one size, drawn in 24-bit colours, each shown for `seconds`, again and again. Where nothing moves, screenshot `still`
/// is shown.
pub fn svg(screenshots: &[Buffer], seconds: f32, still: usize) -> String {
    let area = screenshots.first().map(|p| p.area).unwrap_or_default();
    let (w, h) = (f32::from(area.width) * CELL.0, f32::from(area.height) * CELL.1);
    let mut layers = [Layer::default(), Layer::default(), Layer::default()];
    for (i, screenshot) in screenshots.iter().enumerate() {
        draw(screenshot, i, &mut layers);
    }
    let mut styles = BTreeMap::new();
    let mut drawn = String::new();
    for (element, shown) in layers.iter().flat_map(|l| &l.elements) {
        for turn in turns(shown) {
            if turn == (0, screenshots.len()) {
                drawn.push_str(element);
            } else {
                styles.entry(turn).or_insert_with(|| style(turn, screenshots.len(), seconds, still));
                drawn.push_str(&element.replacen(' ', &format!(" class=\"t{}_{}\" ", turn.0, turn.1), 1));
            }
        }
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-8 -8 {:.0} {:.0}\" font-family=\"ui-monospace, \
         'DejaVu Sans Mono', 'Cascadia Mono', Menlo, Consolas, monospace\" font-size=\"14\" xml:space=\"preserve\">\n\
         <style>\n{}@media (prefers-reduced-motion: reduce) {{ * {{ animation: none !important }} }}\n</style>\n\
         <rect x=\"-8\" y=\"-8\" width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{DEFAULT_PAPER}\"/>\n{drawn}</svg>\n",
        w + 16.0,
        h + 16.0,
        styles.into_values().collect::<String>(),
    )
}

/// Elements, and which screenshots show each.
#[derive(Default)]
struct Layer {
    elements: Vec<(String, Vec<usize>)>,
    at: BTreeMap<String, usize>,
}

impl Layer {
    fn add(&mut self, element: String, screenshot: usize) {
        let next = self.elements.len();
        let at = *self.at.entry(element.clone()).or_insert(next);
        if at == next {
            self.elements.push((element, Vec::new()));
        }
        self.elements[at].1.push(screenshot);
    }
}

/// The turns from a screenshot to another, the end excluded, of an element that these screenshots show.
fn turns(shown: &[usize]) -> Vec<(usize, usize)> {
    let mut turns: Vec<(usize, usize)> = Vec::new();
    for &screenshot in shown {
        match turns.last_mut() {
            Some((_, end)) if *end == screenshot => *end += 1,
            _ => turns.push((screenshot, screenshot + 1)),
        }
    }
    turns
}

/// Makes what has this turn visible while it lasts.
fn style((from, to): (usize, usize), screenshots: usize, seconds: f32, still: usize) -> String {
    let percent = |i: usize| i as f32 * 100.0 / screenshots as f32;
    let rest = if (from..to).contains(&still) { "visible" } else { "hidden" };
    let before = if from > 0 { "0%{visibility:hidden}" } else { "" };
    let name = format!("t{from}_{to}");
    format!(
        ".{name}{{visibility:{rest};animation:{name} {:.1}s step-end infinite}}@keyframes {name}{{{before}\
         {:.2}%{{visibility:visible}}{:.2}%{{visibility:hidden}}}}\n",
        seconds * screenshots as f32,
        percent(from),
        percent(to),
    )
}

/// The elements of one screenshot: backgrounds, the fill of what is reversed, and text.
fn draw(buf: &Buffer, screenshot: usize, [grounds, fills, texts]: &mut [Layer; 3]) {
    for y in 0..buf.area.height {
        runs(
            buf,
            y,
            |c| c.bg,
            |x, columns, cell, _| {
                if let Some(fill) = css(cell.bg).filter(|c| c != DEFAULT_PAPER) {
                    grounds.add(rect((x, y), columns, &fill), screenshot);
                }
            },
        );
        runs(
            buf,
            y,
            |c| (c.fg, c.modifier),
            |x, columns, cell, text| {
                let mut colour = css(cell.fg).unwrap_or_else(|| DEFAULT_COLOUR.into());
                if cell.modifier.contains(Modifier::REVERSED) {
                    fills.add(rect((x, y), columns, &colour), screenshot);
                    colour = DEFAULT_PAPER.into();
                }
                if !text.trim().is_empty() {
                    texts.add(text_run((x, y), &colour, cell.modifier, text), screenshot);
                }
            },
        );
    }
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

fn rect(at: (u16, u16), columns: u16, fill: &str) -> String {
    let ((x, y), (width, height)) = (corner(at), (f32::from(columns) * CELL.0, CELL.1));
    format!("<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{fill}\"/>\n")
}

fn text_run(at: (u16, u16), colour: &str, modifier: Modifier, text: &str) -> String {
    // Leading blanks move the text; its length is fixed so that columns are aligned in any font.
    let (x, y) = corner(at);
    let lead = text.len() - text.trim_start().len();
    let text = text.trim();
    let (x, width) = (x + lead as f32 * CELL.0, super::text::width(text) as f32 * CELL.0);
    let bold = if modifier.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
    let line = if modifier.contains(Modifier::UNDERLINED) { " text-decoration=\"underline\"" } else { "" };
    let safe = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!(
        "<text x=\"{x:.1}\" y=\"{:.1}\" textLength=\"{width:.1}\" lengthAdjust=\"spacingAndGlyphs\" \
         fill=\"{colour}\"{bold}{line}>{safe}</text>\n",
        y + CELL.1 * 0.76
    )
}

fn css(colour: Color) -> Option<String> {
    match colour {
        Color::Rgb(r, g, b) => Some(format!("#{r:02x}{g:02x}{b:02x}")),
        _ => None,
    }
}
