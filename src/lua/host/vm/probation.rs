//! Versions on probation: the creatures as they were before they first ran one, rollback to that, and the migration of
//! memories.

use super::Vm;
use super::turn::Actor;
use crate::agent::{StepView, Symbol, Value};
use crate::lua::host::machine::set_field;
use crate::lua::host::values::kind_name;
use crate::lua::host::{plain, raw};
use mlua::{Table, Value as Lv};
use std::collections::BTreeMap;

/// A creature's script side before its first call under a version on probation.
#[derive(Clone)]
pub struct Before {
    pub memory: Value,
    pub state: Symbol,
    /// The step in which the state was entered.
    pub state_since: u64,
    pub newborn: bool,
    pub(super) migration: Option<Migration>,
}

/// A pending call of `on_reload`.
#[derive(Clone, Copy)]
pub(crate) struct Migration {
    pub probation: u32,
    /// The version of its file that the creature ran before.
    pub from: u32,
}

/// Stores nothing, and looks up nothing, while no version is on probation.
#[derive(Default)]
pub struct Probations {
    /// (number of the probation, the behaviours it concerns), oldest first.
    open: Vec<(u32, Vec<Symbol>)>,
    /// By number of the probation and local index.
    before: BTreeMap<(u32, usize), Before>,
    /// By local index.
    migrations: BTreeMap<usize, Migration>,
}

impl Probations {
    /// The place is empty, or another creature has it.
    pub(super) fn forget(&mut self, local: usize) {
        if !self.open.is_empty() {
            self.before.retain(|(_, l), _| *l != local);
        }
        self.migrations.remove(&local);
    }

    /// A newer change replaces one on probation: what was stored for the earlier one counts for the newer.
    pub fn join(&mut self, earlier: u32, into: u32) {
        self.close(earlier);
        for ((probation, local), before) in std::mem::take(&mut self.before) {
            let probation = if probation == earlier { into } else { probation };
            self.before.entry((probation, local)).or_insert(before);
        }
        for m in self.migrations.values_mut().filter(|m| m.probation == earlier) {
            m.probation = into;
        }
    }

    /// From now on, creatures of these behaviours are stored as they are before their next call.
    pub fn begin(&mut self, probation: u32, behaviours: &[Symbol]) {
        self.open.push((probation, behaviours.to_vec()));
    }

    fn close(&mut self, probation: u32) {
        self.open.retain(|(p, _)| *p != probation);
    }

    /// The version stays: nothing of the time before is kept.
    pub fn end(&mut self, probation: u32) {
        self.close(probation);
        self.before.retain(|(p, _), _| *p != probation);
    }

    /// Ends a probation whose version failed. Returns the creatures that ran it, as they were, in order of local index.
    pub(super) fn undo(&mut self, probation: u32) -> Vec<(usize, Before)> {
        self.close(probation);
        let (undone, kept): (BTreeMap<_, _>, _) =
            std::mem::take(&mut self.before).into_iter().partition(|((p, _), _)| *p == probation);
        self.before = kept;
        self.migrations.retain(|_, m| m.probation != probation);
        for ((_, local), before) in &undone {
            if let Some(m) = before.migration {
                self.migrations.insert(*local, m);
            }
            // Younger probations that saw this creature began with what is now undone.
            for (_, other) in self.before.iter_mut().filter(|((p, l), _)| *p > probation && l == local) {
                *other = Before { migration: other.migration, ..before.clone() };
            }
        }
        undone.into_iter().map(|((_, local), before)| (local, before)).collect()
    }

    /// The open probations for which this creature has yet to be stored.
    pub(super) fn unstored(&self, local: usize, behaviour: Symbol) -> Vec<u32> {
        let new = |(p, concerned): &&(u32, Vec<Symbol>)| {
            concerned.contains(&behaviour) && !self.before.contains_key(&(*p, local))
        };
        self.open.iter().filter(new).map(|(p, _)| *p).collect()
    }

