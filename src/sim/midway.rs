//! What is done between the parts of a step that take long where there are many creatures: the world is looked at, and what was saved goes live.

use super::shards::Prepared;
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

    /// What was saved meanwhile, to go live when a step begins and before bodies move. It is asked for where steps are long
    /// ([`SimParams::many`](super::SimParams::many)); what is saved in other worlds goes live as a command of the next step.
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

    /// Puts what was saved in force before or in the middle of a step, and calls a few creatures of each behaviour that it concerns: the others are
    /// called in the next step, which may be long.
    pub(super) fn take_saved(&mut self, between: &mut dyn Between) {
        let saved = if self.is_many() { between.saved() } else { Vec::new() };
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
        }
    }

    /// Calls creatures whatever their turns, apart from all that were called in this step.
    fn call_at_once(&mut self, slots: &[usize], between: &mut dyn Between) {
        if slots.is_empty() {
            return between.look(self);
        }
        if !self.changes.index_is_true {
            self.perceive();
        }
        self.label_bodies(true);
        for shard in &mut self.shards.all {
            shard.output.clear();
            shard.due.clear();
        }
        slots.iter().for_each(|slot| self.shards.of(*slot).due.push(*slot));
        let view = self.view();
        self.call_part(0..slots.len(), &view, between);
        drop(view);
        self.label_bodies(false);
        self.apply_turns();
        self.settle_changes();
        self.judge();
        between.look(self);
    }
}
