//! Which creatures are called in a step: those whose tick it is, spread by slot, and those that were woken. Of those that
//! sleep, the ones that have a reason.

use super::Sim;
use super::midway::Between;
use super::shards::Shard;
use crate::agent::{Sleep, StepView, Symbol};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// So many creatures are called before the world is looked at. By turns, a quarter of the shards have most of them: that is 512 to 2 048 calls.
const PART: usize = 2048;
/// Of those that a reload calls, how many are called first, and how many times as many each time after that: a version that spends its
/// budget in each call is found out by few.
const FIRST_PART: usize = 8;
const GROWTH: usize = 8;
/// So many creatures of a machine at least are called by a thread before another may take it over.
const LEAST_CALLS: usize = 32;
/// So few creatures are called by one thread: it has done so before others wake up for a part of them.
const FEW_CALLS: usize = 32;

impl Sim {
    /// Whether there are so many creatures that not all is done as often: see [`SimParams::many`](super::SimParams::many).
    pub(crate) fn is_many(&self) -> bool {
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
        let period = self.tick_steps();
        self.wake.resize(self.now.agents.bodies.len(), false);
        let Self { now, wake, shards, .. } = self;
        let (agents, player) = (&*now.agents, now.player.map(|id| id.slot()));
        let has_script = |slot: usize| agents.bodies.alive[slot] && Some(slot) != player;
        let is_recalled = |slot: usize| behaviours.contains(&agents.behaviour[slot]);
        shards.run_for(agents.bodies.len(), |shard| {
            shard.collect_due(agents, wake, (now.step, period), |slot| has_script(slot) && !is_recalled(slot));
        });
        let mut recalled = Vec::new();
        if !behaviours.is_empty() {
            recalled.extend((0..agents.bodies.len()).filter(|slot| has_script(*slot) && is_recalled(*slot)));
        }
        wake.fill(false);
        if shards.all.iter().any(|shard| !shard.sleepers.is_empty()) {
            self.rouse(period);
        }
        recalled
    }

    /// Calls the scripts of all that are due, in parts: after each the world is looked at, and what was saved goes live. Those that a reload
    /// calls come last, few of them first, and no more of them once their version has failed: it is undone at the end of the step.
    pub(super) fn call_scripts(&mut self, recalled: &[usize], between: &mut dyn Between) {
        self.shards.run_for(self.now.agents.bodies.len(), |shard| shard.output.clear());
        let of_a_shard = PART.div_ceil(self.shards.all.len());
        let mut at = 0;
        // The world is looked at here in a step without calls too.
        loop {
            // Notes of few calls at a time: those of a step in which all are called would take 300 bytes a creature.
            self.record_turns();
            self.call_part(at..at + of_a_shard, &self.view(), between);
            at = if self.take_saved_among_calls(at + of_a_shard, between) { 0 } else { at + of_a_shard };
            if self.shards.all.iter().all(|shard| shard.due.len() <= at) {
                break;
            }
        }
        let (mut left, mut part) = (recalled, FIRST_PART);
        while !left.is_empty() && !self.has_failing_version() {
            let (now, later) = left.split_at(part.min(left.len()));
            self.shards.all.iter_mut().for_each(|shard| shard.due.clear());
            let bodies = &self.now.agents.bodies;
            now.iter().filter(|slot| bodies.alive[**slot]).for_each(|slot| self.shards.of(*slot).due.push(*slot));
            self.record_turns();
            self.call_part(0..part, &self.view(), between);
            self.take_saved_among_calls(part, between);
            (left, part) = (later, (part * GROWTH).min(PART));
        }
    }

    /// Calls a part of those that are due of each shard.
    pub(super) fn call_part(&mut self, part: Range<usize>, view: &StepView, between: &mut dyn Between) {
        let of = |shard: &Shard| part.start.min(shard.due.len())..part.end.min(shard.due.len());
        self.shards.run_in_parts(
            (FEW_CALLS, LEAST_CALLS),
            |shard| of(shard).len(),
            |shard, calls| {
                let first = of(shard).start;
                shard.run_scripts(view, first + calls.start..first + calls.end);
            },
        );
        between.look(self);
    }

    /// Calls those of the sleepers whose tick it is that have a reason to wake; the others miss their tick.
    fn rouse(&mut self, period: u64) {
        let view = self.view();
        let near = (period as f32 * view.step_s, self.motion_params.reached_m);
        self.shards.run_for(view.agents.bodies.len(), |shard| shard.rouse(&view, near));
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
