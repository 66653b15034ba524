//! The declaration of a panel, and what panels share. Each panel is one file in `panels/`.
//!
//! The layout, the key line, the help and the handling of keys and mouse are made from this declaration. A new panel is
//! a file with a `PANEL` and one line in the list in `panels.rs`.

use super::{Buffer, Dashboard, KeyEvent, Line, Rect, Role, Slot, Span, Theme, put, put_lines, span, width};
use ratatui::layout::Margin;
use ratatui::widgets::{Block, Clear, Widget};

/// One panel. `..Panel::DEFAULT` fills in what it does not need.
pub struct Panel {
    pub name: &'static str,
    pub slot: Slot,
    pub draw: fn(&mut Dashboard, Rect, &mut Buffer),
    /// The keys that open and close it, with their line of the help.
    pub opened_by: (&'static [char], Option<Hint>),
    /// False, with a message to the person, when it cannot be opened now.
    pub may_open: fn(&mut Dashboard) -> bool,
    /// The key line while it covers everything.
    pub hints: &'static [(&'static str, &'static str)],
    /// Takes every key while it covers everything, and the movement that the key is elsewhere; without it the common keys work.
    pub typed: Option<fn(&mut Dashboard, &KeyEvent, Option<Move>)>,
    /// How many rows can be selected.
    pub rows: fn(&Dashboard) -> usize,
    /// An arrow, page up or down, home or end: moves the selected row unless the panel has its own use for it.
    pub moved: fn(&mut Dashboard, &'static Self, Move),
    pub enter: fn(&mut Dashboard),
    /// A click at a column and row of the screen.
    pub clicked: fn(&mut Dashboard, (u16, u16)),
    /// Notches of the mouse wheel (below 0: away from the person) at a column and row of the screen.
    pub wheel: fn(&mut Dashboard, i32, (u16, u16)),
    /// Its rows belong to the selected creature: another one is shown from its first row.
    pub of_selected: bool,
}

impl Panel {
    pub const DEFAULT: Self = Self {
        name: "",
        slot: Slot::Main,
        draw: |_, _, _| {},
        opened_by: (&[], None),
        may_open: |_| true,
        hints: &[],
        typed: None,
        rows: |_| 0,
        moved: Dashboard::move_row,
        enter: Dashboard::select_nearest,
        clicked: |_, _| {},
        wheel: |_, _, _| {},
        of_selected: false,
    };
}

impl PartialEq for Panel {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// The parts of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    Time,
    View,
    Creatures,
    Actions,
}

impl Section {
    /// Every section with its title.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Time, "time"), (Self::View, "view"), (Self::Creatures, "creatures"), (Self::Actions, "actions")];
}

/// One line of the help, and where the key line repeats it.
#[derive(Clone, Copy, Debug)]
pub struct Hint {
    pub section: Section,
    /// The keys as they are shown: `[ ]`.
    pub keys: &'static str,
    pub help: &'static str,
    /// A word for the key line and its rank there: the lowest rank comes first, and the last ones go when the line is
    /// full.
    pub short: Option<(u8, &'static str)>,
}

/// A line of the help.
pub(super) const fn hint(section: Section, keys: &'static str, help: &'static str) -> Option<Hint> {
    Some(Hint { section, keys, help, short: None })
}

type Word = &'static str;

/// A line of the help that the key line repeats.
pub(super) const fn ranked(section: Section, keys: Word, help: Word, rank: u8, short: Word) -> Option<Hint> {
    Some(Hint { section, keys, help, short: Some((rank, short)) })
}

/// A movement by keys: right and down are positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub x: i32,
    pub y: i32,
    pub reach: Reach,
}

/// How far a movement goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    Step,
    Page,
    End,
}

/// Lines of a page.
const PAGE: i32 = 10;
/// More lines than any list has.
const ALL: i32 = i32::MAX / 2;

impl Move {
    /// Lines that a list moves by.
    pub fn lines(self) -> i32 {
        match self.reach {
            Reach::Step => self.y,
            Reach::Page => self.y * PAGE,
            Reach::End => self.y * ALL,
        }
    }
}

/// The border of a panel, with a blank column beside it.
const INSIDE: Margin = Margin::new(2, 1);

/// The titles of a panel, left and right.
pub(super) type Titles = (Vec<Span<'static>>, Vec<Span<'static>>);

/// Draws a panel's border with its titles. Returns the area inside without a blank column on each side.
pub(super) fn bordered(d: &Dashboard, panel: &Panel, area: Rect, (left, right): Titles, buf: &mut Buffer) -> Rect {
    let style = d.theme.style(if d.panel == panel { Role::Active } else { Role::Chrome });
    Block::bordered().border_set(d.theme.border()).border_style(style).render(area, buf);
    let space = usize::from(area.width.saturating_sub(4));
    let taken = title(left, space, area.x + 2, area.y, buf);
    let rest = Line::from(right);
    // The right title is drawn only where four columns stay free between the two.
    if rest.width() > 0 && taken + rest.width() + 4 <= space {
        let width = rest.width() as u16 + 2;
        title(rest.spans, space, area.right() - 2 - width, area.y, buf);
    }
    area.inner(INSIDE)
}

fn title(spans: Vec<Span>, space: usize, x: u16, y: u16, buf: &mut Buffer) -> usize {
    let mut line = Line::from(spans);
    if line.width() == 0 {
        return 0;
    }
    line.spans.insert(0, Span::raw(" "));
    line.spans.push(Span::raw(" "));
    let columns = line.width().min(space);
    put(buf, x, y, &line, columns as u16);
    columns
}

/// Clears an area and draws the border of a panel that covers others; the right title only beside the whole of the left one. Returns
/// the area inside as [`bordered`] does.
pub(super) fn covering(theme: &Theme, area: Rect, left: &str, right: &str, buf: &mut Buffer) -> Rect {
    Clear.render(area, buf);
    buf.set_style(area, theme.paper());
    let block = Block::bordered().border_set(theme.border()).border_style(theme.style(Role::Active)).title(left);
    let both = width(left) + width(right) + 3 <= area.width.into();
    block.title(Line::from(if both { right } else { "" }).right_aligned()).render(area, buf);
    area.inner(INSIDE)
}

/// An area of at most this size in the middle of the screen.
pub(super) fn centred(screen: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(screen.width), height.min(screen.height));
    Rect { x: screen.x + (screen.width - width) / 2, y: screen.y + (screen.height - height) / 2, width, height }
}

