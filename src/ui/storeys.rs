//! Which storey the map shows, and the keys that change it.

use super::{AgentId, Dashboard, find};
use crate::geom::Storey;

impl Dashboard {
    /// Shows the storey so many above the one that is shown, as far as there are any. A followed creature is followed no more.
    pub(super) fn change_storey(&mut self, by: i64) {
        let Some(s) = self.snapshot() else { return };
        let last = s.world.storey_count() as i64 - 1;
        if last == 0 {
            return self.complain("this map has one storey");
        }
        let to = (i64::from(self.storey.0) + by).clamp(0, last);
        self.follow = false;
        self.storey = Storey(to as u32);
    }

    /// Shows the storey that a creature is on.
    pub(super) fn show_storey_of(&mut self, id: AgentId) {
        let storey = self.snapshot().and_then(|s| find::get(s, id)).map(|a| a.storey);
        self.storey = storey.unwrap_or(self.storey);
    }

    /// Whether the selected creature is on the storey that is shown.
    pub(super) fn shows_storey_of_selected(&self) -> bool {
        let selected = self.snapshot().zip(self.selected).and_then(|(s, id)| find::get(s, id));
        selected.is_none_or(|a| a.storey == self.storey)
    }
}
