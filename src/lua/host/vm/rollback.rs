//! What a VM does for versions on probation: it stores creatures, rolls them back, and migrates memories.

use super::Vm;
use super::probation::{Before, Migration};
use super::turn::Actor;
use crate::agent::{StepView, Symbol};
use crate::lua::api::timers::Timers;
use crate::lua::host::machine::set_field;
use crate::lua::host::packed::unpacked;
use crate::lua::host::profile::migration_of;
use crate::lua::host::raw::Stay;
use crate::lua::host::{plain, raw};
use mlua::Table;
use thin_vec::ThinVec;

impl Vm {
    /// Gives every creature that ran the version on probation back the memory, the timers, the areas and the birth it had before. Call it after
    /// the version before is installed again. Returns the creatures by slot, in order; the caller restores the rest.
    pub fn undo_probation(&mut self, probation: u32) -> Vec<(usize, Before)> {
        let undone = self.probations.undo(probation);
        undone.all().for_each(|(local, before, memory)| self.restore(local, before, memory));
        undone.into_all().map(|(local, before)| (self.slots.slot(local), before)).collect()
    }

    /// `memory` is packed.
    fn restore(&mut self, local: usize, before: &Before, memory: &[u8]) {
        if let Some(Some(instance)) = self.instances.get_mut(local) {
            instance.newborn = before.newborn;
            instance.timers.clone_from(&before.timers);
            instance.inside.clone_from(&before.inside);
        }
        self.touched.set(local, true);
        self.watch.iter_mut().for_each(|watch| watch.skip(local));
        let machine = &self.machine;
        let restore = || -> mlua::Result<()> {
            let npc: Table = machine.npcs.raw_get(local + 1)?;
            set_field(&npc, "memory", plain::to_lua(&machine.lua, &unpacked(memory))?)
        };
        if restore().is_err() {
            // Memory was short: the version that failed left garbage.
            raw::collect_all(&machine.lua);
            restore().ok();
        }
    }

    /// Whether the behaviour has an `on_reload`.
    pub fn migrates(&self, behaviour: Symbol) -> bool {
        self.active.functions.has(&migration_of(behaviour))
    }

    /// Calls `on_reload` before the creature's next handler; `from` is the version it ran until now.
    pub fn expect_migration(&mut self, slot: usize, probation: u32, from: u32) {
        let local = self.slots.local(slot);
        self.probations.expect_migration(local, Migration { probation, from });
    }

    /// Stores a creature that is about to run a version on probation for the first time.
    pub(crate) fn store_before(&mut self, view: &StepView, slot: usize, stay: Stay) {
        let local = self.slots.local(slot);
        for probation in self.probations.unstored(local, view.agents.behaviour[slot]) {
            let (newborn, timers, inside) = self.of_life(local).unwrap_or_default();
            let before = Before {
                state: view.agents.state[slot],
                state_since: view.agents.state_since[slot],
                newborn,
                timers,
                inside,
                groups: view.groups.of(view.agents.bodies.id(slot)).to_vec(),
                avoids: view.agents.intent[slot].avoids,
                migration: None,
            };
            self.pack_memory(slot, stay);
            self.probations.store(probation, local, before);
        }
    }

    fn of_life(&self, local: usize) -> Option<(bool, Timers, ThinVec<u16>)> {
        let host = self.host()?;
        let instance = host.instances.get(local)?.as_ref()?;
        Some((instance.newborn, instance.timers.clone(), instance.inside.clone()))
    }

    /// Calls `on_reload(npc, old_version)`. False when it failed: then the rest of the turn is dropped, for the memory
    /// is neither the old version's nor the new one's.
    pub(crate) fn migrate(&mut self, actor: &mut Actor, from: u32) -> bool {
        let key = migration_of(actor.species.symbol);
        let Some(f) = self.active.functions.find(&key) else { return true };
        let before = self.host().map_or(0, |h| h.out.faults.len());
        let result = self.call(actor, f, key, Some(&mut |to| to.number(from.into())));
        if let Some(value) = result.filter(|v| !v.is_nil()) {
            let what = value.kind_name();
            let message = format!("on_reload returned {what}; it can change memory, not the state");
            self.refuse(actor, f, message, None);
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
