//! Creatures on the map: near ones as letters with a mark of their mood, far ones as dots, in one pass over all.

use crate::geom::{Storey, heading_vec};
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

/// The creatures of a snapshot, and how they are drawn.
pub(super) struct Creatures<'a> {
    pub s: &'a Snapshot,
    /// The storey that is shown.
    pub storey: Storey,
    pub view: &'a View,
    pub theme: &'a Theme,
    pub selected: Option<AgentId>,
    pub query: &'a Query,
    pub marks: bool,
}

impl Creatures<'_> {
    pub(super) fn draw(&self, moods: &mut Moods, buf: &mut Buffer) {
        if self.view.m <= NEAR_M { self.near(moods, buf) } else { self.far(moods, buf) }
    }

    /// Draws the creatures of the storeys below, dim, where nothing else is drawn over them.
    pub(super) fn draw_ghosts(&self, buf: &mut Buffer) {
        if self.storey == Storey::GROUND {
            return;
        }
        let ghost = self.theme.pick('∘', ',');
        for a in self.s.agents.iter().filter(|a| a.storey < self.storey) {
            let glyph = if self.view.m <= NEAR_M { glyph_of(a).to_ascii_lowercase() } else { ghost };
            set_at(buf, self.view, a.position, glyph, self.theme.style(Role::Dim));
        }
    }

    fn near(&self, moods: &mut Moods, buf: &mut Buffer) {
        let (columns, rows) = (i32::from(self.view.area.width), i32::from(self.view.area.height));
        let mut ranks = vec![Rank::Empty; (columns * rows) as usize];
        let mut beside = Vec::new();
        for a in self.s.agents.iter().filter(|a| a.storey == self.storey) {
            let Some((x, y)) = self.view.to_cell(a.position) else { continue };
            let mood = moods.of(a, &self.s.catalogue);
            let (rank, at) = (self.rank_of(a, mood), (i32::from(x), i32::from(y)));
            let shown = &mut ranks[(at.1 * columns + at.0) as usize];
            if *shown >= rank {
                continue;
            }
            *shown = rank;
            let style = self.style_of(a, mood, rank);
            set(buf, self.view, x, y, glyph_of(a), style);
            if self.marks && self.view.m <= MARKS_M {
                beside.extend(self.beside(a, mood).map(|(dx, dy, glyph)| (at.0 + dx, at.1 + dy, glyph, style)));
            }
        }
        for (x, y, glyph, style) in beside {
            let inside = (0..columns).contains(&x) && (0..rows).contains(&y);
            if inside && ranks[(y * columns + x) as usize] == Rank::Empty {
                set(buf, self.view, x as u16, y as u16, glyph, style.remove_modifier(Modifier::REVERSED));
            }
        }
    }

    /// The mark of the mood to the right of a letter, and, very near, an arrow in the direction of its heading.
    fn beside(&self, a: &AgentMark, mood: Mood) -> impl Iterator<Item = (i32, i32, char)> + use<> {
        let shown = self.view.m <= HEADINGS_M && a.heading.is_finite();
        let heading = shown.then(|| heading_vec(a.heading).round());
        let mark_at = if heading.is_some_and(|d| d.y == 0.0 && d.x > 0.0) { -1 } else { 1 };
        let mark = if a.is_player { ' ' } else { mood.mark(self.theme) };
        let arrow = heading.map(|d| (d.x as i32, d.y as i32, arrow(a.heading, self.theme)));
        arrow.into_iter().chain((mark != ' ').then_some((mark_at, 0, mark)))
    }

    fn far(&self, moods: &mut Moods, buf: &mut Buffer) {
        let (view, columns) = (self.view, usize::from(self.view.area.width));
        let mut dots = Braille::new(view.area.width, view.area.height);
        let mut cells = vec![(Rank::Empty, 0); columns * usize::from(view.area.height)];
        let mut on_top = [None, None];
        for a in self.s.agents.iter().filter(|a| a.storey == self.storey) {
            let Some(cell) = dots.set(view.to_area(a.position)) else { continue };
            let mood = moods.of(a, &self.s.catalogue);
            let rank = self.rank_of(a, mood);
            cells[cell] = (cells[cell].0.max(rank), cells[cell].1 + 1);
            match rank {
                Rank::Selected => on_top[1] = Some((a, mood, rank)),
                Rank::Player => on_top[0] = Some((a, mood, rank)),
                _ => {}
            }
        }
        for (cell, (rank, count)) in cells.into_iter().enumerate().filter(|(_, (rank, _))| *rank != Rank::Empty) {
            let glyph = if self.theme.ascii { amount(count) } else { dots.pattern(cell) };
            let role = if let Rank::Mood(mood) = rank { Role::Mood(mood) } else { Role::Bright };
            set(buf, view, (cell % columns) as u16, (cell / columns) as u16, glyph, self.theme.style(role));
        }
        for (a, mood, rank) in on_top.into_iter().flatten() {
            set_at(buf, view, a.position, glyph_of(a), self.style_of(a, mood, rank));
        }
    }

    fn rank_of(&self, a: &AgentMark, mood: Mood) -> Rank {
        match a {
            a if self.selected == Some(a.id) => Rank::Selected,
            a if a.is_player => Rank::Player,
            _ => Rank::Mood(mood),
        }
    }

    fn style_of(&self, a: &AgentMark, mood: Mood, rank: Rank) -> Style {
        let role = if a.is_player { Role::Player } else { Role::Mood(mood) };
        let awake = self.theme.style(role);
        let style = if a.asleep { awake.add_modifier(Modifier::DIM) } else { awake };
        match self.query.text() {
            _ if rank == Rank::Selected => self.theme.selected_style(role).add_modifier(Modifier::BOLD),
            "" => style,
            _ if self.query.matches(a, self.s) => style.add_modifier(Modifier::UNDERLINED | Modifier::BOLD),
            _ => self.theme.style(Role::Dim),
        }
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
fn amount(count: u32) -> char {
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
    set_symbol(buf, view, x, y, glyph.encode_utf8(&mut [0; 4]), style);
}

/// As [`set`]; an accent may be a character of its own.
pub(crate) fn set_symbol(buf: &mut Buffer, view: &View, x: u16, y: u16, symbol: &str, style: Style) {
    if let Some(cell) = buf.cell_mut((view.area.x + x, view.area.y + y)) {
        // The attributes of what was drawn there before must not stay.
        cell.modifier = Modifier::empty();
        cell.set_symbol(symbol).set_style(style);
    }
}

/// A point on the map, if it can be seen.
pub(crate) fn set_at(buf: &mut Buffer, view: &View, p: Vec2, glyph: char, style: Style) {
    if let Some((x, y)) = view.to_cell(p) {
        set(buf, view, x, y, glyph, style);
    }
}