    pub(super) fn store(&mut self, probation: u32, local: usize, before: Before) {
        let migration = self.migration(local).filter(|m| m.probation != probation);
        self.before.insert((probation, local), Before { migration, ..before });
    }

    pub(super) fn expect_migration(&mut self, local: usize, migration: Migration) {
        self.migrations.entry(local).or_insert(migration);
    }

    pub(super) fn migration(&self, local: usize) -> Option<Migration> {
        self.migrations.get(&local).copied()
    }

    pub(super) fn take_migration(&mut self, local: usize) -> Option<Migration> {
        if self.migrations.is_empty() { None } else { self.migrations.remove(&local) }
    }
}

impl Vm {
    /// Gives every creature that ran the version on probation back the memory and the birth it had before. Call it after
    /// the version before is installed again. Returns the creatures by slot, in order; the caller restores their states.
    pub fn undo_probation(&mut self, probation: u32) -> Vec<(usize, Before)> {
        let undone = self.probations.undo(probation);
        undone.iter().for_each(|(local, before)| self.restore(*local, before));
        undone.into_iter().map(|(local, before)| (self.slots.slot(local), before)).collect()
    }

    fn restore(&mut self, local: usize, before: &Before) {
        if let Some(Some(instance)) = self.instances.get_mut(local) {
            instance.newborn = before.newborn;
        }
        self.watch.iter_mut().for_each(|watch| watch.skip(local));
        let machine = &self.machine;
        let restore = || -> mlua::Result<()> {
            let npc: Table = machine.npcs.raw_get(local + 1)?;
            set_field(&npc, "memory", plain::to_lua(&machine.lua, &before.memory)?)
        };
        if restore().is_err() {
            // Memory was short: the version that failed left garbage.
            raw::collect_all(&machine.lua);
            restore().ok();
        }
    }

    /// Whether the behaviour has an `on_reload`.
    pub fn migrates(&self, behaviour: Symbol) -> bool {
        self.active.migrations.contains_key(&behaviour)
    }

    /// Calls `on_reload` before the creature's next handler; `from` is the version it ran until now.
    pub fn expect_migration(&mut self, slot: usize, probation: u32, from: u32) {
        let local = self.slots.local(slot);
        self.probations.expect_migration(local, Migration { probation, from });
    }

    /// Stores a creature that is about to run a version on probation for the first time.
    pub(crate) fn store_before(&mut self, view: &StepView, slot: usize) {
        let local = self.slots.local(slot);
        for probation in self.probations.unstored(local, view.agents.behaviour[slot]) {
            let before = Before {
                memory: self.memory(slot),
                state: view.agents.state[slot],
                state_since: view.agents.state_since[slot],
                newborn: self.host().and_then(|h| Some(h.instances.get(local)?.as_ref()?.newborn)).unwrap_or(false),
                migration: None,
            };
            self.probations.store(probation, local, before);
        }
    }

    /// Calls `on_reload(npc, old_version)`. False when it failed: then the rest of the turn is dropped, for the memory
    /// is neither the old version's nor the new one's.
    pub(crate) fn migrate(&mut self, actor: &mut Actor, from: u32) -> bool {
        let f = self.active.migrations.get(&actor.species.symbol).cloned();
        let Some((f, cost)) = f else { return true };
        let before = self.host().map_or(0, |h| h.out.faults.len());
        let result = self.call(actor, &f, cost, &[Lv::Number(f64::from(from))]);
        if let Some(value) = result.filter(|v| !v.is_nil()) {
            let what = kind_name(&value);
            let message = format!("on_reload returned {what}; it can change memory, not the state");
            self.refuse(actor, &f, message, None);
        }
        let mut failed = false;
        if let Some(mut host) = self.host() {
            for fault in host.out.faults.iter_mut().skip(before) {
                fault.migrating = true;
                failed = true;
            }
        }
        actor.stopped |= failed;
        !failed
    }
}
