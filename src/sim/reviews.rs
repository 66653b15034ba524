//! Whose paths are looked at because of changes of the world, and when.

use crate::geom::Storey;
use crate::world::Change;
use std::hash::{Hash, Hasher};

/// Creatures whose paths are looked at in one step …
const MOST_A_STEP: usize = 4_096;
/// … and comparisons of their paths with changes: with many changes there are fewer creatures …
const COMPARED_A_STEP: usize = 1 << 18;
/// … but at least so many that after this many steps all were looked at: a second.
pub const ROUND_STEPS: usize = 20;
/// Changes that wait to be looked at; where there are more, the last ones are looked at as one.
const MOST_WAITING: usize = 1_024;

/// Changes because of which paths are yet to be looked at. All creatures are looked at in turn, in order of slot, each because of
/// all changes that wait: a change is over when the round is back where it came in.
#[derive(Default)]
pub struct Reviews {
    /// The last change of each area, and how many slots are yet to be looked at because of it.
    waiting: Vec<(Change, usize)>,
    /// The slot that is next.
    next: usize,
}

impl Hash for Reviews {
    fn hash<H: Hasher>(&self, h: &mut H) {
        for (Change { area, storey, opened, closed, costs }, left) in &self.waiting {
            for side in [area.min.x, area.min.y, area.max.x, area.max.y] {
                side.to_bits().hash(h);
            }
            (storey, opened, closed, costs, left).hash(h);
        }
        if !self.waiting.is_empty() {
            self.next.hash(h);
        }
    }
}

impl Reviews {
    /// Has the paths of so many slots looked at because of a change.
    pub fn add(&mut self, change: Change, slots: usize) {
        let mut change = change;
        self.waiting.retain(|(other, _)| {
            let same = (other.storey, other.area) == (change.storey, change.area);
            change = if same { other.with(change) } else { change };
            !same
        });
        let is_full = self.waiting.len() >= MOST_WAITING;
        match self.waiting.last_mut() {
            Some((last, left)) if is_full && last.storey == change.storey => {
                (*last, *left) = (last.with(change), slots);
            }
            _ => self.waiting.push((change, slots)),
        }
    }

    /// Whether nothing is to be looked at.
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// The slots whose turn it is, of so many in all, and the changes by storey.
    pub fn take_turn(&mut self, slots: usize) -> (Vec<usize>, Vec<(Storey, Vec<Change>)>) {
        let fit = (COMPARED_A_STEP / self.waiting.len().max(1)).min(MOST_A_STEP);
        let count = fit.max(slots.div_ceil(ROUND_STEPS)).min(slots);
        let turn = (0..count).map(|i| (self.next + i) % slots).collect();
        let mut by_storey: Vec<(Storey, Vec<Change>)> = Vec::new();
        for (change, left) in &mut self.waiting {
            *left = left.saturating_sub(count);
            match by_storey.iter_mut().find(|(storey, _)| *storey == change.storey) {
                Some((_, changes)) => changes.push(*change),
                None => by_storey.push((change.storey, vec![*change])),
            }
        }
        self.waiting.retain(|(_, left)| *left > 0);
        self.next = if self.waiting.is_empty() { 0 } else { (self.next + count) % slots.max(1) };
        (turn, by_storey)
    }
}
