//! What changed in the world while a search was under way, which goes on on the ground as it was when it began.

use crate::world::Change;
use std::hash::{Hash, Hasher};
use thin_vec::ThinVec;

/// Changes that are kept apart; further ones are taken together with the last of them.
const MOST: usize = 8;

/// The changes since a search began.
#[derive(Clone, Debug, Default)]
pub(super) struct Missed {
    changes: ThinVec<Change>,
}

impl Missed {
    pub(super) fn add(&mut self, changes: &[Change]) {
        for change in changes {
            let known = self.changes.iter().position(|known| known.area == change.area);
            let is_full = self.changes.len() >= MOST;
            match known.or(self.changes.len().checked_sub(1).filter(|_| is_full)) {
                Some(i) => self.changes[i] = self.changes[i].with(*change),
                None => self.changes.push(*change),
            }
        }
    }

    pub(super) fn changes(&self) -> &[Change] {
        &self.changes
    }

    pub(super) fn clear(&mut self) {
        self.changes.clear();
    }

    /// Whether something opened.
    pub(super) fn opened(&self) -> bool {
        self.changes.iter().any(|change| change.opened)
    }
}

/// For the world hash: nothing where nothing was missed. Searches are of one storey.
impl Hash for Missed {
    fn hash<H: Hasher>(&self, h: &mut H) {
        for Change { area, opened, closed, costs, .. } in &self.changes {
            [area.min.x, area.min.y, area.max.x, area.max.y].into_iter().for_each(|side| side.to_bits().hash(h));
            (*opened, *closed, *costs).hash(h);
        }
    }
}
