//! Versions on probation: what each creature was before it first met one, so that a version that fails leaves no trace.

use crate::agent::{StepView, Symbol, Value};
use crate::lua::api::output;
use crate::lua::host::plain;
use crate::lua::host::vm::Vm;
use crate::lua::host::vm::turn;
use std::collections::BTreeMap;

/// A creature's scripted side as it was before its first call under a version on probation.
struct Before {
    memory: Value,
    state: Symbol,
    state_since: u64,
    newborn: bool,
    migration: Option<Migration>,
}

/// A call of `on_reload` that is still to come.
#[derive(Clone, Copy)]
struct Migration {
    probation: u32,
    /// The version of its file that the creature ran before.
    from: u32,
}

/// Nothing is kept, and nothing is looked up, while no version is on probation.
#[derive(Default)]
pub(crate) struct Probations {
    /// (number of the probation, the behaviours it concerns), oldest first.
    open: Vec<(u32, Vec<Symbol>)>,
    /// By number of the probation and local index.
    before: BTreeMap<(u32, usize), Before>,
    /// By local index.
    migrations: BTreeMap<usize, Migration>,
}

impl Probations {
    /// A creature came or went: what was kept of this place is another's.
    pub fn forget(&mut self, local: usize) {
        if !self.open.is_empty() {
            self.before.retain(|(_, l), _| *l != local);
        }
        self.migrations.remove(&local);
    }
}

/// A creature that is again what it was before a version that failed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Restored {
    pub slot: usize,
    pub state: Symbol,
    pub state_since: u64,
}

impl Vm {
    /// A newer change takes the place of one on probation: what was kept for that one counts for the newer.
    pub fn join_probations(&mut self, earlier: u32, into: u32) {
        self.end_probation_keeping(earlier);
        let all = std::mem::take(&mut self.probations.before);
        for ((probation, local), before) in all {
            let probation = if probation == earlier { into } else { probation };
            self.probations.before.entry((probation, local)).or_insert(before);
        }
        for m in self.probations.migrations.values_mut().filter(|m| m.probation == earlier) {
            m.probation = into;
        }
    }

    /// From now on, creatures of these behaviours are remembered as they were before their next call.
    pub fn begin_probation(&mut self, probation: u32, behaviours: &[Symbol]) {
        self.probations.open.push((probation, behaviours.to_vec()));
    }

    fn end_probation_keeping(&mut self, probation: u32) {
        self.probations.open.retain(|(t, _)| *t != probation);
    }

    /// A version proved itself, or nobody judges it any more: nothing of before is kept.
    pub fn end_probation(&mut self, probation: u32) {
        self.end_probation_keeping(probation);
        self.probations.before.retain(|(t, _), _| *t != probation);
    }

    /// Gives everybody who met the version on probation back the memory, state and birth they had before. Call it when the
    /// version before is installed again. The creatures are answered in order of slot; their state is the caller's.
    pub fn undo_probation(&mut self, probation: u32) -> Vec<Restored> {
        self.end_probation_keeping(probation);
        let all = std::mem::take(&mut self.probations.before);
        let (undone, kept): (BTreeMap<_, _>, _) = all.into_iter().partition(|((t, _), _)| *t == probation);
        self.probations.before = kept;
        self.probations.migrations.retain(|_, m| m.probation != probation);
        let mut restored = Vec::new();
        for ((_, local), before) in undone {
            self.restore(local, &before);
            let slot = self.slots.slot(local);
            restored.push(Restored { slot, state: before.state, state_since: before.state_since });
            // Younger probations that saw this creature began with what is now undone.
            let later = self.probations.before.iter_mut().filter(|((t, l), _)| *t > probation && *l == local);
            for (_, other) in later {
                other.memory = before.memory.clone();
                (other.state, other.state_since, other.newborn) = (before.state, before.state_since, before.newborn);
            }
        }
        restored
    }

