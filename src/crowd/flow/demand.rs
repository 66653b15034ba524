//! Which goals creatures ask for: when enough of them have the same, a field is worth its while.

use super::FlowKey;

/// Goals that are watched at a time.
const MOST_GOALS: usize = 64;
/// Creatures are counted for so many steps from the first on.
const STEPS: u64 = 200;

/// A goal, and the creatures that asked for it.
#[derive(Clone, Debug, Default, Hash)]
struct Goal {
    key: FlowKey,
    since: u64,
    /// Creatures that asked, by slot, each once.
    slots: Vec<u32>,
}

/// The goals that creatures asked for lately.
#[derive(Clone, Debug, Default, Hash)]
pub(super) struct Demand {
    goals: Vec<Goal>,
}

impl Demand {
    /// Counts a creature that asked for a path to a goal; whether so many did lately.
    pub(super) fn add(&mut self, step: u64, key: &FlowKey, slot: u32, enough: usize) -> bool {
        let known = self.goals.iter().position(|goal| goal.key == *key);
        let at = known.unwrap_or_else(|| self.place());
        let goal = &mut self.goals[at];
        if known.is_none() || goal.since + STEPS <= step {
            (goal.key, goal.since) = (*key, step);
            goal.slots.clear();
        }
        if goal.slots.len() < enough && !goal.slots.contains(&slot) {
            goal.slots.push(slot);
        }
        goal.slots.len() >= enough
    }

    /// A place for another goal: that of the one which has been watched longest, where there are too many.
    fn place(&mut self) -> usize {
        if self.goals.len() < MOST_GOALS {
            self.goals.push(Goal::default());
            return self.goals.len() - 1;
        }
        (0..self.goals.len()).min_by_key(|i| self.goals[*i].since).unwrap_or(0)
    }

    /// There is a field for this goal now.
    pub(super) fn forget(&mut self, key: &FlowKey) {
        self.goals.retain(|goal| goal.key != *key);
    }
}
