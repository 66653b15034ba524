//! What is done between the parts of a step that take long where there are many creatures: the world is looked at, and what was saved goes live.

use super::shards::{Prepared, Shard};
use super::{Command, Sim, SourceFile, StepTimes};
use crate::diag::Clock;
use crate::lua::host::program::Program;
use std::sync::Arc;

/// Files that were saved, and the program that was compiled from the mods with them.
#[derive(Clone, Debug)]
pub struct Saved {
    /// The files.
    pub files: Vec<SourceFile>,
    /// What all mods compile to with them.
    pub program: Arc<Program>,
}

/// What is done between the parts of a step.
pub trait Between {
    /// Looks at the world. Each creature can be read, as it is in the middle of the step.
    fn look(&mut self, sim: &Sim);

    /// What was saved meanwhile, to go live when a step begins, between parts of its scripts, and before bodies move. It is asked for where
    /// steps are long ([`SimParams::many`](super::SimParams::many)); what is saved in other worlds goes live as a command of the next step.
    fn saved(&mut self) -> Vec<Saved> {
        Vec::new()
    }
}

impl<F: FnMut(&Sim)> Between for F {
    fn look(&mut self, sim: &Sim) {
        self(sim);
    }
}

impl Sim {
    /// The same as [`Sim::step`]. `between` is called between parts of the step that take long where there are many creatures: each creature
    /// can be read then, as it is in the middle of the step.
    pub fn step_with(
        &mut self,
        commands: &[Command],
        clock: &dyn Clock,
        mut between: &mut dyn FnMut(&Self),
    ) -> StepTimes {
        self.step_between(commands, clock, &mut between)
    }

    /// Puts what was saved in force before scripts are called or when all have been.
    pub(super) fn take_saved(&mut self, between: &mut dyn Between) {
        let saved = self.saved(between);
        self.go_live(saved, between);
    }

    /// The same when scripts of the first `called` of each shard have been called, and others wait for their turns. What those wrote is
    /// applied first. Of the others, those that run what was saved are left to the next step, in which all that run it are called; this one
    /// has the swap to do. Returns whether anything was saved: then what is left is all that is due.
    pub(super) fn take_saved_among_calls(&mut self, called: usize, between: &mut dyn Between) -> bool {
        let saved = self.saved(between);
        if saved.is_empty() {
            return false;
        }
        let left = |shard: &mut Shard| shard.due.split_off(called.min(shard.due.len()));
        let waiting: Vec<Vec<usize>> = self.shards.all.iter_mut().map(left).collect();
        self.label_bodies(false);
        self.conclude_turns();
        let tried_out = self.go_live(saved, between);
        self.see_bodies();
        let Self { shards, waking, now, .. } = self;
        let waits = |slot: usize| now.agents.bodies.alive[slot] && !waking.contains(&now.agents.behaviour[slot]);
        for (shard, mut due) in shards.all.iter_mut().zip(waiting) {
            shard.output.clear();
            due.retain(|slot| waits(*slot) && !tried_out.contains(slot));
            shard.due = due;
        }
        true
    }

    fn saved(&self, between: &mut dyn Between) -> Vec<Saved> {
        if self.is_many() { between.saved() } else { Vec::new() }
    }

    /// Puts what was saved in force, and calls a few creatures of each behaviour that it concerns: the others are called in the next step, which
    /// may be long. Returns those that were called.
    fn go_live(&mut self, saved: Vec<Saved>, between: &mut dyn Between) -> Vec<usize> {
        let mut called = Vec::new();
        for Saved { files, program } in saved {
            let earlier = self.probations.next;
            self.prepare(&files, program, &[]);
            self.reload(&files);
            self.prepared = Prepared::default();
            let tried_out = self.probations.open.iter().filter(|probation| probation.id >= earlier);
            let tried_out: Vec<usize> = tried_out.flat_map(|probation| self.tried_out(probation)).collect();
            self.call_at_once(&tried_out, between);
            // That was the call for which they were woken.
            tried_out.iter().for_each(|slot| self.wake[*slot] = false);
            called.extend(tried_out);
        }
        called
    }

    /// Calls creatures whatever their turns, apart from all that were called in this step.
    fn call_at_once(&mut self, slots: &[usize], between: &mut dyn Between) {
        if slots.is_empty() {
            return between.look(self);
        }
        self.see_bodies();
        for shard in &mut self.shards.all {
            shard.output.clear();
            shard.due.clear();
        }
        slots.iter().for_each(|slot| self.shards.of(*slot).due.push(*slot));
        let view = self.view();
        self.call_part(0..slots.len(), &view, between);
        drop(view);
        self.label_bodies(false);
        self.conclude_turns();
        between.look(self);
    }

    /// What scripts see before they are called in the middle of a step.
    fn see_bodies(&mut self) {
        if !self.changes.index_is_true {
            self.perceive();
        }
        self.label_bodies(true);
    }

    /// Applies what scripts wrote, and undoes versions that failed.
    pub(super) fn conclude_turns(&mut self) {
        self.apply_turns();
        self.settle_changes();
        self.judge();
    }
}
