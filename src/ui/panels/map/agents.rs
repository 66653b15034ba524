//! Creatures on the map: near ones as letters with a mark of their mood, far ones as dots, in one pass over all.

use crate::geom::heading_vec;
use crate::ui::camera::NEAR_M;
use crate::ui::mood::Moods;
use crate::ui::{AgentId, AgentMark, Braille, Buffer, Mood, Query, Role, Snapshot, Theme, Vec2, View};
use ratatui::style::{Modifier, Style};

/// From this scale on the mark of the mood is drawn beside the letter, metres a column.
const MARKS_M: f32 = 0.5;
/// From this scale on the heading too, metres a column.
const HEADINGS_M: f32 = 0.25;
/// What a character of the map shows, the least important first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Empty,
    Mood(Mood),
    Player,
    Selected,
}

/// Buffers kept from frame to frame.
#[derive(Default)]
pub(crate) struct AgentCanvas {
    /// The rank of the most important creature at each character.
    rank: Vec<Rank>,
    count: Vec<u16>,
    beside: Vec<(u16, u16, char, Style)>,
    dots: Braille,
}

/// How creatures are drawn.
pub(crate) struct AgentLook<'a> {
    pub theme: &'a Theme,
    pub selected: Option<AgentId>,
    pub query: &'a Query,
    pub marks: bool,
}

impl AgentCanvas {
    pub(crate) fn draw(&mut self, s: &Snapshot, view: &View, look: &AgentLook, moods: &mut Moods, buf: &mut Buffer) {
        let cells = usize::from(view.area.width) * usize::from(view.area.height);
        self.rank.clear();
        self.rank.resize(cells, Rank::Empty);
        self.count.clear();
        self.count.resize(cells, 0);
        if view.m <= NEAR_M { self.near(s, view, look, moods, buf) } else { self.far(s, view, look, moods, buf) }
    }

    fn near(&mut self, s: &Snapshot, view: &View, look: &AgentLook, moods: &mut Moods, buf: &mut Buffer) {
        self.beside.clear();
        for a in &s.agents {
            let Some((x, y)) = view.to_cell(a.position) else { continue };
            let mood = moods.of(a.state, &s.catalogue);
            let rank = rank_of(a, mood, look);
            let cell = usize::from(y) * usize::from(view.area.width) + usize::from(x);
            if self.rank[cell] >= rank {
                continue;
            }
            self.rank[cell] = rank;
            let style = style_of(a, mood, rank, s, look);
            set(buf, view, x, y, glyph_of(a), style);
            if look.marks && view.m <= MARKS_M {
                self.note_beside(a, mood, (x, y), view, style, look.theme);
            }
        }
        for (x, y, glyph, style) in &self.beside {
            let cell = usize::from(*y) * usize::from(view.area.width) + usize::from(*x);
            if self.rank.get(cell) == Some(&Rank::Empty) {
                set(buf, view, *x, *y, *glyph, style.remove_modifier(Modifier::REVERSED));
            }
        }
    }

    /// The mark of the mood to the right of a letter, and, very near, an arrow in the direction of its heading.
    fn note_beside(&mut self, a: &AgentMark, mood: Mood, at: (u16, u16), view: &View, style: Style, theme: &Theme) {
        let mut mark_at = 1;
        if view.m <= HEADINGS_M && a.heading.is_finite() {
            let d = heading_vec(a.heading).round();
            let (x, y) = (i32::from(at.0) + d.x as i32, i32::from(at.1) + d.y as i32);
            if d.y == 0.0 && d.x > 0.0 {
                mark_at = -1;
            }
            self.push(x, y, arrow(a.heading, theme), style, view);
        }
        let mark = if a.is_player { ' ' } else { mood.mark(theme) };
        if mark != ' ' {
            self.push(i32::from(at.0) + mark_at, i32::from(at.1), mark, style, view);
        }
    }

    fn push(&mut self, x: i32, y: i32, glyph: char, style: Style, view: &View) {
        if (0..i32::from(view.area.width)).contains(&x) && (0..i32::from(view.area.height)).contains(&y) {
            self.beside.push((x as u16, y as u16, glyph, style));
        }
    }

