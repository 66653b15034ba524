//! Reload: changed files swap in between two steps, creatures keep their state and memory, and a text that does not
//! load changes nothing.

use super::step::exclusive;
use super::{Level, ScriptRow, ScriptStatus, Sim, SourceFile};
use crate::diag::Diagnostic;
use crate::script::{ModSet, Program};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A program that was compiled and validated off the step, waiting for the command that swaps it in.
#[derive(Clone)]
pub struct Prepared {
    pub files: Vec<SourceFile>,
    pub program: Arc<Program>,
}

/// Distinct faults that are remembered.
const MAX_FAULTS: usize = 1_000;

/// What is known of every script file: version, status, errors.
#[derive(Default)]
pub(super) struct ScriptTable {
    rows: BTreeMap<(String, String), ScriptRow>,
    /// Places that raised an error since their file last changed: each is logged once.
    faults: BTreeMap<(String, u32, String), u64>,
}

impl ScriptTable {
    pub fn new(mods: &ModSet, program: &Program) -> Self {
        let mut table = Self::default();
        for m in &mods.mods {
            for path in m.files.keys() {
                table.insert(&m.manifest.name, path, 1, 0);
            }
        }
        table.count_users(program);
        table
    }

    fn insert(&mut self, mod_name: &str, path: &str, version: u32, step: u64) {
        let row = ScriptRow {
            path: path.to_owned(),
            mod_name: mod_name.to_owned(),
            version,
            status: ScriptStatus::Live,
            since_step: step,
            users: 0,
            errors: 0,
        };
        self.rows.insert((path.to_owned(), mod_name.to_owned()), row);
    }

    fn count_users(&mut self, program: &Program) {
        for row in self.rows.values_mut() {
            row.users = program.users.get(&row.path).copied().unwrap_or(0);
        }
    }

    pub fn rows(&self) -> impl Iterator<Item = &ScriptRow> {
        self.rows.values()
    }

    fn version_of(&self, file: &SourceFile) -> u32 {
        self.rows.get(&(file.path.clone(), file.mod_name.clone())).map_or(0, |r| {
            let rejected = if let ScriptStatus::Rejected { version, .. } = r.status { version } else { 0 };
            r.version.max(rejected)
        })
    }

    /// Counts an error against its file; true when this very fault is new since the file last changed.
    pub fn count_error(&mut self, d: &Diagnostic, program: &Program) -> bool {
        let file = program.files.iter().find(|(_, f)| f.label == d.file);
        if let Some((path, f)) = file
            && let Some(row) = self.rows.get_mut(&(path.clone(), f.mod_name.clone()))
        {
            row.errors += 1;
        }
        // Messages may carry numbers that never come again: better said twice than kept for ever.
        if self.faults.len() >= MAX_FAULTS {
            self.faults.clear();
        }
        let n = self.faults.entry((d.file.clone(), d.line, d.message.clone())).or_default();
        *n += 1;
        *n == 1
    }
}

impl Sim {
    /// Hands over what was compiled off the step. Used when its command comes, if nothing else changed before.
    pub fn prepare(&mut self, prepared: Prepared) {
        self.prepared = Some(prepared);
    }

    pub(super) fn reload(&mut self, files: &[SourceFile]) {
        let mut mods = self.mods.clone();
        mods.apply(files);
        let ready = self.prepared.take().filter(|p| p.files == files).map(|p| p.program);
        let program = match ready {
            Some(program) => program,
            None => match Program::load(&mods, &self.script_params, Some(&self.program.catalogue)) {
                Ok(program) => Arc::new(program),
                Err(faults) => return self.refuse(files, &faults),
            },
        };
        for i in 0..self.shards.len() {
            if let Err(faults) = self.shards[i].vm.install(&program) {
                // Some VM would not take it (out of memory, say): all go back to what ran before.
                for shard in &mut self.shards[..=i] {
                    if let Err(worse) = shard.vm.install(&self.program) {
                        self.log.push(self.step, Level::Error, None, join(&worse));
                    }
                }
                return self.refuse(files, &faults);
            }
        }
        self.program = program;
        self.mods = mods;
        self.scribe.forget_places();
        self.stats.reloads += 1;
        self.prepare_regions();
        self.refit();
        self.note_live(files);
    }

    /// Fits living creatures to what their files say now: bodies and factions. A state that is gone sends its creatures
    /// to the start state when their script is next called.
    fn refit(&mut self) {
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
            let key = (f.path.clone(), f.mod_name.clone());
            if f.text.is_none() {
                self.scripts.rows.remove(&key);
                self.log.push(self.step, Level::Good, None, format!("{} is gone", f.path));
                continue;
            }
            let version = self.scripts.version_of(f) + 1;
            self.scripts.insert(&f.mod_name, &f.path, version, self.step);
            self.scripts.faults.retain(|(file, _, _), _| !file.ends_with(&f.path));
            let kept = self.memories_kept(&f.path);
            self.log.push(self.step, Level::Good, None, format!("{} v{version} live, {kept}", f.path));
        }
        let program = Arc::clone(&self.program);
        self.scripts.count_users(&program);
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
        for f in files {
            let key = (f.path.clone(), f.mod_name.clone());
            let version = self.scripts.version_of(f) + 1;
            let step = self.step;
            if let Some(row) = self.scripts.rows.get_mut(&key) {
                row.status = ScriptStatus::Rejected { version, message: message.clone() };
                row.since_step = step;
            }
            self.log.push(step, Level::Error, None, format!("{} v{version} rejected: {message}", f.path));
        }
    }

    /// The watcher's word that a changed file does not load.
    pub(super) fn note_rejected(&mut self, file: &SourceFile, message: &str) {
        let key = (file.path.clone(), file.mod_name.clone());
        let version = self.scripts.version_of(file) + 1;
        let step = self.step;
        let row = self.scripts.rows.entry(key).or_insert_with(|| ScriptRow {
            path: file.path.clone(),
            mod_name: file.mod_name.clone(),
            version: 0,
            status: ScriptStatus::Live,
            since_step: step,
            users: 0,
            errors: 0,
        });
        let live = row.version;
        row.status = ScriptStatus::Rejected { version, message: message.to_owned() };
        row.since_step = step;
        let rest = if live > 0 { format!(", v{live} lives on") } else { String::new() };
        self.log.push(step, Level::Error, None, format!("{} v{version} rejected{rest}: {message}", file.path));
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
