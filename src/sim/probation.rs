//! Versions on probation: what a reload changed, which behaviours it concerns, and which errors count against it.

use super::versions::{Changed, Probation};
use super::{Sim, SourceFile};
use crate::agent::Symbol;
use crate::lua::api::output::Fault;
use crate::lua::host::program::Program;
use crate::lua::source::mods::{FileKey, ModSet, behaviour_path};
use std::collections::BTreeSet;

impl Sim {
    /// Steps that a version is on probation.
    pub(super) fn probation_steps(&self) -> u64 {
        u64::from(self.script_params.probation_ms / self.params.step_ms)
    }

    /// Puts a change that was just swapped in on probation, and has `on_reload` called for the creatures it concerns.
    /// `before` are the mods as they were; the table of scripts still says what was.
    pub(super) fn start_probation(&mut self, files: &[SourceFile], before: &ModSet, old: &Program) {
        let mut probation = self.continued_or_new(files);
        for f in files {
            let text = before.text(&f.key()).map(str::to_owned);
            let version = self.scripts.next_version(&f.key());
            // Of a file that is on probation already, the last good text is the one before that.
            let changed = probation.files.entry(f.key()).or_insert_with(|| Changed {
                before: SourceFile { text, ..f.clone() },
                row: self.scripts.rows.get(&f.key()).cloned(),
                version,
            });
            changed.version = version;
        }
        let concerned = self.concerned(probation.files.keys(), old);
        self.forget_costs(&concerned);
        probation.judged = concerned.iter().copied().filter(|s| !self.fails_already(*s)).collect();
        self.expect_migrations(
            &probation,
            &self.concerned(files.iter().map(SourceFile::key).collect::<Vec<_>>().iter(), old),
        );
        if self.probation_steps() == 0 || probation.judged.is_empty() {
            return self.close(&probation);
        }
        for symbol in &probation.judged {
            self.probations.recent.remove(symbol);
        }
        for vm in self.shards.vms() {
            vm.probations.begin(probation.id, &concerned);
        }
        self.try_out(&probation);
        probation.concerned = concerned;
        self.probations.open.push(probation);
    }

    /// Behaviours that run a changed file or require it, now or in the program before; in the order of their symbols.
    pub(super) fn concerned<'a>(&self, files: impl Iterator<Item = &'a FileKey> + Clone, old: &Program) -> Vec<Symbol> {
        let mut found = BTreeSet::new();
        for program in [old, &*self.program] {
            for species in &program.catalogue.species {
                let path = behaviour_path(&species.name);
                let needs = program.needs.get(&path);
                if files.clone().any(|(f, _)| *f == path || needs.is_some_and(|n| n.contains(f))) {
                    found.insert(species.symbol);
                }
            }
        }
        found.into_iter().collect()
    }

    /// Steps after which a version without any error is good enough to return to, although its probation continues: every
    /// creature has been called. A designer that saves often expects to lose the last save, not the last ten.
    fn settled_steps(&self) -> u64 {
        self.tick_steps() + 1 + u64::from(self.is_many())
    }

    fn has_settled(&self, t: &Probation) -> bool {
        t.faults == 0 && self.now.step >= t.began + self.settled_steps()
    }

    /// A save of a file that is on probation goes on with that probation, unless the version there has settled; any other change has
    /// one of its own.
    fn continued_or_new(&mut self, files: &[SourceFile]) -> Probation {
        let shares = |t: &Probation| files.iter().any(|f| t.files.contains_key(&f.key()));
        let mut probation = Probation { id: self.probations.next, began: self.now.step, ..Probation::default() };
        self.probations.next += 1;
        while let Some(at) = self.probations.open.iter().position(shares) {
            let earlier = self.probations.open.remove(at);
            if self.has_settled(&earlier) {
                self.close(&earlier);
                continue;
            }
            for vm in self.shards.vms() {
                vm.probations.join(earlier.id, probation.id);
            }
            probation.files.extend(earlier.files);
            probation.spawned.extend(earlier.spawned);
            self.probations.posts.join(earlier.id, probation.id);
        }
        probation
    }

    /// Whether a behaviour raised more errors lately than a version on probation may.
    fn fails_already(&self, behaviour: Symbol) -> bool {
        let (most, window) = (self.script_params.probation_errors as usize, self.probation_steps());
        let on_probation = self.probations.open.iter().any(|t| t.judged.contains(&behaviour));
        let recent = self.probations.recent.get(&behaviour);
        !on_probation
            && recent.is_some_and(|r| r.len() > most && r.front().is_some_and(|s| s + window >= self.now.step))
    }

    fn expect_migrations(&mut self, probation: &Probation, concerned: &[Symbol]) {
        for symbol in concerned {
            if !self.shards.vm(0).migrates(*symbol) {
                continue;
            }
            let path = behaviour_path(self.now.catalogue.symbols.name(*symbol));
            let Some(mod_name) = self.program.files.get(&path).map(|f| f.mod_name.clone()) else { continue };
            // A behaviour whose module alone changed keeps the version it has.
            let from = self.scripts.rows.get(&(path, mod_name)).map_or(0, |row| row.version);
            for slot in self.now.agents.living_of(*symbol) {
                self.shards.vm_mut(slot).expect_migration(slot, probation.id, from);
            }
        }
    }

    /// A few creatures of each behaviour are called in the next step, so that a version that fails at once is gone at
    /// once, even where only one creature runs it.
    fn try_out(&mut self, probation: &Probation) {
        self.wake.resize(self.now.agents.bodies.len(), false);
        for slot in self.tried_out(probation) {
            self.wake[slot] = true;
        }
    }

    /// These creatures: one more of each behaviour than may fail.
    pub(super) fn tried_out(&self, probation: &Probation) -> Vec<usize> {
        let most = self.script_params.probation_errors as usize + 1;
        probation.judged.iter().flat_map(|symbol| self.now.agents.living_of(*symbol).take(most)).collect()
    }

    /// Counts an error against the versions on probation that may be to blame for it.
    pub(super) fn count_against(&mut self, fault: &Fault) {
        let behaviour = self.now.agents.behaviour[fault.slot];
        let most = self.script_params.probation_errors as usize;
        let recent = self.probations.recent.entry(behaviour).or_default();
        recent.push_back(self.now.step);
        if recent.len() > most + 1 {
            recent.pop_front();
        }
        let changed = |t: &Probation, label: &str| {
            let files = &self.program.files;
            t.files.keys().any(|(path, _)| files.get(path).is_some_and(|f| f.label == label))
        };
        let d = &fault.diagnostic;
        // The change that wrote the line; else one that the call went through; else whatever changed for the creature. One that
        // ran well until a later change came is less likely to blame than that one.
        let distance = |t: &Probation| {
            let called = || d.trace.iter().any(|frame| changed(t, &frame.file));
            (self.has_settled(t), if changed(t, &d.file) { 0 } else { 1 + u8::from(!called()) })
        };
        let judges = |t: &Probation| t.judged.contains(&behaviour).then(|| distance(t));
        let distances: Vec<Option<(bool, u8)>> = self.probations.open.iter().map(judges).collect();
        let nearest = distances.iter().flatten().min().copied();
        let blamed = |(_, at): &(_, Option<(bool, u8)>)| at.is_some() && *at == nearest;
        for (t, _) in self.probations.open.iter_mut().zip(distances).filter(blamed) {
            t.faults += 1;
            // What broke a memory matters more than what went wrong before it.
            if t.blame.is_none() || (fault.migrating && !t.broken) {
                t.blame = Some(d.clone());
            }
            t.broken |= fault.migrating;
        }
    }
}