    fn far(&mut self, s: &Snapshot, view: &View, look: &AgentLook, moods: &mut Moods, buf: &mut Buffer) {
        self.dots.reset(view.area.width, view.area.height);
        let mut on_top: [Option<&AgentMark>; 2] = [None, None];
        for a in &s.agents {
            let Some(cell) = self.dots.set(view.to_area(a.position)) else { continue };
            let rank = rank_of(a, moods.of(a.state, &s.catalogue), look);
            self.rank[cell] = self.rank[cell].max(rank);
            self.count[cell] = self.count[cell].saturating_add(1);
            match rank {
                Rank::Selected => on_top[1] = Some(a),
                Rank::Player => on_top[0] = Some(a),
                _ => {}
            }
        }
        let columns = usize::from(view.area.width).max(1);
        for (cell, rank) in self.rank.iter().enumerate().filter(|(_, rank)| **rank != Rank::Empty) {
            let glyph = if look.theme.ascii { amount(self.count[cell]) } else { self.dots.pattern(cell) };
            let role = if let Rank::Mood(mood) = rank { Role::Mood(*mood) } else { Role::Bright };
            let style = look.theme.style(role);
            set(buf, view, (cell % columns) as u16, (cell / columns) as u16, glyph, style);
        }
        for a in on_top.into_iter().flatten() {
            if let Some((x, y)) = view.to_cell(a.position) {
                let mood = moods.of(a.state, &s.catalogue);
                set(buf, view, x, y, glyph_of(a), style_of(a, mood, rank_of(a, mood, look), s, look));
            }
        }
    }
}

fn rank_of(a: &AgentMark, mood: Mood, look: &AgentLook) -> Rank {
    match a {
        a if look.selected == Some(a.id) => Rank::Selected,
        a if a.is_player => Rank::Player,
        _ => Rank::Mood(mood),
    }
}

fn style_of(a: &AgentMark, mood: Mood, rank: Rank, s: &Snapshot, look: &AgentLook) -> Style {
    let role = if a.is_player { Role::Player } else { Role::Mood(mood) };
    if rank == Rank::Selected {
        return look.theme.selected_style(role).add_modifier(Modifier::BOLD);
    }
    match look.query.text() {
        "" => look.theme.style(role),
        _ if look.query.matches(a, s) => look.theme.style(role).add_modifier(Modifier::UNDERLINED | Modifier::BOLD),
        _ => look.theme.style(Role::Dim),
    }
}

fn glyph_of(a: &AgentMark) -> char {
    match a.glyph {
        _ if a.is_player => '@',
        c if c.is_control() || unicode_width::UnicodeWidthChar::width(c) != Some(1) => '?',
        c => c,
    }
}

/// A character for a count, where braille cannot be shown.
fn amount(count: u16) -> char {
    match count {
        0..=1 => '.',
        2..=3 => ':',
        4..=9 => 'o',
        _ => '@',
    }
}

/// The nearest of eight arrows.
pub(crate) fn arrow(heading: f32, theme: &Theme) -> char {
    let eighth = (heading / std::f32::consts::FRAC_PI_4).round() as i32;
    let i = eighth.rem_euclid(8) as usize;
    theme.pick(['→', '↘', '↓', '↙', '←', '↖', '↑', '↗'], ['>', '\\', 'v', '/', '<', '\\', '^', '/'])[i]
}

/// Puts a character on the map, keeping the tint below it.
pub(crate) fn set(buf: &mut Buffer, view: &View, x: u16, y: u16, glyph: char, style: Style) {
    if let Some(cell) = buf.cell_mut((view.area.x + x, view.area.y + y)) {
        // The attributes of what was drawn there before must not stay.
        cell.modifier = Modifier::empty();
        cell.set_char(glyph).set_style(style);
    }
}

/// A point on the map, if it can be seen.
pub(crate) fn set_at(buf: &mut Buffer, view: &View, p: Vec2, glyph: char, style: Style) {
    if let Some((x, y)) = view.to_cell(p) {
        set(buf, view, x, y, glyph, style);
    }
}
