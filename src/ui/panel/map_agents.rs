//! Creatures on the map: near as letters with a mark of their state, far as dots. One pass over all of them.

use crate::body::AgentId;
use crate::geom::{Vec2, heading_vec};
use crate::sim::{AgentMark, Snapshot};
use crate::ui::camera::View;
use crate::ui::dots::Dots;
use crate::ui::find::Query;
use crate::ui::theme::{Ink, Theme};
use crate::ui::tone::{Tone, Tones};
use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};

/// From here on nearer, a character beside the letter is free for the state's mark, metres a column.
const MARKS_M: f32 = 0.5;
/// From here on nearer, so is one for the heading.
const HEADINGS_M: f32 = 0.25;
/// Ranks above those of tones.
const PLAYER: u8 = 100;
const CHOSEN: u8 = 101;

/// Buffers kept from frame to frame.
#[derive(Default)]
pub struct Crowd {
    /// The most important creature of each character: 0 for nobody.
    rank: Vec<u8>,
    count: Vec<u16>,
    beside: Vec<(u16, u16, char, Style)>,
    dots: Dots,
}

/// What decides how creatures are drawn.
pub struct CrowdLook<'a> {
    pub theme: &'a Theme,
    pub chosen: Option<AgentId>,
    pub query: &'a Query,
    pub marks: bool,
}

impl Crowd {
    pub fn draw(&mut self, s: &Snapshot, view: &View, look: &CrowdLook, tones: &mut Tones, buf: &mut Buffer) {
        let cells = usize::from(view.area.width) * usize::from(view.area.height);
        self.rank.clear();
        self.rank.resize(cells, 0);
        self.count.clear();
        self.count.resize(cells, 0);
        if view.near() { self.near(s, view, look, tones, buf) } else { self.far(s, view, look, tones, buf) }
    }

    fn near(&mut self, s: &Snapshot, view: &View, look: &CrowdLook, tones: &mut Tones, buf: &mut Buffer) {
        self.beside.clear();
        for a in &s.agents {
            let Some((x, y)) = view.to_cell(a.position) else { continue };
            let tone = tones.of(a.state, &s.catalogue);
            let rank = rank_of(a, tone, look);
            let cell = usize::from(y) * usize::from(view.area.width) + usize::from(x);
            if self.rank[cell] >= rank {
                continue;
            }
            self.rank[cell] = rank;
            let style = style_of(a, tone, rank, s, look);
            set(buf, view, x, y, letter(a), style);
            if look.marks && view.m <= MARKS_M {
                self.note_beside(a, tone, (x, y), view, style, look.theme);
            }
        }
        for (x, y, glyph, style) in &self.beside {
            let cell = usize::from(*y) * usize::from(view.area.width) + usize::from(*x);
            if self.rank.get(cell) == Some(&0) {
                set(buf, view, *x, *y, *glyph, style.remove_modifier(Modifier::REVERSED));
            }
        }
    }

    /// The state's mark to the right of a letter, and, very near, an arrow to the side it heads to.
    fn note_beside(&mut self, a: &AgentMark, tone: Tone, at: (u16, u16), view: &View, style: Style, theme: &Theme) {
        let mut mark_at = 1;
        if view.m <= HEADINGS_M && a.heading.is_finite() {
            let d = heading_vec(a.heading).round();
            let (x, y) = (i32::from(at.0) + d.x as i32, i32::from(at.1) + d.y as i32);
            if d.y == 0.0 && d.x > 0.0 {
                mark_at = -1;
            }
            self.push(x, y, arrow(a.heading, theme), style, view);
        }
        let mark = if a.is_player { ' ' } else { tone.mark(theme) };
        if mark != ' ' {
            self.push(i32::from(at.0) + mark_at, i32::from(at.1), mark, style, view);
        }
    }

    fn push(&mut self, x: i32, y: i32, glyph: char, style: Style, view: &View) {
        if (0..i32::from(view.area.width)).contains(&x) && (0..i32::from(view.area.height)).contains(&y) {
            self.beside.push((x as u16, y as u16, glyph, style));
        }
    }

