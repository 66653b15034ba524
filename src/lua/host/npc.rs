//! The table that stands for a creature in Lua.

use crate::lua::host::bindings::NPC_META;
use mlua::{Lua, Table};

/// Makes a creature's table at its local index, with an empty memory.
pub fn make_table(lua: &Lua, npcs: &Table, local: usize) -> mlua::Result<()> {
    let npc = lua.create_table_with_capacity(0, 24)?;
    npc.raw_set("memory", lua.create_table()?)?;
    npc.set_metatable(Some(lua.named_registry_value(NPC_META)?))?;
    npc.set_readonly(true);
    npcs.raw_set(local + 1, npc)
}

/// Writes a field of a creature's read-only table.
pub fn set_field(npc: &Table, name: &str, value: impl mlua::IntoLua) -> mlua::Result<()> {
    npc.set_readonly(false);
    let done = npc.raw_set(name, value);
    npc.set_readonly(true);
    done
}
