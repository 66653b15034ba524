//! Creatures' memories: checked to be plain data after a turn, copied, written by hand, and digested with the rest of the
//! state that decides creatures' futures. Garbage is collected in time.

use crate::agent::{Agents, Key, Value};
use crate::diag::Diagnostic;
use crate::lua::api::params::{PLAIN, PlainLimits};
use crate::lua::host::machine::set_field;
use crate::lua::host::plain::Cleaned;
use crate::lua::host::raw::Stay;
use crate::lua::host::vm::Vm;
use crate::lua::host::vm::turn::Actor;
use crate::lua::host::{fault, plain, raw};
use mlua::{Table, Value as Lv};
use std::hash::{Hash, Hasher};

const SHARED: &str =
    "creatures keep more than half of a machine's memory; each has an equal share until some keep less";

/// Counts for looking at an entry of a memory: shown in the profile.
const COUNTS_PER_CHECKED: u64 = 5;

/// Why a memory cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum MemoryError {
    #[error("the whole memory can only be a table")]
    NotATable,
    /// The path leads through a value that has no entries.
    #[error("'{0}' in its memory is not a table")]
    NotInATable(Key),
    /// Memory is short, or there is no such creature.
    #[error(transparent)]
    Lua(#[from] mlua::Error),
}

impl Vm {
    pub(crate) fn check_memory(&mut self, actor: &Actor) {
        let (local, mut watch) = (self.slots.local(actor.slot), self.watch.take());
        watch.iter_mut().for_each(|watch| watch.begin(local));
        let (limits, shared) = self.shares.limits(self.params.plain_limits(), self.machine.memory_limit / 2);
        let left = actor.stay.memory_is_plain(limits, |depth, key, value| {
            watch.iter_mut().for_each(|watch| watch.entry(depth, key, value));
        });
        let cleaned = match left {
            Some(left) => {
                if let (Some(watch), Some(mut host)) = (&mut watch, self.host()) {
                    watch.end(actor.slot, &mut host.out);
                }
                let entries = (limits.entries - left.entries) as u64;
                Ok((Vec::new(), left, entries * COUNTS_PER_CHECKED))
            }
            None => self.cleaned(local, limits).map(|c| (c.removed, c.left, c.counts)),
        };
        self.watch = watch;
        match cleaned {
            Ok((removed, left, counts)) => {
                if let Some(function) = actor.called.filter(|_| counts > 0) {
                    self.profile.add(function, counts, actor.step);
                }
                self.shares.keep(local, limits, left);
                for e in removed {
                    let d = Diagnostic::error(&actor.species.file, format!("npc.{e}; it was removed"));
                    self.raise(actor, d.hint(if shared { SHARED } else { PLAIN }), false);
                }
            }
            Err(e) => {
                let diagnostic = self.diagnose(&e, &actor.species.file);
                self.raise(actor, diagnostic, false);
            }
        }
    }

    /// Takes what is not plain data within limits out of a creature's memory.
    fn cleaned(&self, local: usize, limits: PlainLimits) -> mlua::Result<Cleaned> {
        let npc: Table = self.machine.npcs.raw_get(local + 1)?;
        let cleaned = plain::clean(&npc.raw_get("memory")?, limits)?;
        // A copy has no empty places.
        set_field(&npc, "memory", &plain::to_lua(&self.machine.lua, &cleaned.copy)?)?;
        Ok(cleaned)
    }

    /// The diagnostic of an error; after a lack of memory, garbage is collected.
    pub(crate) fn diagnose(&mut self, error: &mlua::Error, file: &str) -> Diagnostic {
        if fault::is_memory(error) {
            self.collect();
        }
        fault::diagnose(error, file)
    }

    /// Collects all garbage.
    pub fn collect(&mut self) {
        self.collector.all(&self.machine.lua);
    }

    /// A creature's memory itself.
    fn lua_memory(&self, slot: usize) -> mlua::Result<Lv> {
        self.machine.npcs.raw_get::<Table>(self.slots.local(slot) + 1)?.raw_get("memory")
    }

    /// A copy of a creature's memory; `Nil` when there is no such creature.
    pub fn memory(&self, slot: usize) -> Value {
        let read = || -> Option<Value> {
            let memory = self.lua_memory(slot).ok()?;
            let limits = self.params.plain_limits();
            let plain = memory.as_table().and_then(|memory| raw::copied(memory, limits));
            plain.or_else(|| plain::from_lua(&memory, "memory", &mut limits.clone()).ok())
        };
        read().unwrap_or_default()
    }

    /// Packs the same as [`Vm::memory`] returns, for what is stored next of a creature on probation.
    pub(super) fn pack_memory(&mut self, slot: usize, stay: Stay) {
        let (local, limits) = (self.slots.local(slot), self.params.plain_limits());
        if stay.pack_memory(local, limits, &mut self.probations.packer).is_none() {
            let memory = self.memory(slot);
            self.probations.packer.pack(&memory);
        }
    }

    /// A creature's timers: the name of each, and the step in which it is due.
    pub fn timers(&self, slot: usize) -> Vec<(String, u64)> {
        let timers = self.instance(slot).map(|instance| instance.timers.all());
        timers.into_iter().flatten().map(|(name, due)| (name.to_owned(), due)).collect()
    }

    /// Feeds the state that decides a creature's future to `h`: memory, random generator, inbox, timers,
    /// pathfinder.
    pub fn digest(&self, slot: usize, agents: &Agents, h: &mut impl Hasher) {
        let Some(instance) = self.instance(slot) else { return };
        (self.memory(slot), &instance.rand, instance.newborn, instance.pathfinder.is_some()).hash(h);
        if let Some(m) = self.probations.migration(self.slots.local(slot)) {
            h.write(b"migrate");
            m.from.hash(h);
        }
        instance.inbox.hash(h);
        instance.timers.hash(h);
        if instance.wakers.iter().any(Option::is_some) {
            instance.wakers.hash(h);
        }
        instance.inside.iter().for_each(|area| area.hash(h));
        instance.zone.iter().for_each(|zone| zone.hash(h));
        instance.pathfinder.iter().for_each(|p| p.hash(h));
        if !instance.questions.is_empty() {
            instance.questions.hash(h);
        }
        if !instance.knowledge.is_empty() {
            instance.knowledge.digest(agents, h);
        }
        instance.forced.iter().for_each(|f| f.hash(h));
    }

    /// Writes an entry of a creature's memory; an empty path is the whole memory, which must be a table.
    ///
    /// # Errors
    /// What makes it impossible.
    pub fn set_memory(&mut self, slot: usize, path: &[Key], value: &Value) -> Result<(), MemoryError> {
        let local = self.slots.local(slot);
        self.watch.iter_mut().for_each(|watch| watch.skip(local));
        let lua = &self.machine.lua;
        let npc: Table = self.machine.npcs.raw_get(local + 1)?;
        let new = plain::to_lua(lua, value)?;
        let Some((last, before)) = path.split_last() else {
            let whole = new.as_table().ok_or(MemoryError::NotATable)?;
            return Ok(set_field(&npc, "memory", whole)?);
        };
        let mut at: Table = npc.raw_get("memory")?;
        for key in before {
            match at.raw_get(plain::key_to_lua(lua, key)?)? {
                Lv::Table(t) => at = t,
                _ => return Err(MemoryError::NotInATable(key.clone())),
            }
        }
        Ok(at.raw_set(plain::key_to_lua(lua, last)?, new)?)
    }
}
