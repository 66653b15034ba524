//! What a creature gets in its first turn, and again in the first one after its body or what its behaviour declares has changed: the
//! fields of its body, and `npc.settings`, one read-only table for all creatures of a behaviour that began in the same spawn area.

use crate::agent::{Species, StepView, Symbol, Value};
use crate::body::column;
use crate::lua::api::creature::Sight;
use crate::lua::api::npc;
use crate::lua::host::values::refuse_unknown;
use crate::lua::host::vm::Vm;
use crate::lua::host::{plain, raw};
use mlua::{Lua, Table};
use std::collections::BTreeMap;

/// The tables of what is declared now, and which creatures have theirs.
#[derive(Default)]
pub(super) struct SettingsTables {
    /// By behaviour and spawn area; `None`: no map gives anything.
    tables: BTreeMap<(Symbol, Option<u32>), Table>,
    /// How often other settings came to hold.
    generation: u32,
    /// By local index: the generation of a creature's table, and one more.
    settled: Vec<u32>,
}

impl SettingsTables {
    /// Other settings hold from now on.
    pub(super) fn renew(&mut self) {
        self.tables.clear();
        self.generation += 1;
    }

    /// A creature has no table yet.
    pub(super) fn lack(&mut self, local: usize) {
        if let Some(settled) = self.settled.get_mut(local) {
            *settled = 0;
        }
    }
}

impl Vm {
    /// The map gives its creatures other settings: each gets what holds for it before its next turn.
    pub(crate) fn settle_again(&mut self) {
        self.settings.renew();
    }

    /// A creature's body or its storey is another one: what its table says of them is written before its next turn.
    pub(crate) fn body_changed(&mut self, slot: usize) {
        let local = self.slots.local(slot);
        self.settings.lack(local);
    }

    /// Gives a creature what holds for it, unless it has that.
    pub(super) fn settle(&mut self, view: &StepView, slot: usize, species: &Species) -> mlua::Result<()> {
        let (local, now) = (self.slots.local(slot), self.settings.generation + 1);
        if self.settings.settled.get(local) == Some(&now) {
            return Ok(());
        }
        let spawn = view.agents.spawn[slot];
        let given = view.world.spawns.get(spawn as usize).map_or(&[][..], |area| &area.settings);
        let key = (species.symbol, (!given.is_empty()).then_some(spawn));
        let table = match self.settings.tables.get(&key) {
            Some(table) => table.clone(),
            None => {
                let table = made(&self.machine.lua, species.settled(given))?;
                self.settings.tables.insert(key, table.clone());
                table
            }
        };
        let sight = Sight::of(view, slot);
        let fields = npc::OF_BODY.map(|f| (f.key, (f.read)(sight)));
        raw::refresh(&self.machine.lua, (&self.machine.npcs, &table), local + 1, &fields)?;
        column::extend(&mut self.settings.settled, local + 1, || 0);
        self.settings.settled[local] = now;
        Ok(())
    }
}

fn made<'a>(lua: &Lua, settings: impl Iterator<Item = (&'a str, Value)>) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    for (name, value) in settings {
        table.raw_set(name, plain::to_lua(lua, &value)?)?;
    }
    refuse_unknown(lua, &table, "npc.settings")?;
    table.set_readonly(true);
    Ok(table)
}
