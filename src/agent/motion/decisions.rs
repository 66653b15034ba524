//! Which bodies decide in a step what velocity they take. In a world of many each keeps what it decided for a few steps, and in
//! each step an equal part of them decides. The right of way among all of them is settled once in as many steps.

use super::Move;
use crate::agent::{Agents, Catalogue};
use crate::body::spread;
use crate::crowd::Decision;
use rayon::ThreadPool;

/// So many slots side by side decide together: slots go to the VMs in turn, and each VM is to have as many that decide as another.
const TOGETHER: u64 = 16;

/// Those of all bodies, by slot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Decisions {
    /// Steps for which each keeps a velocity.
    kept_steps: u8,
    all: Vec<Decision>,
    /// The right of way is settled in this step.
    settles: bool,
}

impl Decisions {
    /// Begins a step: each body that moved before keeps a velocity for `kept_steps`, newcomers and those that a portal let go
    /// decide at once. What cannot turn on the spot decides in each step: its heading follows its velocity.
    pub(super) fn begin(
        &mut self,
        (agents, catalogue): (&Agents, &Catalogue),
        moves: &[Move],
        (kept_steps, step): (u8, u64),
        pool: Option<&ThreadPool>,
    ) {
        self.kept_steps = kept_steps.clamp(1, Decision::MOST + 1);
        self.settles = step.is_multiple_of(u64::from(self.kept_steps));
        if !self.any_is_kept() {
            return;
        }
        let (bodies, kept_steps) = (&agents.bodies, u64::from(self.kept_steps));
        let any_turns = catalogue.species.iter().any(|species| species.body.turn_radius > 0.0);
        let decision = |slot: usize| {
            let over = (step + slot as u64 / TOGETHER) % kept_steps;
            let turns = || catalogue.find(agents.behaviour[slot]).is_some_and(|species| species.body.turn_radius > 0.0);
            if any_turns && turns() {
                return Decision::default();
            }
            let has_decided = moves.get(slot).is_some_and(|m| m.moves && m.generation == bodies.generation[slot]);
            Decision { is_kept: over > 0 && has_decided, more: (kept_steps - 1 - over) as u8 }
        };
        self.all.resize(bodies.len(), Decision::default());
        spread::every(pool, &mut self.all, |slot, of| *of = decision(slot));
    }

    /// In how many steps the right of way is settled again, where it is settled in this one.
    pub(super) fn settles_in(&self) -> Option<u8> {
        self.settles.then_some(self.kept_steps)
    }

    /// Whether bodies keep what they decided.
    pub(crate) fn any_is_kept(&self) -> bool {
        self.kept_steps > 1
    }

    /// That of the body in a slot.
    #[inline]
    pub(crate) fn of(&self, slot: usize) -> Decision {
        if self.any_is_kept() { self.all[slot] } else { Decision::default() }
    }
}
