//! Which creatures are called in a step: those whose tick it is, spread by slot, and those that were woken. Of those that
//! sleep, the ones that have a reason.

use super::Sim;
use crate::agent::{Sleep, StepView, Symbol};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// So many creatures are called before the world is looked at.
const PART: usize = 4096;
/// Of those that a reload calls, how many are called first, and how many times as many each time after that: a version that spends its
/// budget in each call is found out by few.
const FIRST_PART: usize = 8;
const GROWTH: usize = 8;

impl Sim {
    /// Whether there are so many creatures that not all is done as often: see [`SimParams::many`](super::SimParams::many).
    pub(super) fn is_many(&self) -> bool {
        self.script_params.sleep && self.now.agents.bodies.len() >= self.params.many
    }

    /// Steps between two turns of a creature.
    pub(super) fn tick_steps(&self) -> u64 {
        u64::from((self.script_params.tick_ms / self.params.step_ms).max(1))
    }

    /// Seconds of the world that are over.
    pub(super) fn second(&self) -> u64 {
        self.now.step / u64::from((1000 / self.params.step_ms).max(1))
    }

    /// Collects the creatures that are called in this step. Returns those of the behaviours that a reload calls, whatever their turns, by
    /// slot.
    pub(super) fn call_due(&mut self, behaviours: &BTreeSet<Symbol>) -> Vec<usize> {
        let (period, step) = (self.tick_steps(), self.now.step);
        for shard in &mut self.shards.all {
            shard.due.clear();
            shard.sleepers.clear();
        }
        self.wake.resize(self.now.agents.bodies.len(), false);
        let mut recalled = Vec::new();
        let player = self.now.player.map(|id| id.slot());
        let mut any_sleeps = false;
        for slot in self.now.agents.bodies.living() {
            if Some(slot) == player {
                continue;
            }
            if !behaviours.is_empty() && behaviours.contains(&self.now.agents.behaviour[slot]) {
                recalled.push(slot);
                continue;
            }
            let (turn, woken) = ((step + slot as u64).is_multiple_of(period), self.wake[slot]);
            if !turn && !woken {
                continue;
            }
            let sleeps = !woken && self.now.agents.sleep[slot].holds(step);
            any_sleeps |= sleeps;
            let shard = self.shards.of(slot);
            if sleeps { &mut shard.sleepers } else { &mut shard.due }.push(slot);
        }
        self.wake.fill(false);
        if any_sleeps {
            self.rouse(period);
        }
        recalled
    }

    /// Calls the scripts of all that are due, in parts: `between` is called after each. Those that a reload calls come last, few of them
    /// first, and no more of them once their version has failed: it is undone at the end of the step.
    pub(super) fn call_scripts(&mut self, recalled: &[usize], view: &StepView, between: &mut dyn FnMut(&Self)) {
        self.shards.run(|shard| shard.output.clear());
        let longest = self.shards.all.iter().map(|shard| shard.due.len()).max().unwrap_or(0);
        let of_a_shard = PART.div_ceil(self.shards.all.len());
        // The world is looked at here in a step without calls too.
        for at in (0..longest.max(1)).step_by(of_a_shard) {
            self.call_part(at..at + of_a_shard, view, between);
        }
        let (mut left, mut part) = (recalled, FIRST_PART);
        while !left.is_empty() && !self.has_failing_version() {
            let (now, later) = left.split_at(part.min(left.len()));
            self.shards.all.iter_mut().for_each(|shard| shard.due.clear());
            now.iter().for_each(|slot| self.shards.of(*slot).due.push(*slot));
            self.call_part(0..part, view, between);
            (left, part) = (later, (part * GROWTH).min(PART));
        }
    }

    /// Calls a part of those that are due of each shard.
    fn call_part(&mut self, part: Range<usize>, view: &StepView, between: &mut dyn FnMut(&Self)) {
        self.shards.run(|shard| shard.run_scripts(view, &part));
        between(self);
    }

    /// Calls those of the sleepers whose tick it is that have a reason to wake; the others miss their tick.
    fn rouse(&mut self, period: u64) {
        let view = self.view();
        let tick_s = period as f32 * view.step_s;
        self.shards.run(|shard| shard.rouse(&view, tick_s));
        drop(view);
        let agents = Arc::make_mut(&mut self.now.agents);
        for slot in self.shards.all.iter().flat_map(|shard| &shard.sleepers) {
            agents.sleep[*slot].missed += 1;
        }
    }

    /// Ends a creature's sleep: its next tick is called.
    pub(super) fn end_sleep(&mut self, slot: usize) {
        if self.now.agents.sleep[slot] != Sleep::default() {
            Arc::make_mut(&mut self.now.agents).sleep[slot].end();
        }
    }
}
