//! Reload: changed files swap in between two steps, creatures keep their state and memory, and a text that does not
//! load changes nothing.

use super::rollback::symbols_agree;
use super::script_table::key;
use super::step::exclusive;
use super::{Level, ScriptStatus, Sim, SourceFile};
use crate::diag::Diagnostic;
use crate::lua::host::program::Program;
use crate::lua::source::mods::ModSet;
use std::sync::Arc;

/// So much of what checks find in a file is told in the log.
const MOST_REMARKS: usize = 5;

/// A program that was compiled and validated off the step, waiting for the command that swaps it in.
#[derive(Clone)]
pub struct Prepared {
    pub files: Vec<SourceFile>,
    /// All mods with the files in them: what the program was compiled from.
    pub mods: ModSet,
    pub program: Arc<Program>,
}

impl Sim {
    /// Hands over what was compiled off the step. Used when its command comes, if nothing else changed before.
    pub fn prepare(&mut self, prepared: Prepared) {
        self.prepared = Some(prepared);
    }

    pub(super) fn reload(&mut self, files: &[SourceFile]) {
        let mut mods = self.mods.clone();
        mods.apply(files);
        // It may have been compiled on a version that was rolled back meanwhile: then it is compiled again, here.
        let ready = self.prepared.take().filter(|p| p.files == files && p.mods == mods).map(|p| p.program);
        let program = match ready.filter(|p| symbols_agree(&self.program.catalogue, &p.catalogue)) {
            Some(program) => program,
            None => match Program::load(&mods, &self.script_params, Some(&self.program.catalogue)) {
                Ok(program) => Arc::new(program),
                Err(faults) => return self.refuse(files, &faults),
            },
        };
        let (old_mods, old_program) = (self.mods.clone(), Arc::clone(&self.program));
        if let Err(faults) = self.swap(program, mods) {
            return self.refuse(files, &faults);
        }
        self.stats.reloads += 1;
        self.refit();
        self.start_probation(files, &old_mods, &old_program);
        self.note_live(files);
    }

    /// Puts a program in the place of the one that runs; that one stays when some machine would not take the new one.
    pub(super) fn swap(&mut self, program: Arc<Program>, mods: ModSet) -> Result<(), Vec<Diagnostic>> {
        let installed = self.shards.vms().try_for_each(|vm| vm.install(&program));
        if let Err(faults) = installed {
            // A VM is out of memory, for example: all return to the program that ran before.
            for worse in self.shards.vms().filter_map(|vm| vm.install(&self.program).err()) {
                self.log.push(self.step, Level::Error, None, join(&worse));
            }
            return Err(faults);
        }
        (self.program, self.mods) = (program, mods);
        self.events.forget_places();
        self.prepare_searches();
        Ok(())
    }

    /// Fits living creatures to what their files say now: bodies and factions. A state that is gone sends its creatures
    /// to the start state when their script is next called.
    pub(super) fn refit(&mut self) {
        let catalogue = Arc::clone(&self.program.catalogue);
        let world = Arc::clone(&self.world);
        let agents = exclusive(&mut self.agents);
        for slot in 0..agents.len() {
            if !agents.bodies.alive[slot] {
                continue;
            }
            let Some(species) = catalogue.find(agents.behaviour[slot]) else { continue };
            let body = &species.body;
            let share = agents.health[slot] / agents.max_health[slot].max(f32::MIN_POSITIVE);
            agents.max_health[slot] = body.health;
            agents.health[slot] = body.health * share;
            agents.faction[slot] = species.faction;
            agents.bodies.speed[slot] = body.speed;
            // A body that would no longer fit where it stands keeps its old size until it is born again.
            if world.is_free(agents.bodies.position[slot], body.radius, body.height) {
                agents.bodies.radius[slot] = body.radius;
                agents.bodies.height[slot] = body.height;
            }
        }
    }

    fn note_live(&mut self, files: &[SourceFile]) {
        for f in files {
            self.faults.forget(&key(f));
            if f.text.is_none() {
                self.scripts.gone(&key(f));
                let left = self.left_standing(&f.path);
                let level = if left == 0 { Level::Good } else { Level::Warn };
                let rest = if left == 0 { String::new() } else { format!("; its {left} stand until it is back") };
                self.log.push(self.step, level, None, format!("{} is gone{rest}", f.path));
                continue;
            }
            let version = self.scripts.next_version(&key(f));
            self.scripts.live(key(f), version, self.step);
            let kept = self.memories_kept(&f.path);
            self.log.push(self.step, Level::Good, None, format!("{} v{version} live, {kept}", f.path));
        }
        let program = Arc::clone(&self.program);
        self.scripts.count_users(&program);
    }

    /// Creatures of a behaviour's file that have nobody to decide for them now.
    fn left_standing(&self, path: &str) -> usize {
        let name = path.strip_prefix("npc/").and_then(|p| p.strip_suffix(".lua"));
        let Some(symbol) = name.and_then(|n| self.catalogue().symbols.find(n)) else { return 0 };
        if self.catalogue().find(symbol).is_some() {
            return 0;
        }
        self.agents.bodies.living().filter(|s| self.agents.behaviour[*s] == symbol).count()
    }

    /// `12 kept memory`: the creatures a file concerns.
    fn memories_kept(&self, path: &str) -> String {
        let name = path.strip_prefix("npc/").and_then(|p| p.strip_suffix(".lua"));
        match name.and_then(|n| self.catalogue().named(n)) {
            Some(species) => {
                let b = &self.agents.bodies;
                let n = b.living().filter(|s| self.agents.behaviour[*s] == species.symbol).count();
                format!("{n} kept memory")
            }
            None => format!("{} kept memory", self.agents.bodies.living().count()),
        }
    }

    fn refuse(&mut self, files: &[SourceFile], faults: &[Diagnostic]) {
        let message = join(faults);
        files.iter().for_each(|f| self.note_rejected(f, &message));
    }

    /// A changed file does not load: that is said, and nothing else happens.
    pub(super) fn note_rejected(&mut self, file: &SourceFile, message: &str) {
        let version = self.scripts.next_version(&key(file));
        let status = ScriptStatus::Rejected { version, message: message.to_owned() };
        let live = self.scripts.mark(key(file), status, self.step);
        let rest = if live > 0 { format!(", v{live} lives on") } else { String::new() };
        self.log.push(self.step, Level::Error, None, format!("{} v{version} rejected{rest}: {message}", file.path));
    }

    /// Checks found something in a file. Nothing is said of a text that does not run any more, or a second time.
    pub(super) fn note_remarks(&mut self, file: &SourceFile, remarks: &[Diagnostic]) {
        let runs = self.mods.mods.iter().find(|m| m.manifest.name == file.mod_name).map(|m| m.files.get(&file.path));
        if runs.flatten() != file.text.as_ref() || !self.scripts.remark(&key(file), remarks) {
            return;
        }
        for d in remarks.iter().take(MOST_REMARKS) {
            self.log.push(self.step, Level::Warn, None, format!("{}: {}", d.place(), d.advice()));
        }
        if let Some(more) = remarks.len().checked_sub(MOST_REMARKS).filter(|n| *n > 0) {
            let text = format!("{}: {more} more; `bestiary check` tells all", file.path);
            self.log.push(self.step, Level::Warn, None, text);
        }
    }

    pub(super) fn log_mods(&mut self) {
        for note in &self.program.replacements {
            self.log.push(0, Level::Info, None, note.clone());
        }
    }
}

fn join(faults: &[Diagnostic]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
