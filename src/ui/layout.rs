//! Which panel stands where, for every size of terminal.
//!
//! ```text
//! ┌ status ─────────────────────────┐      narrow: creatures, scripts, log and
//! │ world                │ creature │      creature leave in this order; the world
//! │                      │          │      and the status line stay
//! ├──────────┬───────────┼──────────┤
//! │ creatures│ scripts   │ log      │
//! └ keys ───────────────────────────┘
//! ```

use ratatui::layout::Rect;

/// The panels that can have the keys, in the order in which `tab` visits them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Panel {
    #[default]
    World,
    Creature,
    Creatures,
    Scripts,
    Log,
}

impl Panel {
    pub const ALL: [Self; 5] = [Self::World, Self::Creature, Self::Creatures, Self::Scripts, Self::Log];

    pub fn next(self, by: usize) -> Self {
        Self::ALL[(self as usize + by) % Self::ALL.len()]
    }
}

/// Below this the dashboard only says that it needs more room.
pub const SMALLEST: (u16, u16) = (40, 10);

/// Where everything stands; `None` for panels there is no room for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Areas {
    pub status: Rect,
    pub world: Rect,
    pub keys: Option<Rect>,
    places: [Option<Rect>; 5],
}

impl Areas {
    /// `wanted` is shown even where there would be no room for it: it takes the place of a panel that goes earlier.
    pub fn new(screen: Rect, wanted: Panel) -> Self {
        let Rect { x, y, width, height } = screen;
        let keys = (height >= 14).then(|| Rect { x, y: y + height - 1, width, height: 1 });
        let body = Rect { x, y: y + 1, width, height: height.saturating_sub(1 + u16::from(keys.is_some())) };
        let mut areas = Self { status: Rect { height: 1.min(height), ..screen }, keys, ..Self::default() };
        areas.place(body);
        areas.world = areas.places[Panel::World as usize].unwrap_or(body);
        if areas.at(wanted).is_none() {
            areas.make_room(wanted, body);
        }
        areas
    }

    pub fn at(&self, panel: Panel) -> Option<Rect> {
        self.places[panel as usize]
    }

    /// The panel under a place on the screen.
    pub fn hit(&self, x: u16, y: u16) -> Option<Panel> {
        Panel::ALL.into_iter().find(|p| self.at(*p).is_some_and(|r| r.contains((x, y).into())))
    }

    fn set(&mut self, panel: Panel, at: Rect) {
        self.places[panel as usize] = Some(at);
    }

    fn place(&mut self, body: Rect) {
        if body.width >= 76 { self.place_wide(body) } else { self.place_narrow(body) }
    }

    fn place_wide(&mut self, body: Rect) {
        let side = (body.width / 3).clamp(34, 74);
        let (left, right) = split_right(body, side);
        let bottom = (body.height / 4).clamp(7, 13);
        let low = body.height >= 28 && left.width >= 72;
        let (world, below) = split_below(left, if low { bottom } else { 0 });
        self.set(Panel::World, world);
        if low {
            let (creatures, scripts) = split_right(below, left.width / 2);
            self.set(Panel::Creatures, creatures);
            self.set(Panel::Scripts, scripts);
        }
        // The log's upper edge meets that of its neighbours where there are any.
        let log = match body.height {
            _ if low => bottom,
            17.. => (body.height * 3 / 10).max(6),
            _ => 0,
        };
        let (creature, log_at) = split_below(right, log);
        self.set(Panel::Creature, creature);
        if log > 0 {
            self.set(Panel::Log, log_at);
        }
    }

    fn place_narrow(&mut self, body: Rect) {
        let log = if body.height >= 30 { 7 } else { 0 };
        let creature = if body.height >= 20 { (body.height / 3).max(9) } else { 0 };
        let (rest, log_at) = split_below(body, log);
        let (world, creature_at) = split_below(rest, creature);
        self.set(Panel::World, world);
        if creature > 0 {
            self.set(Panel::Creature, creature_at);
        }
        if log > 0 {
            self.set(Panel::Log, log_at);
        }
    }

    fn make_room(&mut self, wanted: Panel, body: Rect) {
        for victim in [Panel::Log, Panel::Creature] {
            if let Some(at) = self.places[victim as usize].take() {
                self.set(wanted, at);
                return;
            }
        }
        let (world, below) = split_below(body, body.height / 2);
        self.world = world;
        self.set(Panel::World, world);
        self.set(wanted, below);
    }
}

fn split_right(r: Rect, right: u16) -> (Rect, Rect) {
    let right = right.min(r.width);
    let left = r.width - right;
    (Rect { width: left, ..r }, Rect { x: r.x + left, width: right, ..r })
}

fn split_below(r: Rect, below: u16) -> (Rect, Rect) {
    let below = below.min(r.height);
    let above = r.height - below;
    (Rect { height: above, ..r }, Rect { y: r.y + above, height: below, ..r })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(width: u16, height: u16) -> Vec<Panel> {
        let areas = Areas::new(Rect::new(0, 0, width, height), Panel::World);
        Panel::ALL.into_iter().filter(|p| areas.at(*p).is_some()).collect()
    }

    #[test]
    fn panels_leave_in_order_as_room_gets_scarce() {
        use Panel::*;
        assert_eq!(shown(250, 70), [World, Creature, Creatures, Scripts, Log]);
        assert_eq!(shown(120, 40), [World, Creature, Creatures, Scripts, Log]);
        assert_eq!(shown(80, 24), [World, Creature, Log]);
        assert_eq!(shown(60, 24), [World, Creature]);
        assert_eq!(shown(60, 12), [World]);
    }

    #[test]
    fn panels_stay_on_the_screen_and_never_overlap() {
        for (w, h) in (40..=260).step_by(7).flat_map(|w| (10..=80).map(move |h| (w, h))) {
            let screen = Rect::new(0, 0, w, h);
            for wanted in Panel::ALL {
                let areas = Areas::new(screen, wanted);
                assert!(areas.at(wanted).is_some_and(|r| !r.is_empty()), "{wanted:?} at {w}×{h}");
                let all: Vec<Rect> =
                    Panel::ALL.iter().filter_map(|p| areas.at(*p)).chain(areas.keys).chain([areas.status]).collect();
                assert_eq!(all.iter().map(|r| r.area()).sum::<u32>(), screen.area(), "{w}×{h} is tiled");
                for (i, a) in all.iter().enumerate() {
                    assert_eq!(screen.intersection(*a), *a);
                    assert!(all[i + 1..].iter().all(|b| !a.intersects(*b)), "{w}×{h}");
                }
            }
        }
    }
}