    fn far(&mut self, s: &Snapshot, view: &View, look: &CrowdLook, tones: &mut Tones, buf: &mut Buffer) {
        self.dots.reset(view.area.width, view.area.height);
        let mut letters: [Option<&AgentMark>; 2] = [None, None];
        for a in &s.agents {
            let Some(cell) = self.dots.set(view.to_area(a.position)) else { continue };
            let rank = rank_of(a, tones.of(a.state, &s.catalogue), look);
            self.rank[cell] = self.rank[cell].max(rank.min(PLAYER - 1));
            self.count[cell] = self.count[cell].saturating_add(1);
            match rank {
                CHOSEN => letters[1] = Some(a),
                PLAYER => letters[0] = Some(a),
                _ => {}
            }
        }
        let columns = usize::from(view.area.width).max(1);
        for cell in (0..self.rank.len()).filter(|c| self.rank[*c] > 0) {
            let glyph = if look.theme.ascii { amount(self.count[cell]) } else { self.dots.pattern(cell) };
            let style = look.theme.style(ink_of_rank(self.rank[cell]));
            set(buf, view, (cell % columns) as u16, (cell / columns) as u16, glyph, style);
        }
        for a in letters.into_iter().flatten() {
            if let Some((x, y)) = view.to_cell(a.position) {
                let tone = tones.of(a.state, &s.catalogue);
                set(buf, view, x, y, letter(a), style_of(a, tone, rank_of(a, tone, look), s, look));
            }
        }
    }
}

fn rank_of(a: &AgentMark, tone: Tone, look: &CrowdLook) -> u8 {
    match a {
        a if look.chosen == Some(a.id) => CHOSEN,
        a if a.is_player => PLAYER,
        _ => 1 + tone as u8,
    }
}

fn ink_of_rank(rank: u8) -> Ink {
    const TONES: [Tone; 6] = [Tone::Calm, Tone::Other, Tone::Social, Tone::Duty, Tone::Fear, Tone::Hunt];
    TONES.get(usize::from(rank).saturating_sub(1)).map_or(Ink::Bright, |t| t.ink())
}

fn style_of(a: &AgentMark, tone: Tone, rank: u8, s: &Snapshot, look: &CrowdLook) -> Style {
    let ink = if a.is_player { Ink::Player } else { tone.ink() };
    if rank == CHOSEN {
        return look.theme.chosen(ink).add_modifier(Modifier::BOLD);
    }
    match look.query.text() {
        "" => look.theme.style(ink),
        _ if look.query.matches(a, s) => look.theme.style(ink).add_modifier(Modifier::UNDERLINED | Modifier::BOLD),
        _ => look.theme.style(Ink::Dim),
    }
}

fn letter(a: &AgentMark) -> char {
    match a.glyph {
        _ if a.is_player => '@',
        c if c.is_control() || unicode_width::UnicodeWidthChar::width(c) != Some(1) => '?',
        c => c,
    }
}

/// How many, where braille cannot be shown.
fn amount(count: u16) -> char {
    match count {
        0..=1 => '.',
        2..=3 => ':',
        4..=9 => 'o',
        _ => '@',
    }
}

/// The nearest of eight arrows.
pub fn arrow(heading: f32, theme: &Theme) -> char {
    let eighth = (heading / std::f32::consts::FRAC_PI_4).round() as i32;
    let i = eighth.rem_euclid(8) as usize;
    theme.pick(['→', '↘', '↓', '↙', '←', '↖', '↑', '↗'], ['>', '\\', 'v', '/', '<', '\\', '^', '/'])[i]
}

/// Puts a character on the map, keeping the tint below it.
pub fn set(buf: &mut Buffer, view: &View, x: u16, y: u16, glyph: char, style: Style) {
    if let Some(cell) = buf.cell_mut((view.area.x + x, view.area.y + y)) {
        // What was drawn there before must not shine through in its attributes.
        cell.modifier = Modifier::empty();
        cell.set_char(glyph).set_style(style);
    }
}

/// A point on the map, if it can be seen.
pub fn set_at(buf: &mut Buffer, view: &View, p: Vec2, glyph: char, style: Style) {
    if let Some((x, y)) = view.to_cell(p) {
        set(buf, view, x, y, glyph, style);
    }
}