    fn restore(&mut self, local: usize, before: &Before) {
        if let Some(Some(instance)) = self.instances.get_mut(local) {
            instance.newborn = before.newborn;
        }
        if let Some(watch) = &mut self.watch {
            watch.overlook(local);
        }
        if let Some(m) = before.migration {
            self.probations.migrations.insert(local, m);
        }
        let (Ok(machine), Some(npcs)) = (&self.machine, &self.npcs) else { return };
        let give = || -> mlua::Result<()> {
            let npc: mlua::Table = npcs.raw_get(local + 1)?;
            turn::set_field(&npc, "memory", plain::to_lua(&machine.lua, &before.memory)?)
        };
        if give().is_err() {
            // Memory was short: the version that failed left garbage behind.
            machine.lua.gc_collect().ok();
            give().ok();
        }
    }

    /// Whether the behaviour has an `on_reload`.
    pub fn migrates(&self, behaviour: Symbol) -> bool {
        self.migrations.contains_key(&behaviour)
    }

    /// Has `on_reload` called before the creature's next handler; `from` is the version it ran until now.
    pub fn expect_migration(&mut self, slot: usize, probation: u32, from: u32) {
        let local = self.local(slot);
        self.probations.migrations.entry(local).or_insert(Migration { probation, from });
    }

    /// The version from which a creature has still to be migrated; asked once for each turn.
    pub(crate) fn take_migration(&mut self, slot: usize) -> Option<u32> {
        if self.probations.migrations.is_empty() {
            return None;
        }
        self.probations.migrations.remove(&self.local(slot)).map(|m| m.from)
    }

    /// Remembers a creature that is about to meet a version on probation for the first time.
    pub(crate) fn remember(&mut self, view: &StepView, slot: usize) {
        if self.probations.open.is_empty() {
            return;
        }
        let (local, behaviour) = (self.local(slot), view.agents.behaviour[slot]);
        for i in 0..self.probations.open.len() {
            let (probation, concerned) = &self.probations.open[i];
            let key = (*probation, local);
            if !concerned.contains(&behaviour) || self.probations.before.contains_key(&key) {
                continue;
            }
            let before = Before {
                memory: self.memory(slot),
                state: view.agents.state[slot],
                state_since: view.agents.state_since[slot],
                newborn: self.host().and_then(|h| Some(h.instances.get(local)?.as_ref()?.newborn)).unwrap_or(false),
                migration: self.probations.migrations.get(&local).copied().filter(|m| m.probation != key.0),
            };
            self.probations.before.insert(key, before);
        }
    }

    /// Feeds the calls of `on_reload` that are still to come to `sink`.
    pub(crate) fn digest_migration(&self, slot: usize, sink: &mut impl FnMut(&[u8])) {
        if let Some(m) = self.probations.migrations.get(&self.local(slot)) {
            sink(b"migrate");
            sink(&m.from.to_le_bytes());
        }
    }

    /// Calls `on_reload(npc, old_version)`. False when it failed: then the rest of the turn is dropped, for the memory
    /// is neither the old version's nor the new one's.
    pub(crate) fn migrate(&mut self, actor: &mut turn::Actor, from: u32) -> bool {
        let Some((f, cost)) = self.migrations.get(&actor.species.symbol).cloned() else { return true };
        let faults = |vm: &Self| vm.host().map_or(0, |h| h.out.faults.len());
        let before = faults(self);
        let answer = self.call(actor, &f, cost, &[mlua::Value::Number(f64::from(from))]);
        if let Some(value) = answer
            && !value.is_nil()
        {
            let what = crate::lua::host::bindings::kind_name(&value);
            let d = self.misuse(actor, &f, format!("on_reload returned {what}: it changes memory, never the state"));
            self.raise(actor, d, false);
        }
        let mut failed = false;
        if let Some(mut host) = self.host() {
            for fault in host.out.faults.iter_mut().skip(before) {
                let output::Fault { migrating, .. } = fault;
                *migrating = true;
                failed = true;
            }
        }
        actor.stopped |= failed;
        !failed
    }
}