/// The name of a panel as its title.
pub(super) fn heading(d: &Dashboard, panel: &Panel, text: impl Into<String>) -> Span<'static> {
    span(&d.theme, if d.panel == panel { Role::Active } else { Role::Text }, text)
}

/// The first of `len` rows to show in `space` rows so that row `selected` is among them, near the middle where possible.
pub(super) fn first_row(selected: usize, len: usize, space: usize) -> usize {
    selected.saturating_sub(space / 2).min(len.saturating_sub(space))
}

/// Writes the lines of a list from an area's top down, so that line `at` is among them. Marks at the right border say that
/// there are more above or below.
pub(super) fn put_list(theme: &Theme, buf: &mut Buffer, area: Rect, lines: &[Line], at: usize) {
    let first = first_row(at, lines.len(), area.height.into());
    put_lines(buf, area, &lines[first..]);
    put_marks(theme, buf, area, first > 0, lines.len() - first > area.height.into());
}

/// Marks on the right border of an area inside a panel: there is more above, below.
pub(super) fn put_marks(theme: &Theme, buf: &mut Buffer, area: Rect, above: bool, below: bool) {
    let mut mark = |y, unicode, ascii| {
        put(buf, area.right() + 1, y, &span(theme, Role::Key, theme.pick(unicode, ascii)).into(), 1);
    };
    if area.height > 0 && above {
        mark(area.top(), "▲", "^");
    }
    if area.height > 0 && below {
        mark(area.bottom() - 1, "▼", "v");
    }
}

/// A line with one part to the left and one to the right; the right part is left out when there is no space for both.
pub(super) fn sides(theme: &Theme, left: Vec<Span<'static>>, right: Vec<Span<'static>>, width: u16) -> Line<'static> {
    let (mut l, r) = (Line::from(left), Line::from(right));
    let gap = usize::from(width).saturating_sub(l.width() + r.width());
    if gap > 0 || r.width() == 0 {
        l.spans.push(span(theme, Role::Text, " ".repeat(gap)));
        l.spans.extend(r.spans);
    }
    l
}
