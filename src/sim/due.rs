//! Which creatures are called in a step: those whose tick it is, spread by slot, and those that were woken. Of those that
//! sleep, the ones that have a reason.

use super::Sim;
use crate::agent::Sleep;
use std::sync::Arc;

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
        }
        self.wake.resize(self.now.agents.bodies.len(), false);
        let player = self.now.player.map(|id| id.slot());
        let mut any_sleeps = false;
        for slot in self.now.agents.bodies.living() {
            let (turn, woken) = ((step + slot as u64).is_multiple_of(period), self.wake[slot]);
            if !turn && !woken || Some(slot) == player {
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
