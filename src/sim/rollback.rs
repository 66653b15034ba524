//! Rollback: a version that loads and then fails while it runs is undone for all creatures, together with the memory it changed.
//!
//! A reload puts what it changed on probation. Errors and overruns that its creatures raise during the first seconds are
//! counted against it; above a small limit, or at the first failure of `on_reload`, the sources before are installed again,
//! and every creature that had met the failed version gets back the memory, the state, the groups and the avoidance
//! it had before that meeting; what it left in the world besides goes too (see [`super::boards`]).
//! All this is counted in steps and errors, so it is the same in every run and on any number of threads.

use super::versions::{Probation, Undone};
use super::{Level, ScriptStatus, Sim, SourceFile};
use crate::agent::recorder::What;
use crate::diag::{Diagnostic, counted};
use crate::lua::api::output::Fault;
use std::sync::Arc;

impl Sim {
    /// Rolls back versions that failed, and ends the probation of those that passed.
    pub(super) fn judge(&mut self) {
        let (most, window) = (self.script_params.probation_errors, self.probation_steps());
        let failed: Vec<_> = self.probations.open.extract_if(.., |t| t.has_failed(0, most)).collect();
        failed.into_iter().for_each(|probation| self.roll_back(probation));
        let passed: Vec<_> = self.probations.open.extract_if(.., |t| self.now.step >= t.began + window).collect();
        for probation in passed {
            self.close(&probation);
            self.note_faults(&probation);
        }
    }

    /// Whether the errors that scripts have raised in this step by now undo a version, as far as that can be said before it is known
    /// which version each of them is counted against.
    pub(super) fn has_failing_version(&self) -> bool {
        let most = self.script_params.probation_errors;
        let raised = || self.shards.all.iter().flat_map(|shard| &shard.output.faults);
        self.probations.open.iter().any(|t| {
            let is_judged = |fault: &&Fault| t.judged.contains(&self.now.agents.behaviour[fault.slot]);
            let is_broken = raised().any(|fault| fault.migrating && is_judged(&fault));
            is_broken || t.has_failed(raised().filter(is_judged).count(), most)
        })
    }

    /// A version that failed now and then stays: that is logged, for it is not seen otherwise.
    fn note_faults(&mut self, probation: &Probation) {
        let Some(d) = &probation.blame else { return };
        let names: Vec<String> =
            probation.files.iter().map(|(key, c)| format!("{} v{}", self.shown(key), c.version)).collect();
        let (errors, most) = (counted(probation.faults as usize, "error"), self.script_params.probation_errors);
        let seconds = self.script_params.probation_ms as f32 / 1_000.0;
        let text =
            format!("{} stays: {errors} in {seconds} s, and more than {most} undo a version: {d}", names.join(", "));
        self.note(Level::Warn, text);
    }

    pub(super) fn close(&mut self, probation: &Probation) {
        for vm in self.shards.vms() {
            vm.probations.end(probation.id);
        }
        self.probations.posts.keep(probation.id);
    }

    fn roll_back(&mut self, probation: Probation) {
        let before: Vec<SourceFile> = probation.files.values().map(|c| c.before.clone()).collect();
        let (failed, failed_program) = (Arc::clone(&self.mods), Arc::clone(&self.program));
        if let Err(faults) = self.swap(self.mods.with(&before)) {
            // Files that changed since need the version that failed, for example.
            return self.cannot_roll_back(&probation, &faults);
        }
        let undone = |key| Undone { text: failed.text(key).map(str::to_owned), group: probation.id };
        self.rolled_back.extend(probation.files.keys().map(|key| (key.clone(), undone(key))));
        self.restore_creatures(probation.id);
        self.undo_traces(probation.id, &probation.spawned);
        self.refit();
        self.wake_users(&before, &failed, &failed_program);
        self.forget_costs(&probation.judged.iter().copied().collect::<Vec<_>>());
        // Those errors were not the version's that lives again.
        self.probations.recent.retain(|behaviour, _| !probation.judged.contains(behaviour));
        self.stats.rollbacks += 1;
        self.log_rollback(probation);
        self.scripts.count_users(&self.program);
    }

    /// Memory and state as they were before each creature's first call under the version that failed.
    fn restore_creatures(&mut self, probation: u32) {
        let restored: Vec<_> = self.shards.vms().flat_map(|vm| vm.undo_probation(probation)).collect();
        for (slot, before) in restored {
            if !self.now.agents.bodies.alive[slot] {
                continue;
            }
            let from = self.now.agents.state[slot];
            if from != before.state {
                let place = self.word("rolled back");
                self.record(slot, What::State { from, to: before.state, handler: None, place });
            }
            let agents = Arc::make_mut(&mut self.now.agents);
            (agents.state[slot], agents.state_since[slot]) = (before.state, before.state_since);
            agents.intent[slot].avoids = before.avoids;
            let id = agents.bodies.id(slot);
            if self.now.groups.of(id) != before.groups {
                let most = self.script_params.group_limits();
                let ended = Arc::make_mut(&mut self.now.groups).restore(id, &before.groups, most);
                self.end_groups(ended);
            }
        }
    }

    fn log_rollback(&mut self, probation: Probation) {
        let step = self.now.step;
        let d = probation.blame.unwrap_or_else(|| Diagnostic::error("", "it failed"));
        let seconds = (step - probation.began + 1) as f64 * f64::from(self.now.step_s);
        let errors = counted(probation.faults as usize, "error");
        let reason = Diagnostic { trace: Vec::new(), hint: None, ..d.clone() };
        for (key, changed) in probation.files {
            self.faults.forget(&key);
            let version = changed.version;
            let live = changed.row.as_ref().map_or(0, |r| r.version);
            match changed.row {
                Some(row) => self.scripts.rows.insert(key.clone(), row),
                None => self.scripts.rows.remove(&key),
            };
            self.scripts.mark(key.clone(), ScriptStatus::RolledBack { version, message: reason.to_string() }, step);
            let rest = if live > 0 { format!("v{live} live") } else { "no version runs".into() };
            let name = self.shown(&key);
            let text = format!("{name} v{version} rolled back, {rest}: {errors} in {seconds:.1} s: {d}");
            self.note(Level::Error, text);
        }
    }

    fn cannot_roll_back(&mut self, probation: &Probation, faults: &[Diagnostic]) {
        let names: Vec<String> = probation.files.keys().map(|key| self.shown(key)).collect();
        let why = faults.first().map_or(String::new(), ToString::to_string);
        let text = format!("{} failed and cannot be rolled back: {why}", names.join(", "));
        self.note(Level::Error, text);
        self.close(probation);
    }
}
