//! Reload: changed files are swapped in at the start of a step or in the middle of a long one (see [`super::midway`]), creatures keep their state and memory, and a file that
//! does not load changes nothing.

use super::{Sim, SourceFile, layers, transits};
use crate::agent::Symbol;
use crate::diag::{Diagnostic, joined};
use crate::lua::host::program::Program;
use crate::lua::source::mods::ModSet;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl Sim {
    /// Takes a program that was compiled off the step, for the [`super::Command::Reload`] of these files, which must be in
    /// the next step. `waiting` are the commands that precede it there: when there are none, the VMs run the files now
    /// instead of in the step, and nothing in the world can notice the difference.
    pub fn prepare(&mut self, files: &[SourceFile], program: Arc<Program>, waiting: &[super::Command]) {
        let mods = self.mods.with(files);
        if waiting.is_empty() && self.prepared.programs.is_empty() && self.fits(&program, &mods) {
            let result = self.shards.load(&program);
            self.prepared.loaded = Some((Arc::clone(&program), result));
        }
        self.prepared.programs.push(program);
    }

    /// Whether a program is what these mods would be compiled to now.
    fn fits(&self, program: &Program, mods: &ModSet) -> bool {
        program.source == mods.digest() && program.catalogue.symbols.extend(&self.now.catalogue.symbols)
    }

    pub(super) fn reload(&mut self, files: &[SourceFile]) {
        let (old_mods, old_program) = (Arc::clone(&self.mods), Arc::clone(&self.program));
        if let Err(faults) = self.swap(self.mods.with(files)) {
            let message = joined(&faults);
            return files.iter().for_each(|f| self.note_rejected(f, &message));
        }
        self.rolled_back.retain(|key, _| files.iter().all(|f| f.key() != *key));
        self.stats.reloads += 1;
        self.refit();
        self.wake_users(files, &old_mods, &old_program);
        self.start_probation(files, &old_mods, &old_program);
        self.note_live(files);
        self.note_misfits(&old_program.catalogue);
        self.note_lost_states(&old_program.catalogue);
    }

    /// Replaces the mods and the program that run. Nothing changes when the new ones do not load.
    pub(super) fn swap(&mut self, mods: ModSet) -> Result<(), Vec<Diagnostic>> {
        // A program may have been compiled on a version that was rolled back meanwhile: then it is compiled again, here.
        let ready = self.prepared.programs.iter().find(|p| self.fits(p, &mods)).cloned();
        let program = match ready {
            Some(program) => program,
            None => Arc::new(Program::load(&mods, &self.script_params, Some(&self.program))?),
        };
        match self.prepared.loaded.take().filter(|(loaded, _)| Arc::ptr_eq(loaded, &program)) {
            Some((_, result)) => result?,
            None => self.shards.load(&program)?,
        }
        self.shards.activate();
        self.now.catalogue = Arc::clone(&program.catalogue);
        self.now.avoided = layers::avoided(&program.catalogue, &self.now.influence);
        self.now.abilities = transits::abilities(&self.now.world, &self.now.catalogue);
        (self.program, self.mods) = (program, Arc::new(mods));
        self.places.clear();
        self.prepare_searches();
        Ok(())
    }

    /// Ends the sleep of creatures whose behaviour runs a file with another text than before: what they sleep on may be
    /// different now. Many wake a step later, and all in that: this one has the swap to do, and those that are awake run the new
    /// version in it.
    pub(super) fn wake_users(&mut self, files: &[SourceFile], before: &ModSet, old: &Program) {
        let changed: Vec<_> =
            files.iter().map(SourceFile::key).filter(|key| before.text(key) != self.mods.text(key)).collect();
        self.waking.extend(self.concerned(changed.iter(), old));
        if !self.is_many() {
            self.wake_waiting();
        }
    }

    /// Whether the next step wakes creatures because of a reload.
    pub(crate) fn is_waking(&self) -> bool {
        !self.waking.is_empty()
    }

    /// Ends the sleep of creatures that a reload woke. Returns the behaviours of many: these do not wait for their turns, for each of
    /// these would be a long step.
    pub(super) fn wake_waiting(&mut self) -> BTreeSet<Symbol> {
        if self.waking.is_empty() {
            return BTreeSet::new();
        }
        let (waking, apart) = (std::mem::take(&mut self.waking), self.is_many());
        let agents = Arc::make_mut(&mut self.now.agents);
        for (sleep, behaviour) in agents.sleep.iter_mut().zip(&agents.behaviour) {
            if waking.contains(behaviour) {
                if apart { sleep.end_with_many() } else { sleep.end() }
            }
        }
        if apart { waking } else { BTreeSet::new() }
    }

    /// Fits living creatures to what their files say now: bodies and factions. A deleted state sends its creatures
    /// to the start state when their script is next called.
    pub(super) fn refit(&mut self) {
        let mut kept: BTreeMap<Symbol, u32> = BTreeMap::new();
        let agents = Arc::make_mut(&mut self.now.agents);
        for slot in 0..agents.bodies.len() {
            if !agents.bodies.alive[slot] {
                continue;
            }
            let Some(species) = self.now.catalogue.find(agents.behaviour[slot]) else { continue };
            let body = &species.body;
            let share = agents.health[slot] / agents.max_health[slot].max(f32::MIN_POSITIVE);
            agents.max_health[slot] = body.health;
            agents.health[slot] = body.health * share;
            agents.faction[slot] = species.faction;
            (agents.view_rad[slot], agents.hearing_m[slot]) = (body.view_deg.to_radians(), body.hearing);
            if agents.bodies.speed[slot] != body.speed {
                agents.bodies.speed[slot] = body.speed;
                agents.note_build(slot);
            }
            let size = (agents.bodies.radius[slot], agents.bodies.height[slot], agents.bodies.moves[slot]);
            if size == (body.radius, body.height, species.moves) {
                continue;
            }
            // A body that would no longer fit where it is keeps its old size for the rest of its life.
            let (at, storey) = (agents.bodies.position[slot], agents.bodies.storey[slot]);
            if self.now.world.on(storey).is_free(at, body.radius, body.height, species.moves) {
                agents.bodies.radius[slot] = body.radius;
                agents.bodies.height[slot] = body.height;
                agents.bodies.moves[slot] = species.moves;
                agents.note_build(slot);
                self.shards.vm_mut(slot).body_changed(slot);
            } else {
                *kept.entry(species.symbol).or_default() += 1;
            }
        }
        self.note_kept_sizes(&kept);
    }
}
