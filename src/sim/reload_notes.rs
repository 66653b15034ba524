//! What a reload did and what it did not do, in the log.

use super::{Level, ScriptStatus, Sim, SourceFile};
use crate::agent::{Catalogue, Symbol};
use crate::diag::{Diagnostic, counted};
use crate::lua::source::mods::{FileKey, behaviour_name};
use crate::world::SpawnArea;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most diagnostics of one check that are logged.
const MOST_REMARKS: usize = 5;

impl Sim {
    /// A file as messages name it: with its mod, where another mod has one of the same path.
    pub(super) fn shown(&self, (path, mod_name): &FileKey) -> String {
        let others = self.mods.mods.iter().any(|m| m.manifest.name != *mod_name && m.files.contains_key(path));
        if others { format!("{path} of mod '{mod_name}'") } else { path.clone() }
    }

    /// Logs which settings of the map no longer fit what behaviours declare; those that did not before are known.
    pub(super) fn note_misfits(&mut self, before: &Catalogue) {
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

    /// Logs where creatures go whose state is gone: they begin again when their script is next called.
    pub(super) fn note_lost_states(&mut self, before: &Catalogue) {
        let mut lost: BTreeMap<(Symbol, Symbol), usize> = BTreeMap::new();
        let a = &self.now.agents;
        for slot in a.bodies.living() {
            let (behaviour, state) = (a.behaviour[slot], a.state[slot]);
            let had = before.find(behaviour).is_some_and(|s| s.state(state).is_some());
            if had && self.now.catalogue.find(behaviour).is_some_and(|s| s.state(state).is_none()) {
                *lost.entry((behaviour, state)).or_default() += 1;
            }
        }
        for ((behaviour, state), n) in lost {
            let catalogue = Arc::clone(&self.now.catalogue);
            let start = catalogue.find(behaviour).map_or("", |s| catalogue.symbols.name(s.start));
            let (behaviour, state) = (catalogue.symbols.name(behaviour), catalogue.symbols.name(state));
            let creatures = counted(n, "creature");
            let text = format!("{behaviour}: the state '{state}' is gone; {creatures} in it: on to '{start}'");
            self.note(Level::Warn, text);
        }
    }

    /// Logs how many creatures of each behaviour keep the size they have.
    pub(super) fn note_kept_sizes(&mut self, kept: &BTreeMap<Symbol, u32>) {
        for (behaviour, n) in kept {
            let name = self.now.catalogue.symbols.name(*behaviour);
            let creatures = counted(*n as usize, "living creature");
            let text = format!("{name}: no room for the new size around {creatures}: the old size is kept");
            self.note(Level::Warn, text);
        }
    }

    pub(super) fn note_live(&mut self, files: &[SourceFile]) {
        for f in files {
            self.faults.forget(&f.key());
            if f.text.is_none() {
                self.scripts.rows.remove(&f.key());
                let (level, rest) = match self.without_file(&f.path) {
                    0 => (Level::Good, String::new()),
                    1 => (Level::Warn, "; its creature stands still until it returns".to_owned()),
                    n => (Level::Warn, format!("; its {n} creatures stand still until it returns")),
                };
                self.note(level, format!("{} was deleted{rest}", self.shown(&f.key())));
                continue;
            }
            let version = self.scripts.next_version(&f.key());
            self.scripts.live(f.key(), version, self.now.step);
            let name = self.shown(&f.key());
            let runs = self.program.files.get(&f.path).map(|file| file.mod_name.clone());
            if let Some(other) = runs.filter(|other| *other != f.mod_name) {
                self.note(Level::Warn, format!("{name} v{version} changes nothing: mod '{other}' replaces it"));
                continue;
            }
            let kept = self.memories_kept(&f.path);
            self.note(Level::Good, format!("{name} v{version} live, {kept} kept memory"));
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
        if file.mod_name.is_empty() {
            self.scripts.begin_map(file);
        }
        let version = self.scripts.next_version(&file.key());
        let status = ScriptStatus::Rejected { version, message: message.to_owned() };
        let live = self.scripts.mark(file.key(), status, self.now.step);
        let rest = if live > 0 { format!(", v{live} live") } else { String::new() };
        let name = self.shown(&file.key());
        self.note(Level::Error, format!("{name} v{version} rejected{rest}: {message}"));
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
