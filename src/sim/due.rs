//! Which creatures are called in a step: those whose tick it is, spread by slot, and those that were woken. Of those that
//! sleep, the ones that have a reason.

use super::Sim;
use super::shards::Called;
use crate::agent::{Sleep, StepView};
use std::ops::Range;
use std::sync::Arc;

/// So many creatures of each shard are called before the world is looked at.
const PART: usize = 512;
/// Of those that a reload calls, the first part of each shard, and how many times as many the next one is: a version that spends its
/// budget in each call is found out by few.
const FIRST_PART: usize = 1;
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

    /// Collects the creatures that are called in this step.
    pub(super) fn call_due(&mut self) {
        let (period, step) = (self.tick_steps(), self.now.step);
        for shard in &mut self.shards.all {
            shard.due.clear();
            shard.sleepers.clear();
            shard.recalled.clear();
        }
        self.wake.resize(self.now.agents.bodies.len(), false);
        let recalled = std::mem::take(&mut self.recalled);
        let player = self.now.player.map(|id| id.slot());
        let mut any_sleeps = false;
        for slot in self.now.agents.bodies.living() {
            if Some(slot) == player {
                continue;
            }
            if !recalled.is_empty() && recalled.contains(&self.now.agents.behaviour[slot]) {
                self.shards.of(slot).recalled.push(slot);
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
    }

    /// Calls the scripts of all that are due, in parts: `between` is called after each. Those that a reload calls come last, few of them
    /// first, and no more of them once their version has failed: it is undone at the end of the step.
    pub(super) fn call_scripts(&mut self, view: &StepView, between: &mut dyn FnMut(&Self)) {
        self.shards.run(|shard| shard.output.clear());
        let due = self.shards.all.iter().map(|shard| shard.due.len()).max().unwrap_or(0);
        for at in (0..due).step_by(PART) {
            self.call_part(view, Called::Due, at..at + PART, between);
        }
        let recalled = self.shards.all.iter().map(|shard| shard.recalled.len()).max().unwrap_or(0);
        let (mut at, mut part) = (0, FIRST_PART);
        while at < recalled && !self.has_failing_version() {
            self.call_part(view, Called::Recalled, at..at + part, between);
            (at, part) = (at + part, (part * GROWTH).min(PART));
        }
    }

    fn call_part(&mut self, view: &StepView, called: Called, part: Range<usize>, between: &mut dyn FnMut(&Self)) {
        self.shards.run(|shard| shard.run_scripts(view, called, &part));
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
