//! The list of all panels. A new panel is a file here and a line in [`PANELS`].

pub(crate) mod creature;
mod creatures;
pub(crate) mod help;
pub(crate) mod log;
pub(crate) mod lua;
pub(crate) mod map;
mod profile;
mod scripts;
mod why;

use super::{Dashboard, Panel, Slot, Theme};

/// Every panel. `tab` visits those with a place of their own in this order; of two in one slot the first is shown unless
/// the other one has the keys.
pub(crate) static PANELS: [&Panel; 9] = [
    &map::PANEL,
    &creature::PANEL,
    &creatures::PANEL,
    &scripts::PANEL,
    &log::PANEL,
    &profile::PANEL,
    &help::PANEL,
    &why::PANEL,
    &lua::PANEL,
];

impl Default for &'static Panel {
    fn default() -> Self {
        PANELS[0]
    }
}

impl Dashboard {
    /// A dashboard that has seen no frame yet.
    pub fn new(theme: Theme) -> Self {
        Self { theme, ..Self::default() }
    }

    /// The panel that a slot of the layout shows.
    pub(super) fn shown_in(&self, slot: Slot) -> Option<&'static Panel> {
        if self.panel.slot == slot { Some(self.panel) } else { PANELS.into_iter().find(|p| p.slot == slot) }
    }

    /// Gives the keys to the next panel, or to the one before.
    pub(super) fn next_panel(&mut self, forward: bool) {
        let tiled: Vec<&Panel> = PANELS.into_iter().filter(|p| Slot::TILED.contains(&p.slot)).collect();
        let by = if forward { 1 } else { tiled.len() - 1 };
        let at = tiled.iter().position(|p| *p == self.panel).unwrap_or(0);
        self.panel = tiled[(at + by) % tiled.len()];
    }
}
