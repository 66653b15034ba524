//! Reload: changed files are swapped in at the start of a step, creatures keep their state and memory, and a file that
//! does not load changes nothing.

use super::{Level, ScriptStatus, Sim, SourceFile};
use crate::agent::Catalogue;
use crate::diag::{Diagnostic, joined};
use crate::lua::host::program::Program;
use crate::lua::source::mods::{ModSet, behaviour_name};
use crate::world::SpawnArea;
use std::sync::Arc;

/// The most diagnostics of one check that are logged.
const MOST_REMARKS: usize = 5;

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
        self.note_misfits(&old_program.catalogue);
        self.start_probation(files, &old_mods, &old_program);
        self.note_live(files);
    }

    /// Replaces the mods and the program that run. Nothing changes when the new ones do not load.
    pub(super) fn swap(&mut self, mods: ModSet) -> Result<(), Vec<Diagnostic>> {
        // A program may have been compiled on a version that was rolled back meanwhile: then it is compiled again, here.
        let ready = self.prepared.programs.iter().find(|p| self.fits(p, &mods)).cloned();
        let program = match ready {
            Some(program) => program,
            None => Arc::new(Program::load(&mods, &self.script_params, Some(&self.now.catalogue))?),
        };
        match self.prepared.loaded.take().filter(|(loaded, _)| Arc::ptr_eq(loaded, &program)) {
            Some((_, result)) => result?,
            None => self.shards.load(&program)?,
        }
        self.shards.activate();
        self.now.catalogue = Arc::clone(&program.catalogue);
        (self.program, self.mods) = (program, Arc::new(mods));
        self.places.clear();
        self.prepare_searches();
        Ok(())
    }

    /// Fits living creatures to what their files say now: bodies and factions. A deleted state sends its creatures
    /// to the start state when their script is next called.
    pub(super) fn refit(&mut self) {
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
            agents.bodies.speed[slot] = body.speed;
            // A body that would no longer fit where it is keeps its old size for the rest of its life.
            if self.now.world.is_free(agents.bodies.position[slot], body.radius, body.height) {
                agents.bodies.radius[slot] = body.radius;
                agents.bodies.height[slot] = body.height;
            }
        }
    }

    /// Logs which settings of the map no longer fit what behaviours declare; those that did not before are known.
    fn note_misfits(&mut self, before: &Catalogue) {
        let of = |catalogue: &Catalogue, area: &SpawnArea| {
            catalogue.named(&area.behaviour).map(|s| s.misfits(area)).unwrap_or_default()
        };
        let world = Arc::clone(&self.now.world);
        for area in &world.spawns {
            let known = of(before, area);
            for (line, misfit) in of(&self.now.catalogue, area).into_iter().filter(|m| !known.contains(m)) {
                self.note(Level::Warn, format!("{}:{line}: {misfit}; {}", world.file, misfit.remedy()));
            }
        }
    }

    fn note_live(&mut self, files: &[SourceFile]) {
        for f in files {
            self.faults.forget(&f.key());
            if f.text.is_none() {
                self.scripts.rows.remove(&f.key());
                let (level, rest) = match self.without_file(&f.path) {
                    0 => (Level::Good, String::new()),
                    1 => (Level::Warn, "; its creature stands still until it returns".to_owned()),
                    n => (Level::Warn, format!("; its {n} creatures stand still until it returns")),
                };
                self.note(level, format!("{} was deleted{rest}", f.path));
                continue;
            }
            let version = self.scripts.next_version(&f.key());
            self.scripts.live(f.key(), version, self.now.step);
            let kept = self.memories_kept(&f.path);
            self.note(Level::Good, format!("{} v{version} live, {kept} kept memory", f.path));
        }
        self.scripts.count_users(&self.program);
    }

    /// The number of creatures of a behaviour whose file was deleted.
    fn without_file(&self, path: &str) -> usize {
        let symbol = behaviour_name(path).and_then(|n| self.catalogue().symbols.find(n));
        symbol.filter(|s| self.catalogue().find(*s).is_none()).map_or(0, |s| self.now.agents.living_of(s).count())
    }

    /// The number of creatures that a file concerns.
    fn memories_kept(&self, path: &str) -> usize {
        match behaviour_name(path).and_then(|n| self.catalogue().named(n)) {
            Some(species) => self.now.agents.living_of(species.symbol).count(),
            None => self.now.agents.bodies.living().count(),
        }
    }

    /// A changed file does not load: that is logged, and nothing else happens.
    pub(super) fn note_rejected(&mut self, file: &SourceFile, message: &str) {
        let version = self.scripts.next_version(&file.key());
        let status = ScriptStatus::Rejected { version, message: message.to_owned() };
        let live = self.scripts.mark(file.key(), status, self.now.step);
        let rest = if live > 0 { format!(", v{live} live") } else { String::new() };
        self.note(Level::Error, format!("{} v{version} rejected{rest}: {message}", file.path));
    }

    /// Checks found something in a file. A version that no longer runs is not logged, nor is the same finding twice.
    pub(super) fn note_remarks(&mut self, file: &SourceFile, remarks: &[Diagnostic]) {
        let runs = self.mods.mods.iter().find(|m| m.manifest.name == file.mod_name).map(|m| m.files.get(&file.path));
        if runs.flatten() != file.text.as_ref() || !self.scripts.remark(&file.key(), remarks) {
            return;
        }
        for d in remarks.iter().take(MOST_REMARKS) {
            let d = d.printable();
            self.note(Level::Warn, format!("{}: {}", d.place(), d.advice()));
        }
        if let Some(more) = remarks.len().checked_sub(MOST_REMARKS).filter(|n| *n > 0) {
            self.note(Level::Warn, format!("{}: {more} more; `bestiary check` lists all", file.path));
        }
    }
}
