//! Where panels lie, for every size of terminal.
//!
//! ```text
//! ┌ status ─────────────────────────┐      in a smaller terminal the low panels, then the
//! │ main                 │ side     │      panel low at the side, then the one at the side
//! │                      │          │      are left out; the main panel and the status line
//! ├──────────┬───────────┼──────────┤      are always shown
//! │ low left │ low right │ side low │
//! └ keys ───────────────────────────┘
//! ```

use ratatui::layout::{Constraint, Layout, Rect};

/// A place on the screen for a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// The largest, for the map.
    Main,
    /// To the right of it.
    Side,
    /// Below it, to the left.
    LowLeft,
    /// Below it, to the right.
    LowRight,
    /// The lower part of the right side.
    SideLow,
    /// In front of the main panel until it is closed; the keys stay with the panels.
    OverMain,
    /// In front of everything; takes the keys.
    OverAll,
}

impl Slot {
    /// The slots that share the screen without overlapping.
    pub const TILED: [Self; 5] = [Self::Main, Self::Side, Self::LowLeft, Self::LowRight, Self::SideLow];
}

/// Columns and rows; on a smaller terminal the dashboard only says that it is too small.
pub(crate) const SMALLEST: (u16, u16) = (40, 10);

/// Where everything lies; `None` for slots there is no space for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Areas {
    /// The highest line.
    pub status: Rect,
    /// The lowest line.
    pub keys: Option<Rect>,
    places: [Option<Rect>; Slot::TILED.len()],
}

impl Areas {
    /// `wanted` is shown even where there would be no space for it: it takes the place of a less important slot.
    pub fn new(screen: Rect, wanted: Slot) -> Self {
        let Rect { x, y, width, height } = screen;
        let keys = (height >= 14).then(|| Rect { x, y: y + height - 1, width, height: 1 });
        let body = Rect { x, y: y + 1, width, height: height.saturating_sub(1 + u16::from(keys.is_some())) };
        let mut areas = Self { status: Rect { height: 1.min(height), ..screen }, keys, ..Self::default() };
        if body.width >= 76 {
            areas.place_wide(body);
        } else {
            areas.place_narrow(body);
        }
        if areas.at(wanted).is_none() {
            areas.make_space(wanted, body);
        }
        areas
    }

    /// Where a slot lies; `None` when there is no space for it.
    pub fn at(&self, slot: Slot) -> Option<Rect> {
        self.places.get(slot as usize).copied().flatten()
    }

    /// The slot at a place on the screen.
    pub fn hit(&self, x: u16, y: u16) -> Option<Slot> {
        Slot::TILED.into_iter().find(|s| self.at(*s).is_some_and(|r| r.contains((x, y).into())))
    }

    fn set(&mut self, slot: Slot, at: Rect) {
        self.places[slot as usize] = (!at.is_empty()).then_some(at);
    }

    fn place_wide(&mut self, body: Rect) {
        // At a hundred columns it is wide enough for a reason with its line.
        let side = (body.width / 3).clamp((body.width * 2 / 5).clamp(34, 40), 74);
        let [left, right] = split_right(body, side);
        let bottom = (body.height / 4).clamp(7, 13);
        let low = body.height >= 28 && left.width >= 72;
        let [main, below] = split_below(left, if low { bottom } else { 0 });
        self.set(Slot::Main, main);
        let [low_left, low_right] = split_right(below, left.width / 2);
        self.set(Slot::LowLeft, low_left);
        self.set(Slot::LowRight, low_right);
        // The upper edge at the side meets that of the low panels where there are any.
        let side_low = match body.height {
            _ if low => bottom,
            17.. => (body.height * 3 / 10).max(6),
            _ => 0,
        };
        let [side, side_low] = split_below(right, side_low);
        self.set(Slot::Side, side);
        self.set(Slot::SideLow, side_low);
    }

    fn place_narrow(&mut self, body: Rect) {
        let [rest, side_low] = split_below(body, if body.height >= 30 { 7 } else { 0 });
        let [main, side] = split_below(rest, if body.height >= 20 { (body.height / 3).max(9) } else { 0 });
        self.set(Slot::Main, main);
        self.set(Slot::Side, side);
        self.set(Slot::SideLow, side_low);
    }

    fn make_space(&mut self, wanted: Slot, body: Rect) {
        for replaced in [Slot::SideLow, Slot::Side] {
            if let Some(at) = self.places[replaced as usize].take() {
                self.set(wanted, at);
                return;
            }
        }
        let [main, below] = split_below(body, body.height / 2);
        self.set(Slot::Main, main);
        self.set(wanted, below);
    }
}

/// The part of an area above its lowest rows, and these.
pub(super) fn split_below(area: Rect, rows: u16) -> [Rect; 2] {
    Layout::vertical([Constraint::Fill(1), Constraint::Length(rows)]).areas(area)
}

/// The part of an area to the left of its last columns, and these.
fn split_right(area: Rect, columns: u16) -> [Rect; 2] {
    Layout::horizontal([Constraint::Fill(1), Constraint::Length(columns)]).areas(area)
}
