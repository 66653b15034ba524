//! What scripts can call: every function is declared once, with its parameters and one line of documentation.

pub(crate) mod args;
mod chance;
mod movement;
pub(crate) mod pathfinder;
mod reasons;
mod senses;
mod talk;
mod world;

use crate::lua::api::{creature, natives};
use crate::lua::host::values::{key_name, refuse_unknown, unknown};
use mlua::{Function, Lua, Table, Value};

/// The implementation of a declared function.
pub struct Binding {
    area: &'static str,
    name: &'static str,
    make: fn(&Lua) -> mlua::Result<Function>,
}

/// All functions, area by area.
fn bindings() -> impl Iterator<Item = &'static Binding> {
    [
        movement::BINDINGS,
        senses::BINDINGS,
        talk::BINDINGS,
        reasons::BINDINGS,
        chance::BINDINGS,
        pathfinder::BINDINGS,
        world::BINDINGS,
    ]
    .into_iter()
    .flatten()
}

/// Key in the registry under which the metatable of creatures' tables is kept.
pub const NPC_META: &str = "bestiary.npc";

/// Puts the whole API into the globals of a machine.
pub fn install(lua: &Lua, globals: &Table) -> mlua::Result<()> {
    let methods = lua.create_table()?;
    for b in bindings() {
        let table = match b.area {
            "" => globals.clone(),
            "npc" => methods.clone(),
            area => match globals.raw_get::<Option<Table>>(area)? {
                Some(t) => t,
                None => {
                    let t = lua.create_table()?;
                    globals.raw_set(area, &t)?;
                    t
                }
            },
        };
        table.raw_set(b.name, (b.make)(lua)?)?;
    }
    pathfinder::install_codes(lua, globals)?;
    world::install(lua, globals)?;
    lua.set_named_registry_value(NPC_META, npc_meta(lua, methods)?)
}

fn npc_meta(lua: &Lua, methods: Table) -> mlua::Result<Table> {
    // Reached only when a name is neither a field nor a method.
    let lost = lua.create_table()?;
    lost.raw_set(
        "__index",
        lua.create_function(|_, (_, key): (Table, Value)| -> mlua::Result<Value> {
            let wanted = key_name(&key);
            let methods = natives::of("npc").map(|f| f.name);
            Err(unknown("npc", &wanted, creature::NPC.iter().map(|f| f.name).chain(methods)))
        })?,
    )?;
    lost.set_readonly(true);
    methods.set_metatable(Some(lost))?;
    methods.set_readonly(true);
    let meta = lua.create_table()?;
    meta.raw_set("__index", methods)?;
    meta.raw_set("__metatable", "npc")?;
    meta.raw_set("__tostring", lua.create_function(|_, t: Table| t.raw_get::<String>("name"))?)?;
    meta.raw_set(
        "__newindex",
        lua.create_function(|_, (_, key, _): (Table, Value, Value)| -> mlua::Result<()> {
            let key = key_name(&key);
            Err(mlua::Error::runtime(format!("npc.{key} cannot be set; keep data in npc.memory.{key}")))
        })?,
    )?;
    meta.set_readonly(true);
    Ok(meta)
}

/// A table of the API whose unknown members are errors.
fn sealed(lua: &Lua, globals: &Table, name: &str) -> mlua::Result<()> {
    let t: Table = globals.raw_get(name)?;
    refuse_unknown(lua, &t, name)?;
    t.set_readonly(true);
    Ok(())
}
