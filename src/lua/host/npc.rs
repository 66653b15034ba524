//! The table that stands for a creature in Lua.

use crate::agent::Species;
use crate::body::AgentId;
use crate::lua::host::bindings::NPC_META;
use crate::lua::host::machine::Machine;
use mlua::Table;

/// Makes a creature's table at its local index, with its name and an empty memory.
pub(crate) fn make_table(machine: &Machine, local: usize, species: &Species, id: AgentId) -> mlua::Result<()> {
    let lua = &machine.lua;
    let npc = lua.create_table_with_capacity(0, 24)?;
    npc.raw_set("name", format!("{} {}", species.name, id.number()))?;
    npc.raw_set("memory", lua.create_table()?)?;
    npc.set_metatable(Some(lua.named_registry_value(NPC_META)?))?;
    npc.set_readonly(true);
    machine.npcs.raw_set(local + 1, npc)
}

/// Writes a field of a creature's read-only table.
pub(crate) fn set_field(npc: &Table, name: &str, value: impl mlua::IntoLua) -> mlua::Result<()> {
    npc.set_readonly(false);
    let done = npc.raw_set(name, value);
    npc.set_readonly(true);
    done
}
